#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/schema/object_tag.hpp"

namespace ramet::inline v1::object {

using schema::ObjectIdentity;

/// TObject::kMustCleanup: set in trees and histograms, which directories own (TObject.h, EStatusBits).
inline constexpr std::uint32_t must_cleanup = 1U << 3;

/// Writes the payload of one record, object by object, as ROOT's Streamer functions do. Nested parts are callables, so
/// that every byte count is closed:
///
///   ObjectWriter writer(key_length);
///   writer.versioned(3, [&] {            // TH1D, version 3
///     writer.versioned(8, [&] { ... });  // its base TH1
///     writer.array(contents);            // its base TArrayD
///   });
///   file.put(..., writer.payload());
///
/// Threads: one thread.
class ObjectWriter {
 public:
  /// `key_length` is the size of the key before the payload, since references count from the key's start.
  explicit ObjectWriter(std::size_t key_length) : tags_(key_length) {}

  std::span<const std::byte> payload() const noexcept { return tags_.out().span(); }
  /// The same, moved out at the end.
  bytes::Buffer take_payload() && noexcept { return std::move(tags_.out()).take(); }

  template <bytes::Scalar Number>
  void write(Number number) {
    tags_.out().write(number);
  }
  /// Write a TString.
  void string(std::string_view text) { tags_.out().string(text); }
  void append(std::span<const std::byte> bytes) { tags_.out().append(bytes); }
  /// Write numbers without a count, as a member array of fixed size is streamed.
  template <bytes::Scalar Number>
  void numbers(std::span<const Number> values) {
    for (const Number value : values) write(value);
  }
  /// Write a counted array, `Int_t *fX; //[fN]`: a byte 1 and the numbers; for an empty array only a byte 0.
  template <bytes::Scalar Number>
  void counted(std::span<const Number> values) {
    write(static_cast<std::uint8_t>(values.empty() ? 0 : 1));
    numbers(values);
  }
  /// Write a TArrayC/S/I/L64/F/D: the count and the numbers, without version head.
  template <bytes::Scalar Number>
  void array(std::span<const Number> values) {
    write(static_cast<std::uint32_t>(values.size()));
    numbers(values);
  }

  /// Write a version head with byte count around what `members` writes.
  void versioned(std::uint16_t version, FunctionRef<void()> members) { tags_.versioned(version, members); }
  void checksummed(std::uint32_t checksum, FunctionRef<void()> members) { tags_.checksummed(checksum, members); }

  /// Write an object behind a pointer: its tag, and what `object` writes (beginning with its version head).
  ObjectIdentity object(std::string_view class_name, FunctionRef<void()> object) {
    return tags_.object(class_name, object);
  }
  /// The identity that the next `object` will have.
  ObjectIdentity next_identity() const noexcept { return tags_.next_identity(); }
  /// Write a pointer to an object written before.
  void reference(ObjectIdentity identity) { tags_.reference(identity); }
  void null() { tags_.null(); }

  void tobject(std::uint32_t bits = 0, std::uint32_t unique_id = 0);
  void tnamed(std::string_view name, std::string_view title, std::uint32_t bits = 0);
  /// Write a TObjString's version head and members.
  void object_string(std::string_view text, std::uint32_t unique_id = 0);

  /// Write a TObjArray's version head and members; `write_item` is called with 0..count-1 and writes each item's
  /// pointer. `bits` are those of its TObject.
  void object_array(std::string_view name, std::size_t count, FunctionRef<void(std::size_t)> write_item,
                    std::uint32_t bits = 0);
  /// The same for a TList (each item's option is empty).
  void list(std::string_view name, std::size_t count, FunctionRef<void(std::size_t)> write_item);

 private:
  schema::TagWriter tags_;
};

}  // namespace ramet::inline v1::object
