#pragma once

#include <cstdint>
#include <string>

#include "ramet/dataset/session.hpp"
#include "ramet/file/key.hpp"
#include "ramet/recovery/internal/reports/findings.hpp"

namespace ramet::inline v1::recovery::internal {

/// The approximate memory for an object and all objects that it points to: small objects need many times their size in
/// the file.
std::uint64_t memory_of_object(const dataset::File& file, const file::Key& key);

/// Read an object with all objects that it points to; histograms and graphs also as such. Throws Error(corrupt) and
/// Error(unsupported), also for unreadable parts.
void check_object(const dataset::File& file, const file::Key& key);

}  // namespace ramet::inline v1::recovery::internal
