#pragma once

// Find how a table is best written: compression of its columns, and the size of its clusters.

#include "ramet/tune/profile.hpp"
#include "ramet/tune/tune.hpp"
