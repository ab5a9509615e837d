#pragma once

#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/array/value_column.hpp"

namespace sample {

/// A column of values, to which more can be appended.
template <class Value>
ramet::array::ArrayBuilder builder_of(const std::vector<Value>& values) {
  ramet::array::ArrayBuilder column(ramet::array::ValueColumn<Value>::type());
  for (const Value& value : values) ramet::array::ValueColumn<Value>::append(column, value);
  return column;
}

}  // namespace sample
