#pragma once

#include "ramet/recovery/internal/limits/check_aids.hpp"
#include "ramet/recovery/internal/ntuple_salvage.hpp"

namespace ramet::inline v1::recovery::internal {

/// Check and decompress all pages in parallel. Sets `damage` of segments with a page that is damaged or overlaps
/// another one. Bytes that several columns use are checked once.
void check_pages(const io::ByteSource& source, SalvagedNTuple& ntuple, const CheckAids& aids);

}  // namespace ramet::inline v1::recovery::internal
