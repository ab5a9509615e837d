#pragma once

#include <cstdint>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/schema/object_tag.hpp"

// TBranchClones: a TClonesArray as ROOT 3 and older split it, and TTree::SetBranchStyle(0) still does. It streams
// itself (root-project/root, tree/tree/src/TBranchClones.cxx: Streamer), and no file describes it:
//
//   | head: version 2 | TNamed | fCompress, fBasketSize, fEntryOffsetLen, fMaxBaskets, fWriteBasket  4 each |
//   | fEntryNumber | fEntries, fTotBytes, fZipBytes | fOffset 4 | fBranchCount: pointer | class name | fBranches |
//       8              8 each, whole numbers            since ROOT 5
//       4              8 each, double                   before: of the same version
//
// It has no baskets: those of fBranchCount, "tracks_", say how many objects each entry has; the branches of fBranches,
// "tracks.fPx", have a member of them all, which the leaf of fBranchCount counts.

namespace ramet::inline v1::schema {

/// The catalogue's version of the layout of a TBranchClones: 2, or 1 for that of ROOT 4 and older. The cursor must be
/// after the version head.
std::int32_t clones_layout_version(const VersionHeader& header, bytes::ByteCursor there);

}  // namespace ramet::inline v1::schema
