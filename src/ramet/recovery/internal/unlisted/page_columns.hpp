#pragma once

#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/ntuple/schema.hpp"
#include "ramet/recovery/internal/segment.hpp"
#include "ramet/recovery/internal/unlisted/blob_pages.hpp"

// No page says of which column it is, but they lie in the order of columns, and how many elements a column has in a
// cluster is known: as many as entries, or as the ends of its collections say, which are in a column before it. Pages
// that are equal are written once (ROOT's same-page merging); then a column may have a page that stands further ahead.

namespace ramet::inline v1::recovery::internal {

/// Find out which columns of a schema the pages of a cluster are of, and how many entries it has. All pages must be
/// used, as few as possible of them more than once, each column must have exactly the elements that it has to have, and
/// there must be no other way. Throws Error(corrupt), saying why that cannot be shown; Error(unsupported) for schemas
/// with which it never can.
Segment assign_pages(const io::ByteSource& source, const ntuple::Schema& schema, const std::vector<BlobPage>& pages);

}  // namespace ramet::inline v1::recovery::internal
