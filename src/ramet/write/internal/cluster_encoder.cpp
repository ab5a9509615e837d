#include "ramet/write/internal/cluster_encoder.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/cluster_mark.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::write::internal {
namespace {

/// Add an encoded part to a cluster's description. `shift` is added to the offsets of its pieces.
void add_part(const EncodedPart& part, std::uint64_t shift, table::ClusterDescriptor& cluster) {
  for (table::Piece piece : part.pieces) {
    piece.offset += shift;
    cluster.pieces.push_back(piece);
  }
  cluster.pieces_of_part.push_back(static_cast<std::uint32_t>(part.pieces.size()));
  cluster.part_numbers.push_back(part.number);
}

}  // namespace

void ClusterEncoder::write(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                           table::ClusterPlace place, StageTrace trace) {
  table::ClusterDescriptor& cluster = encoded_.described;
  cluster.place = place;
  encode(columns, first, last, file_.area().needs_big_keys(0), trace);
  cluster.extent = file_.area().take_extent(encoded_.bytes.size());
  if (!encoded_.big && !file::RecordArea::fits_small_keys(cluster.extent)) {
    // The file has grown beyond 2 GB since `needs_big_keys` was called: encode with big keys.
    table_.clusters().give_up(cluster.extent);
    encode(columns, first, last, true, trace);
    cluster.extent = file_.area().take_extent(encoded_.bytes.size());
  }
  write_extent(encoded_, trace);
}

EncodedCluster ClusterEncoder::encode_ahead(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                                            table::ClusterPlace place, StageTrace trace) {
  encoded_.described.place = place;
  encode(columns, first, last, true, trace);
  return std::exchange(encoded_, {});
}

void ClusterEncoder::write(EncodedCluster& cluster, StageTrace trace) { write_extent(cluster, trace); }

void ClusterEncoder::give_up(io::Extent extent) noexcept {
  try {
    table_.clusters().give_up(extent);  // will be marked as free
  } catch (...) {                       // NOLINT(bugprone-empty-catch): the extent stays unused, which is harmless
  }
}

void ClusterEncoder::write_extent(EncodedCluster& cluster, StageTrace trace) {
  const io::Extent extent = cluster.described.extent;
  const auto bytes = cluster.bytes.span();
  std::vector<table::Piece> unplaced = cluster.described.pieces;
  try {
    table_.format().place(bytes.first(cluster.mark_begin), cluster.described.pieces, cluster.big, extent.offset);
    file::place_record(bytes.subspan(cluster.mark_begin), cluster.big, extent.offset + cluster.mark_begin);
    {
      StageTimer timer(trace, Stage::write);
      timer.note_bytes(bytes.size());
      file_.area().sink().write_at(extent.offset, bytes);
    }
    const StageTimer timer(trace, Stage::commit);
    table_.clusters().commit(std::move(cluster.described));
  } catch (...) {
    cluster.described.pieces.swap(unplaced);
    give_up(extent);
    throw;
  }
}

void ClusterEncoder::encode(std::span<const array::Array> columns, std::size_t first, std::size_t last, bool big,
                            StageTrace trace) {
  const TableFormat& format = table_.format();
  encoded_.big = big;
  encoded_.bytes.resize(format.head_size(big));
  table::ClusterDescriptor& cluster = encoded_.described;
  cluster.entries = last - first;
  cluster.pieces.clear();
  cluster.pieces_of_part.clear();
  cluster.part_numbers.clear();
  const auto job = format.begin(columns, first, last, big);
  detail::while_doing([&] { return table_.name(); },
                      [&] {
                        if (executor() != nullptr && job->part_count() > 1)
                          encode_in_tasks(*job, trace);
                        else
                          encode_in_turn(*job, trace);
                      });
  append_mark();
}

schedule::Executor* ClusterEncoder::executor() const noexcept { return table_.options().executor; }

void ClusterEncoder::append_mark() {
  const table::ClusterDescriptor& cluster = encoded_.described;
  encoded_.mark_begin = encoded_.bytes.size();
  // Recovery orders clusters by their marks. The number of earlier entries is added, so that these come after the
  // clusters of earlier writers, whose parts had the same numbers.
  file::ClusterMark mark{.table = table_.schema().name,
                         .schema = table_.format().schema_checksum(),
                         .sequence = table_.record().entries_before() + cluster.place.sequence,
                         .ordinal = cluster.place.ordinal,
                         .entries = cluster.entries,
                         .size = encoded_.mark_begin,
                         .parts = {}};
  auto piece = cluster.pieces.begin();
  for (std::size_t part = 0; part < cluster.pieces_of_part.size(); ++part) {
    file::ClusterMark::Part& to = mark.parts.emplace_back();
    to.number = cluster.part_numbers[part];
    for (std::uint32_t i = 0; i < cluster.pieces_of_part[part]; ++i, ++piece)
      to.pieces.push_back({piece->elements, piece->stored_size});
  }
  const file::MarkHead head{file_.area().date(), table_.seek_directory(), encoded_.big};
  encoded_.bytes.append(file::encode_cluster_mark(mark, head).span());
}

void ClusterEncoder::encode_in_turn(const ClusterJob& job, StageTrace trace) {
  const auto encoders = file_.encoders.lend();
  EncodedPart part;
  for (std::size_t number = 0; number < job.part_count(); ++number) {
    part.pieces.clear();
    job.encode(number, *encoders, encoded_.bytes, part, trace);
    add_part(part, 0, encoded_.described);
  }
}

void ClusterEncoder::encode_in_tasks(const ClusterJob& job, StageTrace trace) {
  struct Part {
    bytes::Buffer encoded;
    EncodedPart described;
    StageTimes times;
  };
  std::vector<Part> parts(job.part_count());
  if (trace.track != nullptr) trace.track->make_row();
  executor()->for_each_index(parts.size(), [&](std::size_t number) {
    const auto encoders = file_.encoders.lend();
    Part& part = parts[number];
    std::optional<TraceTrack> track;
    if (trace.track != nullptr) track.emplace(trace.track);
    job.encode(number, *encoders, part.encoded, part.described, {&part.times, track ? &*track : nullptr});
  });
  for (Part& part : parts) {
    add_part(part.described, encoded_.bytes.size(), encoded_.described);
    encoded_.bytes.append(part.encoded.span());
    part.encoded = bytes::Buffer();
    if (trace.times != nullptr) trace.times->add(part.times);
  }
}

}  // namespace ramet::inline v1::write::internal
