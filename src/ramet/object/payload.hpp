#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/schema/streamer_info.hpp"

// How C++ values are written as objects of a file. A writer takes everything that has a PayloadOf:
// `ParallelWriter::put`.

namespace ramet::inline v1::object {

/// An object to be written: its key's class and title, the classes that the file must describe, and its bytes. Threads:
/// a value; `make` is as thread-safe as reading the value that it was made from.
struct Payload {
  std::string class_name;  ///< of the key
  std::string title = {};  ///< of the key
  /// The names of ROOT's classes that it needs; their bases and members need not be listed.
  std::vector<std::string> known_classes = {};
  std::vector<schema::StreamerInfo> layouts = {};  ///< the layouts of all other classes
  /// Makes the bytes for a key of the given length; objects that store their name get this one.
  std::function<bytes::Buffer(std::string_view name, std::size_t key_length)> make;
};

/// The customisation point: says how values of a type become payloads. Histograms, graphs, efficiencies, texts and
/// described structs have one; for another type specialize it:
///
///   template <>
///   struct ramet::object::PayloadOf<Spectrum> {
///     static Payload of(const Spectrum& spectrum);  // may refer to the spectrum
///   };
///
/// Threads: it has no state; `of` only reads the value.
template <class Value>
struct PayloadOf;

/// A type that has a PayloadOf.
template <class Value>
concept Storable = requires(const Value& value) {
  { PayloadOf<Value>::of(value) } -> std::same_as<Payload>;
};

/// The payload of a text: a TObjString.
Payload text_payload(std::string_view text);

template <class Text>
  requires std::convertible_to<const Text&, std::string_view>
struct PayloadOf<Text> {
  static Payload of(std::string_view text) { return text_payload(text); }
};

/// The payload of a value, which must live until the payload is written. Throws as the type's PayloadOf.
template <class Value>
Payload payload_of(const Value& value) {
  static_assert(Storable<Value>,
                "ramet cannot write this type as an object: give the struct a ramet::array::Description with "
                "class_names and include ramet/object.hpp, or specialize ramet::object::PayloadOf");
  if constexpr (Storable<Value>) return PayloadOf<Value>::of(value);
}

}  // namespace ramet::inline v1::object
