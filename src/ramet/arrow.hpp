#pragma once

// Columns and tables handed to Arrow, and taken from it, without copies.

#include "ramet/array/arrow/arrow_export.hpp"
#include "ramet/array/arrow/arrow_stream.hpp"
#include "ramet/array/arrow/c_interface.hpp"
