#include "ramet/recovery/internal/unlisted/unlisted_blobs.hpp"

#include "../../sample_killed.hpp"
#include "sample_blob.hpp"
#include <doctest/doctest.h>

#include "ramet/ntuple/detail/envelope_encoder.hpp"
#include "ramet/recovery/internal/checks/page_check.hpp"

using namespace ramet;
using namespace ramet::recovery::internal;

namespace {

/// An ntuple of ramet whose clusters are written again as by ROOT, without metadata that refers to them.
struct Orphans {
  std::shared_ptr<const io::ByteSource> source;
  std::vector<file::Key> blobs;
};

void add_blob(bytes::Buffer& file, std::vector<file::Key>& blobs, std::span<const std::byte> payload,
              std::uint64_t plain_size) {
  file::Key key;
  key.class_name = "RBlob";
  key.seek = file.size();
  key.key_length = file::key_length_of("RBlob", "", "", false);
  key.object_size = static_cast<std::uint32_t>(plain_size);
  key.record_size = static_cast<std::uint32_t>(key.key_length + payload.size());
  file.extend(key.key_length);
  file.append(payload);
  blobs.push_back(key);
}

Orphans orphans() {
  const sample::SerialSession serial;
  const auto whole = sample::recovered(sample::source_of(sample::killed_file(0))).source;
  const auto file = serial.session.open(whole);
  const FoundKey anchor{.key = file->reader().key("Rows"), .directory = ""};
  const SalvagedNTuple ntuple = find_saved(*file, anchor);
  Orphans made;
  bytes::Buffer contents(100);
  add_blob(contents, made.blobs, ntuple.header.bytes.span(), ntuple.header.bytes.size());
  for (const Segment& segment : ntuple.segments) {
    bytes::Buffer payload;
    std::uint64_t plain = 0;
    for (const Part& part : segment.parts)
      for (const Piece& piece : part.pieces) {
        whole->read_at(piece.seek, payload.extend(static_cast<std::size_t>(piece.stored_size) + 8));
        plain += piece.stored_size;
      }
    add_blob(contents, made.blobs, payload.span(), plain);
  }
  made.source = io::source_of(std::move(contents), "orphans.root");
  return made;
}

}  // namespace

TEST_CASE("unlisted blobs: an ntuple is found by its header and the clusters whose pages fit its columns") {
  const Orphans made = orphans();
  const sample::SerialSession serial;
  const UnlistedBlobs found = find_unlisted(*made.source, made.blobs, *serial.executor, {});
  CHECK(found.headers.size() == 1);
  CHECK(found.pages.size() == 4);
  const StopToken stop;
  ClusterFinder finder(*made.source, found, *serial.executor, stop);
  std::vector<SalvagedNTuple> ntuples = finder.ntuples({});
  REQUIRE(ntuples.size() == 1);
  CHECK(ntuples[0].key.name == "Rows");
  CHECK(finder.ntuples({ntuples[0].header.checksum}).empty());
  CHECK(finder.left_over().find("there is no header of their ntuple") != std::string::npos);
  finder.add_clusters(ntuples[0], {});
  REQUIRE(ntuples[0].segments.size() == 4);
  for (const Segment& segment : ntuples[0].segments) CHECK(segment.entries == 10);
  CHECK(finder.left_over().empty());
  sample::CheckTools tools;
  check_pages(*made.source, ntuples[0], tools.aids);
  CHECK(ntuples[0].segments[3].damage.empty());
}

TEST_CASE("unlisted blobs: pages that fit two ntuples are assigned to none") {
  const Orphans made = orphans();
  const sample::SerialSession serial;
  const UnlistedBlobs found = find_unlisted(*made.source, made.blobs, *serial.executor, {});
  const StopToken stop;
  ClusterFinder finder(*made.source, found, *serial.executor, stop);
  std::vector<SalvagedNTuple> one = finder.ntuples({});
  const std::vector<SalvagedNTuple> other = finder.ntuples({});
  finder.add_clusters(one.at(0), other);
  CHECK(one.at(0).segments.empty());
  CHECK(finder.left_over().find("the pages fit both 'Rows' and 'Rows'") != std::string::npos);
}

TEST_CASE("unlisted blobs: records that are neither envelopes nor pages are unknown") {
  const Orphans made = orphans();
  const sample::SerialSession serial;
  std::vector<file::Key> blobs = made.blobs;
  for (file::Key& blob : blobs) --blob.record_size;  // each lacks a byte
  const UnlistedBlobs found = find_unlisted(*made.source, blobs, *serial.executor, {});
  CHECK(found.headers.empty());
  CHECK(found.pages.empty());
  CHECK(found.unknown.size() == blobs.size());
}
