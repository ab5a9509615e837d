#pragma once

#include <memory>

namespace ramet::inline v1::merge::internal {

/// A value that few of many owners have: it takes the room of a pointer in the others. Copies copy it. Threads: as the
/// value.
template <class Value>
class Boxed {
 public:
  Boxed() noexcept = default;
  Boxed(const Boxed& other) : value_(other.value_ ? std::make_unique<Value>(*other.value_) : nullptr) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }
  Boxed& operator=(Boxed&&) noexcept = default;
  ~Boxed() = default;

  /// Null if there is none.
  const Value* get() const noexcept { return value_.get(); }
  /// The value, which is made if there is none.
  Value& made() {
    if (!value_) value_ = std::make_unique<Value>();
    return *value_;
  }

 private:
  std::unique_ptr<Value> value_;
};

}  // namespace ramet::inline v1::merge::internal
