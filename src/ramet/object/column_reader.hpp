#pragma once

#include <cstddef>
#include <memory>

#include "ramet/array/array.hpp"
#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/object/stored_form.hpp"

namespace ramet::inline v1::object {

namespace internal {
struct CompiledColumn;
}

/// Reads values of a stored type into an array, many at a time: members of fixed size by strided copies, numbers in
/// collections and in members stored together by block copies, the rest in tight loops. Nothing is looked up by name
/// while reading: each layout that a class has in the file was matched with the array's type when this was made.
///
/// An object in another layout than the array's is converted: members are matched by name; those that are not stored
/// become 0 or empty; numbers are widened, narrowed (checked) or turned into another kind; one container stands for
/// another.
///
/// Threads: immutable.
class ColumnReader {
 public:
  /// Into the type that the stored type has as a column. Throws Error(unsupported), naming the member, if it has none.
  explicit ColumnReader(const std::shared_ptr<const StoredType>& stored);
  /// Into another type. Throws Error(unsupported), naming the member, when the stored values cannot become that.
  ColumnReader(std::shared_ptr<const StoredType> stored, array::Type wanted);
  ~ColumnReader();
  ColumnReader(ColumnReader&&) noexcept;
  ColumnReader& operator=(ColumnReader&&) noexcept;

  const array::Type& type() const noexcept { return type_; }

  /// Append `count` values that stand one after the other; `to` is of `type()`. The cursor's positions count as
  /// references in the record do: from the start of its key. Throws Error(corrupt) when the bytes contradict the type
  /// or each other, and Error(unsupported) for a layout or a conversion that is not known; `to` is then unspecified.
  void append(bytes::ByteCursor& cursor, std::size_t count, array::Array& to) const;

  /// The same for the values that one member has in `count` objects stored member-wise, as in a branch of a split
  /// collection.
  void append_member_wise(bytes::ByteCursor& cursor, std::size_t count, array::Array& to) const;

 private:
  std::shared_ptr<const StoredType> stored_;
  array::Type type_;
  std::unique_ptr<const internal::CompiledColumn> compiled_;
};

}  // namespace ramet::inline v1::object
