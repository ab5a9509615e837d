#pragma once

#include "ramet/recovery/internal/limits/check_aids.hpp"
#include "ramet/recovery/internal/ntuple_salvage.hpp"

namespace ramet::inline v1::recovery::internal {

/// Check and decompress each page, in parallel; segments with a damaged one, or one that is in part another's, say so.
/// Bytes that are several pages are looked at once.
void check_pages(const io::ByteSource& source, SalvagedNTuple& ntuple, const CheckAids& aids);

}  // namespace ramet::inline v1::recovery::internal
