#include "ramet/ntuple/internal/encode/reduced_coding.hpp"

#include <cstdint>

#include "ramet/core/error.hpp"
#include "ramet/schema/value_range.hpp"

namespace ramet::inline v1::ntuple {
namespace {

constexpr int sign_and_exponent_bits = 9;

/// The number of bits of a range's steps.
std::uint16_t bits_of(const schema::ValueRange& range) noexcept {
  constexpr double rounding = 1e-9;  // of limits such as 0.1
  const double steps = range.factor * (range.maximum - range.minimum) * (1 - rounding);
  std::uint16_t bits = 1;
  while (bits < 32 && static_cast<double>(std::uint64_t{1} << bits) < steps) ++bits;
  return bits;
}

}  // namespace

std::optional<ColumnCoding> reduced_coding_of(const table::Column& column) {
  if (column.half_precision) {
    if (!column.packed_range.empty())
      detail::fail(ErrorKind::misuse, "column '{}' asks for half precision and for a packed range", column.name);
    return ColumnCoding{ColumnType::real16, 16};
  }
  if (column.packed_range.empty() || column.packed_range == "[]") return std::nullopt;
  const schema::ValueRange range = schema::parse_range(column.packed_range);
  if (range.factor != 0) return ColumnCoding{ColumnType::real32_quant, bits_of(range), range.minimum, range.maximum};
  if (range.bits == 0)
    detail::fail(ErrorKind::misuse, "packed range '{}' of column '{}' is not [minimum,maximum,bits]",
                 column.packed_range, column.name);
  return ColumnCoding{ColumnType::real32_trunc, static_cast<std::uint16_t>(sign_and_exponent_bits + range.bits)};
}

bool is_double32(const table::Column& column) noexcept {
  return column.packed_range == "[]" && column.type_name.empty() &&
         column.type == array::Type::of(array::NumberType::float64);
}

}  // namespace ramet::inline v1::ntuple
