#pragma once

// Merge and compare files, also while they arrive; copy, move and remove keys.

#include "ramet/merge/compare.hpp"
#include "ramet/merge/follow.hpp"
#include "ramet/merge/join_files.hpp"
#include "ramet/merge/keys.hpp"
#include "ramet/merge/live.hpp"
#include "ramet/merge/merge.hpp"
#include "ramet/merge/plan.hpp"
#include "ramet/merge/plan_page.hpp"
#include "ramet/merge/table_options.hpp"
