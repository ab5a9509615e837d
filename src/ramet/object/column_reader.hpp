#pragma once

#include <cstddef>
#include <memory>

#include "ramet/array/array_builder.hpp"
#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/object/stored_form.hpp"

namespace ramet::inline v1::object {

namespace internal {
struct WholeColumnPlan;
}

/// Reads values of a stored type into an array, many at a time: members of fixed size by strided copies, numbers in
/// collections and in member-wise stored objects by block copies, the rest in tight loops. Nothing is looked up by name
/// while reading: the constructor matches each layout of a class with the array's type.
///
/// An object in a different layout is converted: members are matched by name; members that are not stored become 0 or
/// empty; numbers are widened, narrowed (checked) or converted to another kind; any container converts to any other.
///
/// Threads: immutable.
class ColumnReader {
 public:
  /// Read into the column type of the stored type. Throws Error(unsupported), naming the member, if there is none.
  explicit ColumnReader(const std::shared_ptr<const StoredType>& stored);
  /// Read into another type. Throws Error(unsupported), naming the member, when stored values cannot be converted to
  /// it.
  ColumnReader(std::shared_ptr<const StoredType> stored, array::Type wanted);
  ~ColumnReader();
  ColumnReader(ColumnReader&&) noexcept;
  ColumnReader& operator=(ColumnReader&&) noexcept;

  const array::Type& type() const noexcept { return type_; }

  /// Append `count` consecutive values to `to`, an array of `type()`. The cursor's positions must count from the start
  /// of the record's key, as references do. Throws Error(corrupt) when the bytes contradict the type or each other, and
  /// Error(unsupported) for an unknown layout or conversion; `to` is then unspecified.
  void append(bytes::ByteCursor& cursor, std::size_t count, array::ArrayBuilder& to) const;

  /// The same for one member of `count` objects that are stored member-wise, as in a branch of a split collection.
  void append_member_wise(bytes::ByteCursor& cursor, std::size_t count, array::ArrayBuilder& to) const;

 private:
  std::shared_ptr<const StoredType> stored_;
  array::Type type_;
  std::unique_ptr<const internal::WholeColumnPlan> plan_;
};

}  // namespace ramet::inline v1::object
