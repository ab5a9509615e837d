#pragma once

#include <optional>

#include "ramet/ntuple/column_type.hpp"
#include "ramet/table/schema.hpp"

namespace ramet::inline v1::ntuple {

/// The coding of a column's floating-point numbers with reduced precision: half_precision is Real16 (never split,
/// which ROOT cannot read), a range "[0,100,16]" Real32Quant of 16 bits, "[0,0,12]" Real32Trunc with 12 bits of
/// mantissa. Nothing for numbers of full
/// precision, and for a Double32_t without a range. Throws Error(misuse) for a malformed range, and for both together.
/// Threads: any.
std::optional<ColumnCoding> reduced_coding_of(const table::Column& column);

/// Whether it is a Double32_t without a range: float64 in memory, float32 in the file.
bool is_double32(const table::Column& column) noexcept;

}  // namespace ramet::inline v1::ntuple
