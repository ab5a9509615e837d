#include "ramet/recovery/internal/unlisted/unlisted_blobs.hpp"

#include <algorithm>
#include <optional>

#include "ramet/compression/decompressor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/recovery/internal/unlisted/page_columns.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

using ntuple::BlobReader;
using ntuple::EnvelopeType;

// A limit: each ntuple is tried with each record of pages.
constexpr std::size_t most_ntuples = 100;

ntuple::EnvelopeLink link_of(const file::Key& blob) {
  return {blob.object_size, {blob.seek + blob.key_length, std::uint64_t{blob.record_size} - blob.key_length}};
}

/// Whether the record is a complete envelope of this type with a matching checksum.
bool is_envelope(const BlobReader& blobs, const file::Key& blob, EnvelopeType type,
                 compression::Decompressor& decompressor) {
  try {
    read_envelope(blobs, link_of(blob), type, decompressor);
    return true;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::io) throw;
    return false;
  }
}

/// The contents of a record. Threads: a value.
struct Outcome {
  std::optional<EnvelopeType> envelope;
  std::vector<BlobPage> pages;
};

Outcome look_at(const io::ByteSource& source, const file::Key& blob) {
  const BlobReader blobs(source, 0);
  compression::Decompressor decompressor;
  for (const EnvelopeType type : {EnvelopeType::header, EnvelopeType::page_list, EnvelopeType::footer})
    if (is_envelope(blobs, blob, type, decompressor)) return {type, {}};
  return {std::nullopt, pages_of_blob(source, blob)};
}

}  // namespace

UnlistedBlobs find_unlisted(const io::ByteSource& source, const std::vector<file::Key>& blobs,
                            schedule::Executor& executor, const StopToken& stop) {
  std::vector<Outcome> outcomes(blobs.size());
  executor.for_each_index(
      blobs.size(), [&](std::size_t number) { outcomes[number] = look_at(source, blobs[number]); }, stop);
  UnlistedBlobs found;
  for (std::size_t number = 0; number < blobs.size(); ++number) {
    Outcome& outcome = outcomes[number];
    if (outcome.envelope == EnvelopeType::header) {
      found.headers.push_back(link_of(blobs[number]));
    } else if (outcome.envelope == EnvelopeType::page_list) {
      found.page_lists.push_back(link_of(blobs[number]));
    } else if (!outcome.pages.empty()) {
      found.pages.push_back({blobs[number], std::move(outcome.pages)});
    } else if (!outcome.envelope) {
      found.unknown.push_back(blobs[number]);
    }
  }
  return found;
}

ClusterFinder::ClusterFinder(const io::ByteSource& source, const UnlistedBlobs& blobs, schedule::Executor& executor,
                             const StopToken& stop)
    : source_(source), blobs_(blobs), executor_(executor), stop_(stop) {}

std::vector<SalvagedNTuple> ClusterFinder::ntuples(const std::set<std::uint64_t>& known_headers) const {
  std::vector<SalvagedNTuple> found;
  const BlobReader blobs(source_, 0);
  compression::Decompressor decompressor;
  for (const ntuple::EnvelopeLink& link : blobs_.headers) {
    if (found.size() == most_ntuples) break;
    try {
      ntuple::Envelope header = read_envelope(blobs, link, EnvelopeType::header, decompressor);
      if (!known_headers.contains(header.checksum)) found.push_back(ntuple_of_header(std::move(header)));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
    }
  }
  return found;
}

void ClusterFinder::add_clusters(SalvagedNTuple& ntuple, const std::vector<SalvagedNTuple>& others) {
  add_listed(ntuple);
  add_proven(ntuple, others);
  std::ranges::stable_sort(ntuple.segments, {}, &Segment::position);
}

void ClusterFinder::add_listed(SalvagedNTuple& ntuple) {
  const BlobReader blobs(source_, 0);
  compression::Decompressor decompressor;
  for (const ntuple::EnvelopeLink& link : blobs_.page_lists) {
    try {
      const ntuple::PageList list(read_envelope(blobs, link, EnvelopeType::page_list, decompressor),
                                  ntuple.described.header_checksum);
      for (Segment& segment : segments_of(list)) {
        // Schema extensions are described only in the footer.
        if (segment.parts.size() > ntuple.described.schema.columns.size())
          segment.parts.resize(ntuple.described.schema.columns.size());
        ntuple.segments.push_back(std::move(segment));
      }
    } catch (const Error& error) {  // the page list of another ntuple
      if (error.kind() == ErrorKind::io) throw;
    }
  }
  std::vector<std::uint64_t> places;
  for (const Segment& segment : ntuple.segments)
    for (const Part& part : segment.parts)
      for (const Piece& piece : part.pieces) places.push_back(piece.seek);
  std::ranges::sort(places);
  const auto mark_used = [&](const file::Key& key) {
    const auto place = std::ranges::lower_bound(places, key.seek);
    if (place != places.end() && *place < key.seek + key.record_size) used_.insert(key.seek);
  };
  for (const UnlistedBlobs::Pages& record : blobs_.pages) mark_used(record.key);
  for (const file::Key& key : blobs_.unknown) mark_used(key);
}

void ClusterFinder::add_proven(SalvagedNTuple& ntuple, const std::vector<SalvagedNTuple>& others) {
  std::vector<Segment> found(blobs_.pages.size());
  std::vector<std::string> reasons(blobs_.pages.size());
  executor_.for_each_index(
      found.size(),
      [&](std::size_t number) {
        const UnlistedBlobs::Pages& record = blobs_.pages[number];
        if (used_.contains(record.key.seek)) return;
        try {
          Segment segment = assign_pages(source_, ntuple.described.schema, record.pages);
          for (const SalvagedNTuple& other : others) {
            try {
              assign_pages(source_, other.described.schema, record.pages);
            } catch (const Error& error) {
              if (error.kind() == ErrorKind::io) throw;
              continue;
            }
            detail::fail(ErrorKind::corrupt, "the pages fit both '{}' and '{}'", ntuple.described.name,
                         other.described.name);
          }
          found[number] = std::move(segment);
        } catch (const Error& error) {
          if (error.kind() == ErrorKind::io) throw;
          reasons[number] = error.what();
        }
      },
      stop_);
  for (std::size_t number = 0; number < found.size(); ++number) {
    const std::uint64_t seek = blobs_.pages[number].key.seek;
    if (!reasons[number].empty()) unfit_.emplace(seek, std::move(reasons[number]));
    if (found[number].parts.empty()) continue;
    used_.insert(seek);
    ntuple.segments.push_back(std::move(found[number]));
  }
}

std::string ClusterFinder::left_over() const {
  std::size_t records = 0;
  std::uint64_t bytes = 0;
  std::string reason = "they have no checksums";
  for (const file::Key& key : blobs_.unknown) {
    if (used_.contains(key.seek)) continue;
    ++records;
    bytes += key.record_size;
  }
  for (const UnlistedBlobs::Pages& record : blobs_.pages) {
    if (used_.contains(record.key.seek)) continue;
    ++records;
    bytes += record.key.record_size;
    const auto unfit = unfit_.find(record.key.seek);
    reason = unfit == unfit_.end() ? "there is no header of their ntuple" : unfit->second;
  }
  if (records == 0) return {};
  return fmt::format("{} records with {} bytes of an ntuple's pages cannot be assigned to columns: {}", records, bytes,
                     reason);
}

}  // namespace ramet::inline v1::recovery::internal
