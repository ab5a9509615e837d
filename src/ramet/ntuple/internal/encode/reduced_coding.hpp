#pragma once

#include <optional>

#include "ramet/ntuple/column_type.hpp"
#include "ramet/table/schema.hpp"

namespace ramet::inline v1::ntuple {

/// How a column's floating-point numbers are stored with fewer bits than they have: half_precision as Real16, a range
/// "[0,100,16]" as Real32Quant of 16 bits, "[0,0,12]" as Real32Trunc with 12 bits of mantissa. None when they keep
/// their bits, or are a Double32_t without a range. Throws Error(misuse) for a range that is none, and for both
/// together. Threads: any.
std::optional<ColumnCoding> reduced_coding_of(const table::Column& column, bool is_split);

/// Whether it is a Double32_t without a range: float64 in memory, float32 in the file.
bool is_double32(const table::Column& column) noexcept;

}  // namespace ramet::inline v1::ntuple
