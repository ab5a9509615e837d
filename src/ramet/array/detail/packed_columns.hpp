#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/bytes/buffer.hpp"

namespace ramet::inline v1::array {

/// Rows of many columns in one piece of memory: a builder takes hundreds of bytes, whatever it holds. Threads:
/// immutable.
class PackedColumns {
 public:
  PackedColumns() = default;
  /// Copy all rows of the columns. `types` are empty builders of their types, which other packed columns share. Throws
  /// std::bad_alloc, also for 4 GB or more.
  PackedColumns(std::span<const ArrayBuilder> columns, std::shared_ptr<const std::vector<ArrayBuilder>> types);

  /// How many columns there are.
  std::size_t size() const noexcept { return types_ ? types_->size() : 0; }
  bool empty() const noexcept { return size() == 0; }

  /// Empty builders for `append_to`.
  std::vector<ArrayBuilder> builders() const;

  /// Append rows [first, last) to builders of the same types.
  void append_to(std::span<ArrayBuilder> columns, std::size_t first, std::size_t last) const;

 private:
  class Node;

  std::shared_ptr<const std::vector<ArrayBuilder>> types_;
  bytes::Buffer bytes_;              ///< values and offsets of each builder, before those of its contents
  std::vector<std::uint32_t> ends_;  ///< of values and offsets in bytes_, which begin at multiples of 8
};

}  // namespace ramet::inline v1::array
