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

/// An ntuple whose header says what its columns are, and all entries that were found of it. Threads: a value.
struct SalvagedNTuple {
  std::string directory;
  file::Key key;              ///< of its anchor
  ntuple::Envelope header;    ///< as it was
  ntuple::Envelope footer;    ///< which has what was added to the schema
  ntuple::NTuple described;   ///< what both say
  std::uint64_t largest_key;  ///< of the anchor
  std::vector<Segment> segments;
};

/// Find the pages of an ntuple: those that its page lists know, and those behind which a mark stands. The anchor is in
/// `file`, which is the file that is recovered or one like it. Throws Error(corrupt) when anchor, header or footer
/// cannot be read.
SalvagedNTuple find_ntuple(const Survey& survey, const FoundKey& found, const dataset::File& file);

/// The same without looking for anything beside what the page lists know.
SalvagedNTuple find_saved(const dataset::File& file, const FoundKey& found);

/// What an ntuple is of which there is a header, but no footer: as yet without clusters. Throws Error(corrupt).
SalvagedNTuple ntuple_of_header(ntuple::Envelope header);

/// Add the clusters behind which a mark for the ntuple stands.
void add_marked(const Survey& survey, SalvagedNTuple& ntuple);

/// The clusters of a page list.
std::vector<Segment> segments_of(const ntuple::PageList& list);

/// The list of all pages of the segments that are kept, at their new places, for the header of that checksum.
bytes::Buffer page_list_of(const SalvagedNTuple& ntuple);

/// A footer with one group of clusters, and what the footer that was found has of the schema.
bytes::Buffer footer_of(const SalvagedNTuple& ntuple, const ntuple::EnvelopeLink& page_list);

}  // namespace ramet::inline v1::recovery::internal
