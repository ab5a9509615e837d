#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/dataset/session.hpp"

namespace ramet::inline v1::frame {

/// A bit of an integer column that says which entries have a value of another column: those that passed under its
/// variation, in a snapshot with variations. Threads: a value.
struct ColumnMask {
  std::string column;
  std::string mask;  ///< the column of the bit
  std::uint32_t bit = 0;
};

/// The masks of columns, by their names. Threads: a value.
using ColumnMasks = std::map<std::string, ColumnMask, std::less<>>;

/// The masks that a file has for a tree or ntuple: the object R_rdf_column_to_bitmask_mapping_TABLE that ROOT and
/// SnapshotAction write beside it. `path` may be "dir/Events", or the name alone if it is the only one of this name.
/// None if there is no such object. Throws Error(corrupt).
ColumnMasks read_column_masks(const dataset::File& file, std::string_view path);

/// The values for which a bit of a mask is set, as options.
array::Array masked_values(const array::Array& values, const array::Array& masks, std::uint32_t bit);

}  // namespace ramet::inline v1::frame
