#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/ntuple/detail/page_list.hpp"
#include "ramet/ntuple/ntuple.hpp"
#include "ramet/recovery/internal/segment.hpp"
#include "ramet/recovery/internal/survey.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::recovery::internal {

/// An ntuple with a readable header, and all of its entries that were found. Threads: a value.
struct SalvagedNTuple {
  std::string directory;
  file::Key key;              ///< of the anchor
  ntuple::Envelope header;    ///< unchanged
  ntuple::Envelope footer;    ///< with schema extensions
  ntuple::NTuple described;   ///< header and footer, parsed
  std::uint64_t largest_key;  ///< of the anchor
  std::vector<Segment> segments;
};

/// Find the pages of an ntuple: those in its page lists, and those of clusters with a mark. The anchor is in `file`:
/// the file that is recovered, or an undamaged one of the same program. Throws Error(corrupt) when anchor, header or
/// footer cannot be read.
SalvagedNTuple find_ntuple(const Survey& survey, const FoundKey& found, const dataset::File& file);

/// The same for the pages in page lists only.
SalvagedNTuple find_saved(const dataset::File& file, const FoundKey& found);

/// An ntuple with a header and no footer, without clusters. Throws Error(corrupt).
SalvagedNTuple ntuple_of_header(ntuple::Envelope header);

/// Add the clusters that have a mark for this ntuple.
void add_marked(const Survey& survey, SalvagedNTuple& ntuple);

/// The clusters in a page list.
std::vector<Segment> segments_of(const ntuple::PageList& list);

/// The page list of the segments that are kept, with the new positions of pages; it has the header's checksum.
bytes::Buffer page_list_of(const SalvagedNTuple& ntuple);

/// A footer with one cluster group, and the schema extension of the footer that was found.
bytes::Buffer footer_of(const SalvagedNTuple& ntuple, const ntuple::EnvelopeLink& page_list);

}  // namespace ramet::inline v1::recovery::internal
