#pragma once

#include "ramet/file/file_reader.hpp"
#include "ramet/recovery/internal/limits/allowance.hpp"

namespace ramet::inline v1::recovery::internal {

/// Throws Error(unsupported) when a file's streamer infos would take more memory or work than is allowed,
/// Error(corrupt) when they are no record.
void require_layouts_allowed(const file::FileReader& reader, Allowance& allowance);

}  // namespace ramet::inline v1::recovery::internal
