#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "ramet/array/array.hpp"

namespace ramet::bindings {

/// Columns as Python holds them: each as long as an array made of it lives.
using SharedArrays = std::vector<std::shared_ptr<array::Array>>;

inline SharedArrays share(std::vector<array::Array>&& columns) {
  SharedArrays shared;
  for (array::Array& column : columns) shared.push_back(std::make_shared<array::Array>(std::move(column)));
  return shared;
}

}  // namespace ramet::bindings
