#pragma once

// Columns in memory, and their types.

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/array/batch.hpp"
#include "ramet/array/number_type.hpp"
#include "ramet/array/type.hpp"
#include "ramet/array/value_column.hpp"
