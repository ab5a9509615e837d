#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/array/number_type.hpp"
#include "ramet/ntuple/column_type.hpp"

namespace ramet::inline v1::ntuple {

/// Whether numbers of this type can be encoded with this coding: its own type, and any floating-point type for
/// floating-point codings of fewer bits.
bool is_encodable(array::NumberType from, const ColumnCoding& coding) noexcept;

/// Encode native numbers of an encodable type as a page with the same number of elements; the page's size is
/// coding.page_size. Throws Error(misuse) when a number is out of the range of ColumnType::real32_quant.
void encode_numbers(const ColumnCoding& coding, array::NumberType from, std::span<const std::byte> numbers,
                    std::span<std::byte> page);

/// Encode the ends of lists, minus `shift`, as a page of ElementKind::index.
void encode_indexes(const ColumnCoding& coding, std::span<const std::int64_t> ends, std::int64_t shift,
                    std::span<std::byte> page) noexcept;

/// Encode a page of ElementKind::dispatch: the alternative of each value, from 1 (0: no value), and its index there.
void encode_dispatches(std::span<const std::uint8_t> tags, std::span<const std::int64_t> indexes,
                       std::span<std::byte> page) noexcept;

}  // namespace ramet::inline v1::ntuple
