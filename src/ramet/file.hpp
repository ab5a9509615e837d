#pragma once

// Open a file and read columns and objects, the short way: File, Table, Column.

#include "ramet/front/column.hpp"
#include "ramet/front/file.hpp"
#include "ramet/front/table.hpp"
