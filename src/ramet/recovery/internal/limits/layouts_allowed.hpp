#pragma once

#include "ramet/file/file_reader.hpp"
#include "ramet/recovery/internal/limits/allowance.hpp"

namespace ramet::inline v1::recovery::internal {

/// Throw Error(unsupported) when a file's streamer infos exceed the limits, Error(corrupt) when they are not a valid
/// record.
void require_layouts_allowed(const file::FileReader& reader, Allowance& allowance);

}  // namespace ramet::inline v1::recovery::internal
