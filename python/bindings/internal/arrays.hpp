#pragma once

#include <vector>

#include "ramet/array/array.hpp"

namespace ramet::bindings {

/// Columns, whose memory lives as long as a NumPy array made of it.
using Arrays = std::vector<array::Array>;

}  // namespace ramet::bindings
