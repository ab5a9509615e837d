#pragma once

#include <stop_token>

#include "ramet/core/error.hpp"

namespace ramet::inline v1 {

using StopToken = std::stop_token;    ///< tells long calls to stop
using StopSource = std::stop_source;  ///< makes tokens and requests the stop

/// Throw Error(cancelled) once a stop was requested. Every long loop calls it at least ten times a second.
inline void throw_if_stopped(const StopToken& stop) {
  if (stop.stop_requested()) throw Error(ErrorKind::cancelled, "stopped on request");
}

}  // namespace ramet::inline v1
