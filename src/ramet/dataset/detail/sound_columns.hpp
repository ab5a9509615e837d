#pragma once

#include <span>
#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/dataset/rows.hpp"

namespace ramet::inline v1::dataset {

/// A column that was left out of what was read together with others, and why. Threads: a value.
struct DamagedColumn {
  std::string name;
  std::string reason;
};

/// Reads one column by its name, the same entries of each. Throws as Dataset::read.
using ReadColumn = FunctionRef<array::Array(const std::string&)>;

/// Read columns one by one. Of one that is made of others, as a group of branches or a record of fields, members that
/// are damaged are not there, and are named in `damaged`; `all` has the columns of the table. Throws as `read`: also
/// Error(corrupt) for a damaged column that is not made of others, or of which no member is sound.
std::vector<array::Array> read_sound(std::span<const std::string> names, std::span<const Column> all, ReadColumn read,
                                     std::vector<DamagedColumn>& damaged);

}  // namespace ramet::inline v1::dataset
