#pragma once

#include <string>

#include "ramet/recovery/internal/checks/findings.hpp"

namespace ramet::inline v1::recovery::internal {

/// Read an object with all that it points to, and as a histogram or graph if it is one. Throws Error(corrupt) and
/// Error(unsupported), also for a part of it that could not be read.
void check_object(const dataset::File& file, const file::Key& key);

}  // namespace ramet::inline v1::recovery::internal
