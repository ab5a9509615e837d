#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/array/number_type.hpp"
#include "ramet/ntuple/column_type.hpp"

namespace ramet::inline v1::ntuple {

/// Elements [first, first + count) of an uncompressed page with these bytes. Threads: a view.
struct PageElements {
  const ColumnCoding& coding;
  std::span<const std::byte> bytes;  ///< the whole page
  std::size_t first = 0;
  std::size_t count = 0;
};

/// Whether elements of this coding can be decoded as numbers of this type.
bool is_convertible(const ColumnCoding& coding, array::NumberType to) noexcept;

/// Whether a page's bytes equal those of the numbers in memory, so that no decoding is needed.
bool is_same_in_memory(const ColumnCoding& coding, array::NumberType to) noexcept;

/// Decode elements of ElementKind::number as numbers of a type for which is_convertible holds; `out` has room for them.
/// Throws Error(unsupported) when an integer is out of the range of a narrower type.
void decode_numbers(const PageElements& elements, array::NumberType to, std::byte* out);

/// Decode elements of ElementKind::index, adding `shift` to each. Throws Error(corrupt) when they decrease.
void decode_indexes(const PageElements& elements, std::int64_t shift, std::int64_t* out);

/// Decode elements of ElementKind::dispatch to the alternative of each, from 1, and its index there; 0 and 0 for no
/// value. Throws Error(corrupt) when a tag is above `alternatives`.
void decode_dispatches(const PageElements& elements, std::size_t alternatives, std::uint8_t* tags,
                       std::int64_t* indexes);

}  // namespace ramet::inline v1::ntuple
