#pragma once

#include "ramet/core/stop.hpp"
#include "ramet/recovery/internal/limits/allowance.hpp"
#include "ramet/recovery/internal/limits/claims.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::recovery::internal {

/// What checks of one file share. Threads: one thread; what it refers to, as it says.
struct CheckAids {
  schedule::Executor& executor;
  Allowance& allowance;
  Claims& claims;
  const StopToken& stop;
};

}  // namespace ramet::inline v1::recovery::internal
