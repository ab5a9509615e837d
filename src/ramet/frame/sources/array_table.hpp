#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/dataset/table.hpp"

namespace ramet::inline v1::frame {

/// Columns in memory as a table, which a frame may have as its source. Nothing is copied. `types` says of which classes
/// the records of the columns are, which arrays do not know; without it, of none. Throws Error(misuse) for columns that
/// do not have a value for each of the entries, for equal names, and for types that are not those of the columns.
std::shared_ptr<const dataset::Table> table_of_arrays(std::vector<std::pair<std::string, array::Array>> columns,
                                                      std::uint64_t entries, std::vector<array::Type> types = {});

}  // namespace ramet::inline v1::frame
