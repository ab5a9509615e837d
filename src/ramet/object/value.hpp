#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::object {

class Object;
struct Association;

/// Replaces a value that could not be read and was skipped: its class has an unknown streamer, or the file lacks its
/// layout. Threads: a value.
struct Unread {
  ErrorKind kind = ErrorKind::unsupported;  ///< of the error
  std::string reason;                       ///< its text
};

/// The value of a member. Objects are borrowed from their ObjectGraph, so that pointers to the same object compare
/// equal, and cycles are possible. Threads: const-safe.
class Value {
 public:
  using Array = std::shared_ptr<const array::Array>;  ///< a value of any column type, as an array of length 1
  using List = std::vector<Value>;
  using Associations = std::vector<Association>;
  using Content = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array, List,
                               Associations, const Object*, Unread>;

  /// A null value, as of a null pointer.
  Value() noexcept = default;
  template <class What>
    requires(!std::same_as<std::remove_cvref_t<What>, Value>)
  explicit Value(What&& what) : content_(std::in_place_type<std::remove_cvref_t<What>>, std::forward<What>(what)) {}

  /// The content, for std::visit.
  const Content& content() const noexcept { return content_; }
  bool is_null() const noexcept { return std::holds_alternative<std::monostate>(content_); }
  /// A pointer to the content if it has this type, else null.
  template <class What>
  const What* get_if() const noexcept {
    return std::get_if<What>(&content_);
  }
  /// The object if it is one, else null.
  const Object* object() const noexcept {
    const auto* held = get_if<const Object*>();
    return held == nullptr ? nullptr : *held;
  }
  /// An integer of any type; nothing for other values and when it does not fit.
  std::optional<std::int64_t> integer() const noexcept;

 private:
  Content content_;
};

/// A key and value of a TMap. Threads: const-safe.
struct Association {
  Value key;
  Value value;
};

}  // namespace ramet::inline v1::object
