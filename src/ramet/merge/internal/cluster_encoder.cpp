#include "ramet/merge/internal/cluster_encoder.hpp"

#include <vector>

#include "ramet/file/recovery/cluster_mark.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// Add what is known of a part, whose bytes begin `shift` bytes later than its pieces say.
void add_part(const EncodedPart& part, std::uint64_t shift, ClusterDescriptor& cluster) {
  for (Piece piece : part.pieces) {
    piece.offset += shift;
    cluster.pieces.push_back(piece);
  }
  cluster.pieces_of_part.push_back(static_cast<std::uint32_t>(part.pieces.size()));
  cluster.part_numbers.push_back(part.number);
}

}  // namespace

void ClusterEncoder::write(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                           ClusterPlace place, StageTimes& times) {
  ClusterDescriptor cluster;
  cluster.place = place;
  cluster.entries = last - first;
  bool big = file_.area().needs_big_keys(0);
  encode(columns, first, last, big, cluster, times);
  cluster.extent = file_.area().take_extent(encoded_.size());
  if (!big && !file::RecordArea::fits_small_keys(cluster.extent)) {
    // The file has passed 2 GB since its size was looked at: keys and offsets are different there.
    table_.give_up(cluster.extent);
    big = true;
    encode(columns, first, last, big, cluster, times);
    cluster.extent = file_.area().take_extent(encoded_.size());
  }
  write_extent(cluster, big, times);
  const StageTimer timer(&times, Stage::commit);
  table_.commit(std::move(cluster));
}

void ClusterEncoder::write_extent(ClusterDescriptor& cluster, bool big, StageTimes& times) {
  const StageTimer timer(&times, Stage::write);
  try {
    table_.format().place(encoded_.span().first(mark_begin_), cluster.pieces, big, cluster.extent.offset);
    file::place_cluster_mark(encoded_.span().subspan(mark_begin_), big, cluster.extent.offset + mark_begin_);
    file_.area().sink().write_at(cluster.extent.offset, encoded_.span());
  } catch (...) {
    table_.give_up(cluster.extent);  // space without entries, to be marked as free
    throw;
  }
}

void ClusterEncoder::encode(std::span<const array::Array> columns, std::size_t first, std::size_t last, bool big,
                            ClusterDescriptor& cluster, StageTimes& times) {
  const TableFormat& format = table_.format();
  encoded_.resize(format.head_size(big));
  cluster.pieces.clear();
  cluster.pieces_of_part.clear();
  cluster.part_numbers.clear();
  const auto job = format.begin(columns, first, last, big);
  if (table_.options().encoder != nullptr && job->part_count() > 1)
    encode_in_tasks(*job, cluster, times);
  else
    encode_in_turn(*job, cluster, times);
  append_mark(cluster, big);
}

void ClusterEncoder::append_mark(const ClusterDescriptor& cluster, bool big) {
  mark_begin_ = encoded_.size();
  file::ClusterMark mark{.table = table_.schema().name,
                         .schema = table_.format().schema_checksum(),
                         .sequence = cluster.place.sequence,
                         .ordinal = cluster.place.ordinal,
                         .entries = cluster.entries,
                         .size = mark_begin_,
                         .parts = {}};
  auto piece = cluster.pieces.begin();
  for (std::size_t part = 0; part < cluster.pieces_of_part.size(); ++part) {
    file::ClusterMark::Part& to = mark.parts.emplace_back();
    to.number = cluster.part_numbers[part];
    for (std::uint32_t i = 0; i < cluster.pieces_of_part[part]; ++i, ++piece)
      to.pieces.push_back({piece->elements, piece->stored_size});
  }
  const file::MarkHead head{file_.area().date(), table_.seek_directory(), big};
  encoded_.append(file::encode_cluster_mark(mark, head).span());
}

void ClusterEncoder::encode_in_turn(const ClusterJob& job, ClusterDescriptor& cluster, StageTimes& times) {
  const auto encoders = file_.encoders.lend();
  EncodedPart part;
  for (std::size_t number = 0; number < job.part_count(); ++number) {
    part.pieces.clear();
    job.encode(number, *encoders, encoded_, part, &times);
    add_part(part, 0, cluster);
  }
}

void ClusterEncoder::encode_in_tasks(const ClusterJob& job, ClusterDescriptor& cluster, StageTimes& times) {
  struct Part {
    bytes::Buffer encoded;
    EncodedPart described;
    StageTimes times;
  };
  std::vector<Part> parts(job.part_count());
  table_.options().encoder->for_each_index(parts.size(), [&](std::size_t number) {
    const auto encoders = file_.encoders.lend();
    Part& part = parts[number];
    job.encode(number, *encoders, part.encoded, part.described, &part.times);
  });
  for (Part& part : parts) {
    add_part(part.described, encoded_.size(), cluster);
    encoded_.append(part.encoded.span());
    part.encoded = bytes::Buffer();
    times.add(part.times);
  }
}

}  // namespace ramet::inline v1::merge::internal
