#pragma once

#include <cstddef>
#include <memory>

#include "ramet/array/array.hpp"
#include "ramet/bytes/buffer.hpp"
#include "ramet/object/stored_form.hpp"

namespace ramet::inline v1::object {

namespace internal {
struct WritePlan;
}

/// Writes values of an array as values of a stored type, many at a time: the reverse of ColumnReader. Objects of fixed
/// size, and adjacent members of fixed size, are copies of one image into which numbers are stored with strides;
/// numbers of collections are block copies. Nothing is looked up by name while writing. Objects are stored in the
/// latest layout of their class; heads of classes with a version below 2 have the checksum, as for classes without
/// ClassDef. Threads: immutable.
class ColumnWriter {
 public:
  /// Throws Error(misuse), naming the member, when values of the array's type cannot be stored as this type.
  ColumnWriter(std::shared_ptr<const StoredType> stored, const array::Type& type);
  ~ColumnWriter();
  ColumnWriter(ColumnWriter&&) noexcept;
  ColumnWriter& operator=(ColumnWriter&&) noexcept;

  /// The size of each value if all have the same size, else 0.
  std::size_t fixed_size() const noexcept;

  /// Whether values are or contain objects, which readers remember by position.
  bool holds_objects() const noexcept;

  /// Append `count` values of `from`, an array of the given type, from `first` on. Throws Error(misuse) when one
  /// exceeds the largest object size; `to` is then unspecified.
  void append(const array::Array& from, std::size_t first, std::size_t count, bytes::Buffer& to) const;

  /// The same for one member of `count` objects, as stored in a branch of a split collection.
  void append_member_wise(const array::Array& from, std::size_t first, std::size_t count, bytes::Buffer& to) const;

 private:
  std::shared_ptr<const StoredType> stored_;
  std::unique_ptr<const internal::WritePlan> plan_;
};

}  // namespace ramet::inline v1::object
