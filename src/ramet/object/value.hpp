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

/// What stands where bytes could not be understood: of a class that streams itself in a way that is not known, or whose
/// layout the file lacks. They were passed over. Threads: a value.
struct Unread {
  ErrorKind kind = ErrorKind::unsupported;  ///< of the error that it would have been
  std::string reason;                       ///< its text
};

/// What a member can hold. Objects are borrowed from their ObjectGraph, so that two pointers to one object are equal,
/// and circles do no harm. Threads: const-safe.
class Value {
 public:
  using Array = std::shared_ptr<const array::Array>;  ///< one value of any columnar type, as an array of length 1
  using List = std::vector<Value>;
  using Associations = std::vector<Association>;
  using Content = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array, List,
                               Associations, const Object*, Unread>;

  /// Nothing: what a null pointer points to.
  Value() noexcept = default;
  template <class What>
    requires(!std::same_as<std::remove_cvref_t<What>, Value>)
  explicit Value(What&& what) : content_(std::in_place_type<std::remove_cvref_t<What>>, std::forward<What>(what)) {}

  /// For std::visit.
  const Content& content() const noexcept { return content_; }
  bool is_null() const noexcept { return std::holds_alternative<std::monostate>(content_); }
  /// What it holds if that is of the type, else null.
  template <class What>
  const What* get_if() const noexcept {
    return std::get_if<What>(&content_);
  }
  /// The object, if it is one, else null.
  const Object* object() const noexcept {
    const auto* held = get_if<const Object*>();
    return held == nullptr ? nullptr : *held;
  }
  /// The integer, of whatever type; nothing when it is none, or does not fit.
  std::optional<std::int64_t> integer() const noexcept;

 private:
  Content content_;
};

/// A key of a TMap and what it leads to. Threads: const-safe.
struct Association {
  Value key;
  Value value;
};

}  // namespace ramet::inline v1::object
