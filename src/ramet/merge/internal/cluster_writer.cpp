#include "ramet/merge/internal/cluster_writer.hpp"

#include "ramet/core/error.hpp"
#include "ramet/file/recovery/cluster_mark.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

// Columns grow by doubling, and their encoded form is there beside them until it is written.
constexpr std::uint64_t bytes_per_column_byte = 3;

MemoryReservation smallest_share_of(OutputFile& file) {
  auto reservation = file.budget.try_reserve(ClusterWriter::smallest_share);
  if (reservation.bytes() == 0)
    fail(ErrorKind::misuse,
         "a memory budget of {} bytes, of which {} are taken, is too small for one more context of {}",
         file.budget.limit(), file.budget.used(), ClusterWriter::smallest_share);
  return reservation;
}

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

ClusterWriter::ClusterWriter(std::shared_ptr<OutputFile> file, std::shared_ptr<TableOutput> table,
                             std::uint64_t sequence)
    : file_(std::move(file)), table_(std::move(table)), reservation_(smallest_share_of(*file_)), place_{sequence, 0} {
  report_.number = table_->next_context();
  table_->context_opened();
}

ClusterWriter::~ClusterWriter() = default;

void ClusterWriter::require_open() const {
  if (closed_) fail(ErrorKind::misuse, "fill context {} is closed", report_.number);
}

bool ClusterWriter::may_hold(std::uint64_t bytes) noexcept {
  const std::uint64_t wanted = bytes * bytes_per_column_byte;
  if (wanted <= reservation_.bytes()) return true;
  const std::uint64_t more = wanted - reservation_.bytes();
  const std::uint64_t for_filling = file_->budget.limit() - file_->budget.limit() / 4;
  const std::uint64_t used = file_->budget.used();
  return used <= for_filling && more <= for_filling - used && reservation_.try_grow(more);
}

void ClusterWriter::release() noexcept {
  encoded_ = bytes::Buffer();
  reservation_.shrink_to(smallest_share);
}

void ClusterWriter::write(std::span<const array::Array> columns, std::size_t first, std::size_t last) {
  if (first == last) return;
  require_open();
  table_->format().check(columns, first, last);
  ClusterDescriptor cluster;
  cluster.place = place_;
  cluster.entries = last - first;
  bool big = file_->area().needs_big_keys(0);
  encode(columns, first, last, big, cluster);
  cluster.extent = file_->area().take_extent(encoded_.size());
  if (!big && !file::RecordArea::fits_small_keys(cluster.extent)) {
    // The file has passed 2 GB since its size was looked at: keys and offsets are different there.
    table_->give_up(cluster.extent);
    big = true;
    encode(columns, first, last, big, cluster);
    cluster.extent = file_->area().take_extent(encoded_.size());
  }
  write_extent(cluster, big);
  report_.entries += cluster.entries;
  ++report_.clusters;
  ++place_.ordinal;
  const StageTimer timer(&report_.times, Stage::commit);
  table_->commit(std::move(cluster));
  if (file_->schedule.claim(file_->area().size())) checkpoint(*file_);
}

void ClusterWriter::write_extent(ClusterDescriptor& cluster, bool big) {
  const StageTimer timer(&report_.times, Stage::write);
  try {
    table_->format().place(encoded_.span().first(mark_begin_), cluster.pieces, big, cluster.extent.offset);
    file::place_cluster_mark(encoded_.span().subspan(mark_begin_), big, cluster.extent.offset + mark_begin_);
    file_->area().sink().write_at(cluster.extent.offset, encoded_.span());
  } catch (...) {
    table_->give_up(cluster.extent);  // space without entries, to be marked as free
    throw;
  }
}

void ClusterWriter::encode(std::span<const array::Array> columns, std::size_t first, std::size_t last, bool big,
                           ClusterDescriptor& cluster) {
  const TableFormat& format = table_->format();
  encoded_.resize(format.head_size(big));
  cluster.pieces.clear();
  cluster.pieces_of_part.clear();
  cluster.part_numbers.clear();
  const auto job = format.begin(columns, first, last, big);
  if (table_->options().encoder != nullptr && format.part_count() > 1)
    encode_in_tasks(*job, cluster);
  else
    encode_in_turn(*job, cluster);
  append_mark(cluster, big);
}

void ClusterWriter::append_mark(const ClusterDescriptor& cluster, bool big) {
  mark_begin_ = encoded_.size();
  file::ClusterMark mark{.table = table_->schema().name,
                         .schema = table_->format().schema_checksum(),
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
  const file::MarkHead head{file_->area().date(), table_->seek_directory(), big};
  encoded_.append(file::encode_cluster_mark(mark, head).span());
}

void ClusterWriter::encode_in_turn(const ClusterJob& job, ClusterDescriptor& cluster) {
  const auto encoders = file_->encoders.lend();
  EncodedPart part;
  for (std::size_t number = 0; number < table_->format().part_count(); ++number) {
    part.pieces.clear();
    job.encode(number, *encoders, encoded_, part, &report_.times);
    add_part(part, 0, cluster);
  }
}

void ClusterWriter::encode_in_tasks(const ClusterJob& job, ClusterDescriptor& cluster) {
  struct Part {
    bytes::Buffer encoded;
    EncodedPart described;
    StageTimes times;
  };
  std::vector<Part> parts(table_->format().part_count());
  table_->options().encoder->for_each_index(parts.size(), [&](std::size_t number) {
    const auto encoders = file_->encoders.lend();
    Part& part = parts[number];
    job.encode(number, *encoders, part.encoded, part.described, &part.times);
  });
  for (Part& part : parts) {
    add_part(part.described, encoded_.size(), cluster);
    encoded_.append(part.encoded.span());
    part.encoded = bytes::Buffer();
    report_.times.add(part.times);
  }
}

void ClusterWriter::close(std::uint64_t lost) {
  if (closed_) return;
  closed_ = true;
  encoded_ = bytes::Buffer();
  reservation_.release();
  table_->context_closed(report_, lost);
}

}  // namespace ramet::inline v1::merge::internal
