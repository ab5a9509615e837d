#include "ramet/table/schema.hpp"

namespace ramet::inline v1::table {

std::string counter_of(const Column& column) { return column.counter.empty() ? "n" + column.name : column.counter; }

std::string packed_range_of(const Column& column) {
  const bool is_packed_type = column.type_name.starts_with("Double32_t") || column.type_name.starts_with("Float16_t");
  return column.packed_range.empty() && is_packed_type ? "[]" : column.packed_range;
}

}  // namespace ramet::inline v1::table
