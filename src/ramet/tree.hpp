#pragma once

// Trees: their branches, entry lists, and reading columns of them.

#include "ramet/tree/entry_list.hpp"
#include "ramet/tree/tree.hpp"
#include "ramet/tree/tree_reader.hpp"
