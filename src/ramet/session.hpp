#pragma once

// Sessions: what files that are open together share, an executor, caches and a memory budget.

#include "ramet/dataset/schema_cache.hpp"
#include "ramet/dataset/session.hpp"
