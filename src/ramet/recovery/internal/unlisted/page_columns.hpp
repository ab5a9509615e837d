#pragma once

#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/ntuple/schema.hpp"
#include "ramet/recovery/internal/segment.hpp"
#include "ramet/recovery/internal/unlisted/blob_pages.hpp"

// Pages do not name their columns, but they are in the order of columns, and the number of elements of each column in a
// cluster is known: the number of entries, or the last end of its collections, which is in an earlier column. Equal
// pages are written once (ROOT's same-page merging), so a column may use an earlier page.

namespace ramet::inline v1::recovery::internal {

/// Assign the pages of a cluster to the columns of a schema, and find the number of entries. All pages must be used, as
/// few as possible of them more than once; each column must have exactly its number of elements; and there must be only
/// one such assignment. Throws Error(corrupt) with the reason if there is none or more than one; Error(unsupported) for
/// schemas that never allow a unique one.
Segment assign_pages(const io::ByteSource& source, const ntuple::Schema& schema, const std::vector<BlobPage>& pages);

}  // namespace ramet::inline v1::recovery::internal
