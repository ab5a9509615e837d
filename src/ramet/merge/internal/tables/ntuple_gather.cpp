#include "ramet/merge/internal/tables/ntuple_gather.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/ntuple/detail/records/blob_record.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::size_t opened_at_a_time = 32;
/// Joined pages have about as many bytes at most, uncompressed.
constexpr std::uint64_t most_of_page = std::uint64_t{256} << 10;
/// Files whose clusters are small are read when so many are open.
constexpr std::size_t most_pieces_to_read = 64;

}  // namespace

/// A cluster of a part, and once it is loaded, its pages.
struct NTupleGather::Piece {
  std::shared_ptr<const OpenNTuple> open;  // until it is loaded
  const TablePart* part = nullptr;
  std::vector<ntuple::StoredColumn> stored;
  std::uint64_t entries = 0;
  std::vector<ntuple::PlainColumn> columns = {};
};

/// The pages of a column of the new cluster, in stored form.
struct NTupleGather::PackedColumn {
  bytes::Buffer bytes;
  MovedColumn moved;  // with positions in the bytes
};

NTupleGather::NTupleGather(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options,
                           Output& output, Way way, GrowingNTuple& ntuple)
    : inputs_(inputs),
      executor_(executor),
      options_(options),
      output_(output),
      joins_(way == Way::gather),
      ntuple_(ntuple),
      entries_(ntuple.entries()) {}

NTupleGather::~NTupleGather() = default;

/// Add the clusters of a part.
void NTupleGather::add_part(const std::shared_ptr<const OpenNTuple>& open) {
  for (const ntuple::PageList& list : open->lists) {
    for (std::size_t number = 0; number < list.cluster_count(); ++number) {
      if (!open->part->has(list.entries(number).first)) continue;
      Piece piece{open, open->part, {}, list.entries(number).size()};
      for (std::size_t column = 0; column < codings_.size(); ++column) {
        piece.stored.push_back(list.column(number, {column}));
        for (const ntuple::Page& page : piece.stored.back().pages)
          gathered_ += codings_[column].page_size(page.elements);
      }
      pieces_.push_back(std::move(piece));
      if (!joins_ || gathered_ >= options_.tables.cluster_bytes) flush();
    }
  }
  const auto waiting = std::ranges::count_if(pieces_, [](const Piece& piece) { return piece.open != nullptr; });
  if (static_cast<std::size_t>(waiting) >= most_pieces_to_read) load();
}

/// Read the pages of all pieces, so that their files can be closed.
void NTupleGather::load() {
  executor_.for_each_index(
      pieces_.size(),
      [&](std::size_t number) {
        Piece& piece = pieces_[number];
        if (piece.open == nullptr) return;
        of_input(piece.part->occurrence.input, [&] {
          const auto packer = packers_.lend();
          piece.columns.resize(codings_.size());
          for (std::size_t column = 0; column < codings_.size(); ++column)
            for (const ntuple::Page& page : piece.stored[column].pages)
              piece.columns[column].push_back(packer->read(*piece.open->blobs, page, codings_[column]));
        });
        piece.open = nullptr;
      },
      options_.stop);
}

NTupleGather::PackedColumn NTupleGather::pack(std::size_t column) {
  throw_if_stopped(options_.stop);
  const auto packer = packers_.lend();
  PackedColumn packed;
  const auto append = [&](const ntuple::PlainPage& page) {
    const std::uint64_t at = packed.bytes.size();
    const std::uint64_t size = packer->append(page, output_.file().options().compression, packed.bytes);
    packed.moved.pages.push_back({page.elements, size, at});
  };
  packed.moved.is_suppressed = pieces_.front().stored[column].is_suppressed;
  if (!joins_) {
    const Piece& piece = pieces_.front();
    of_input(piece.part->occurrence.input, [&] {
      for (const ntuple::Page& page : piece.stored[column].pages)
        append(packer->read(*piece.open->blobs, page, codings_[column]));
    });
    return packed;
  }
  std::vector<ntuple::PlainColumn> clusters;
  for (Piece& piece : pieces_) clusters.push_back(std::move(piece.columns[column]));
  if (ntuple::has_joinable_pages(codings_[column])) {
    ntuple::PlainColumn joined = of_input(pieces_.front().part->occurrence.input,
                                          [&] { return ntuple::join_pages(codings_[column], clusters, most_of_page); });
    clusters.clear();
    clusters.push_back(std::move(joined));
  }
  for (const ntuple::PlainColumn& cluster : clusters)
    for (const ntuple::PlainPage& page : cluster) append(page);
  return packed;
}

/// Write the pieces as one cluster.
void NTupleGather::flush() {
  if (pieces_.empty()) return;
  MovedCluster cluster;
  for (const Piece& piece : pieces_) cluster.entries += piece.entries;
  const DoneExtent* done = output_.done(output_.file().area().size());
  if (done == nullptr || !take_over(*done, cluster)) gather(cluster);
  entries_ += cluster.entries;
  ntuple_.clusters.push_back(std::move(cluster));
  pieces_.clear();
  gathered_ = 0;
}

/// Read, pack and write the pieces.
void NTupleGather::gather(MovedCluster& cluster) {
  if (joins_) load();
  std::vector<PackedColumn> columns(codings_.size());
  executor_.for_each_index(columns.size(), [&](std::size_t column) { columns[column] = pack(column); }, options_.stop);
  const io::Extent extent = place(columns);
  for (PackedColumn& column : columns) cluster.columns.push_back(std::move(column.moved));
  note(extent, cluster);
}

/// Note in the journal what is in a cluster: | its first entry 8 | columns: suppressed 1, pages 4, | elements 8, size
/// 8, place 8 ... | |.
void NTupleGather::note(io::Extent extent, const MovedCluster& cluster) {
  bytes::ByteWriter to;
  to.write(entries_);
  for (const MovedColumn& column : cluster.columns) {
    to.write(static_cast<std::uint8_t>(column.is_suppressed ? 1 : 0));
    to.write(static_cast<std::uint32_t>(column.pages.size()));
    for (const MovedPage& page : column.pages) {
      to.write(page.elements);
      to.write(page.size);
      to.write(page.seek);
    }
  }
  output_.finish(extent, to.span());
}

/// Take over a cluster that a merge that was stopped has written; false if it is another one.
bool NTupleGather::take_over(const DoneExtent& done, MovedCluster& cluster) {
  bytes::ByteCursor from(done.result.span());
  if (from.remaining() < 8 || from.read<std::uint64_t>() != entries_) return false;
  for (std::size_t column = 0; column < codings_.size(); ++column) {
    MovedColumn& to = cluster.columns.emplace_back();
    to.is_suppressed = from.read<std::uint8_t>() != 0;
    const std::size_t pages = from.count(24, "pages of a column in the journal");
    for (std::size_t page = 0; page < pages; ++page) {
      MovedPage& moved = to.pages.emplace_back();
      moved.elements = from.read<std::uint64_t>();
      moved.size = from.read<std::uint64_t>();
      moved.seek = from.read<std::uint64_t>();
    }
  }
  output_.file().area().take_extent(done.extent.size);
  if (options_.progress != nullptr) options_.progress->advance(done.extent.size, done.extent.size);
  return true;
}

/// Write the columns as one record.
io::Extent NTupleGather::place(std::vector<PackedColumn>& columns) {
  const file::RecordArea& area = output_.file().area();
  std::uint64_t size = 0;
  for (const PackedColumn& column : columns) size += column.bytes.size();
  const bool is_big = area.needs_big_keys(size + ntuple::blob_head_size(true));
  size += ntuple::blob_head_size(is_big);
  if (size > file::largest_record_size)
    detail::fail(ErrorKind::unsupported, "a cluster of {} bytes is larger than a record can be, {}", size,
                 file::largest_record_size);
  const io::Extent extent = area.take_extent(size);
  const bytes::Buffer head = ntuple::blob_head(area.date(), ntuple_.seek_directory, extent, is_big);
  area.sink().write_at(extent.offset, head.span());
  std::uint64_t at = extent.offset + head.size();
  std::vector<std::uint64_t> places;
  for (PackedColumn& column : columns) {
    places.push_back(at);
    for (MovedPage& page : column.moved.pages) page.seek += at;
    at += column.bytes.size();
  }
  executor_.for_each_index(
      columns.size(),
      [&](std::size_t column) {
        if (!columns[column].bytes.empty()) area.sink().write_at(places[column], columns[column].bytes.span());
      },
      options_.stop);
  if (options_.progress != nullptr) options_.progress->advance(size, size);
  return extent;
}

void NTupleGather::add(std::span<const TablePart* const> parts) {
  for (std::size_t first = 0; first < parts.size(); first += opened_at_a_time) {
    std::vector<std::shared_ptr<const OpenNTuple>> open(std::min(opened_at_a_time, parts.size() - first));
    executor_.for_each_index(
        open.size(),
        [&](std::size_t number) {
          const TablePart& part = *parts[first + number];
          of_input(part.occurrence.input,
                   [&] { open[number] = std::make_shared<const OpenNTuple>(inputs_, *ntuple_.object, part); });
        },
        options_.stop);
    if (codings_.empty())
      for (const ntuple::Column& column : open.front()->schema.columns) codings_.push_back(column.coding);
    for (auto& part : open) {
      of_input(part->part->occurrence.input, [&] { add_part(part); });
      part = nullptr;
    }
  }
  flush();
}

}  // namespace ramet::inline v1::merge::internal
