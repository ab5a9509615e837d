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
/// size are one image that is repeated, into which each number is copied in strides; so are members of fixed size that
/// follow each other; numbers of collections are block copies. Nothing is looked up by name while writing. Objects are
/// stored in the latest layout of their class; of a class whose version is below 2, heads have the checksum, as those
/// of classes without ClassDef. Threads: immutable.
class ColumnWriter {
 public:
  /// Throws Error(misuse), naming the member, when values of the array's type cannot be stored so.
  ColumnWriter(std::shared_ptr<const StoredType> stored, const array::Type& type);
  ~ColumnWriter();
  ColumnWriter(ColumnWriter&&) noexcept;
  ColumnWriter& operator=(ColumnWriter&&) noexcept;

  /// Bytes of each value, if all have as many; else 0.
  std::size_t fixed_size() const noexcept;

  /// Whether values are or hold objects, which readers keep in mind by their places.
  bool holds_objects() const noexcept;

  /// Append `count` values from `first` on, one after the other; `from` is of the type. Throws Error(misuse) when one
  /// is larger than an object can be; `to` is then unspecified.
  void append(const array::Array& from, std::size_t first, std::size_t count, bytes::Buffer& to) const;

  /// The same for the values that one member has in `count` objects, as a branch of a split collection stores them.
  void append_member_wise(const array::Array& from, std::size_t first, std::size_t count, bytes::Buffer& to) const;

 private:
  std::shared_ptr<const StoredType> stored_;
  std::unique_ptr<const internal::WritePlan> plan_;
};

}  // namespace ramet::inline v1::object
