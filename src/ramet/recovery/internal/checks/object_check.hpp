#pragma once

#include <cstdint>
#include <string>

#include "ramet/dataset/session.hpp"
#include "ramet/file/key.hpp"
#include "ramet/recovery/internal/reports/findings.hpp"

namespace ramet::inline v1::recovery::internal {

/// About how much memory an object takes with all that it points to: what a reader makes of small objects is many times
/// what they are in a file.
std::uint64_t memory_of_object(const dataset::File& file, const file::Key& key);

/// Read an object with all that it points to, and as a histogram or graph if it is one. Throws Error(corrupt) and
/// Error(unsupported), also for a part of it that could not be read.
void check_object(const dataset::File& file, const file::Key& key);

}  // namespace ramet::inline v1::recovery::internal
