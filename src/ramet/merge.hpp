#pragma once

// Merge files.

#include "ramet/merge/merge.hpp"
#include "ramet/merge/plan.hpp"
