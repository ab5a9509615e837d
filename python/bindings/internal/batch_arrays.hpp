#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <nanobind/ndarray.h>

#include "ramet/array/array.hpp"
#include "ramet/table/schema.hpp"

// Python passes a batch as flat NumPy arrays, for each column in the order of its type from outside to inside:
//    number   the values          string  int64 offsets, uint8 characters
//    list     int64 offsets, then those of its content
//    regular  those of its content      record  those of each member
// Offsets need not begin at 0, and contents may be longer than the range of the offsets.

namespace ramet::bindings {

using InputBuffer = nanobind::ndarray<nanobind::ro, nanobind::c_contig, nanobind::device::cpu>;

/// One such NumPy array, usable without the interpreter lock while the array lives. Threads: a value.
struct BufferView {
  const std::byte* data = nullptr;
  std::size_t length = 0;  ///< number of elements in all dimensions
  nanobind::dlpack::dtype dtype{};
};

std::vector<BufferView> views_of(std::span<const InputBuffer> buffers);

/// Make the columns of a batch with this number of entries; every buffer is copied once. Throws Error(misuse), naming
/// the column, for buffers of another type or length than the columns'.
std::vector<array::Array> arrays_from(std::span<const table::Column> columns, std::size_t entries,
                                      std::span<const BufferView> buffers);

}  // namespace ramet::bindings
