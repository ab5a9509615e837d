#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "ramet/array/array.hpp"
#include "ramet/array/arrow/c_interface.hpp"

// Types and values for whoever takes Arrow's: Polars, DuckDB, pandas, pyarrow, and Arrow's own libraries.
//
//   array                Arrow                       memory
//   boolean              bool                        packed into bits
//   other numbers        int8, ..., float64          shared
//   string               large_utf8                  shared
//   list                 large_list                  shared
//   regular              fixed_size_list             shared
//   record               struct                      shared
//   option               the same, nullable          copied, with the missing values in their places
//   variant              dense_union, whose first    places copied, values shared
//                        alternative is null

namespace ramet::inline v1::array {

/// Describe a type, of a column called so. `out` is the caller's to release. Throws std::bad_alloc.
void export_type(const Type& type, std::string_view name, ArrowSchema& out);

/// Hand out values; what is shared lives until `out`, which is the caller's, is released: on any thread. Throws
/// Error(unsupported) for strings that are no UTF-8, and for more than 2^31 values of one alternative of a variant.
void export_values(const Array& values, ArrowArray& out);

/// Hand out columns of so many values each, which have as many names, as one record. Throws Error(misuse) for one of
/// another length, and what `export_values` throws; the column is named.
void export_record(std::size_t length, std::span<const std::string> names, std::span<const Array> columns,
                   ArrowArray& out);

}  // namespace ramet::inline v1::array
