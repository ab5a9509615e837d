#pragma once

#include "ramet/core/stop.hpp"
#include "ramet/recovery/internal/limits/allowance.hpp"
#include "ramet/recovery/internal/limits/claims.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::recovery::internal {

/// The objects that all checks of one file share. Threads: one thread; the objects referred to, as they say.
struct CheckAids {
  schedule::Executor& executor;
  Allowance& allowance;
  Claims& claims;
  const StopToken& stop;
};

}  // namespace ramet::inline v1::recovery::internal
