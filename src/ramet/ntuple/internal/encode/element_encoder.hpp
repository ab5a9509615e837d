#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/array/number_type.hpp"
#include "ramet/ntuple/column_type.hpp"

namespace ramet::inline v1::ntuple {

/// Whether numbers of that type can become elements of that coding: those of its own type, and any floating-point
/// numbers those of fewer bits.
bool is_encodable(array::NumberType from, const ColumnCoding& coding) noexcept;

/// Encode numbers as they lie in memory, of a type that is encodable, as a page of as many elements, whose size is
/// coding.page_size. Throws Error(misuse) when a number is out of the range of ColumnType::real32_quant.
void encode_numbers(const ColumnCoding& coding, array::NumberType from, std::span<const std::byte> numbers,
                    std::span<std::byte> page);

/// Encode where lists end as a page of ElementKind::index, less `shift` each.
void encode_indexes(const ColumnCoding& coding, std::span<const std::int64_t> ends, std::int64_t shift,
                    std::span<std::byte> page) noexcept;

/// Encode a page of ElementKind::dispatch: which alternative each value is, from 1 (0: none), and its index there.
void encode_dispatches(std::span<const std::uint8_t> tags, std::span<const std::int64_t> indexes,
                       std::span<std::byte> page) noexcept;

}  // namespace ramet::inline v1::ntuple
