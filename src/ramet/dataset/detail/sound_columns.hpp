#pragma once

#include <span>
#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/dataset/table.hpp"

namespace ramet::inline v1::dataset {

/// A column that was left out, and the reason. Threads: a value.
struct DamagedColumn {
  std::string name;
  std::string reason;
};

/// Reads a column by its name, always the same entries. Throws as Dataset::read.
using ReadColumn = FunctionRef<array::Array(const std::string&)>;

/// Read columns one by one. A column that consists of others, such as a group of branches or a record of fields, is
/// read without its damaged members, which are listed in `damaged`. `all` has the columns of the table. Throws as
/// `read`, and Error(corrupt) for a damaged column without members, or without undamaged ones.
std::vector<array::Array> read_sound(std::span<const std::string> names, std::span<const Column> all, ReadColumn read,
                                     std::vector<DamagedColumn>& damaged);

}  // namespace ramet::inline v1::dataset
