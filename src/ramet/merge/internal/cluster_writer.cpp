#include "ramet/merge/internal/cluster_writer.hpp"

#include "ramet/core/error.hpp"

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

}  // namespace

ClusterWriter::ClusterWriter(std::shared_ptr<OutputFile> file, std::shared_ptr<TreeOutput> tree, std::uint64_t sequence)
    : file_(std::move(file)), tree_(std::move(tree)), reservation_(smallest_share_of(*file_)), place_{sequence, 0} {
  report_.number = tree_->next_context();
  tree_->context_opened();
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
  check_counters(columns, first, last);
  ClusterDescriptor cluster;
  cluster.place = place_;
  cluster.entries = last - first;
  bool big = file_->file->needs_big_keys(0);
  encode(tree_->frame(big), columns, first, last, cluster);
  cluster.extent = file_->file->take_extent(encoded_.size());
  if (!big && !file::FileWriter::fits_small_keys(cluster.extent)) {
    // The file has passed 2 GB since its size was looked at: keys and offsets are different there.
    tree_->give_up(cluster.extent);
    big = true;
    encode(tree_->frame(big), columns, first, last, cluster);
    cluster.extent = file_->file->take_extent(encoded_.size());
  }
  write_extent(cluster, big);
  report_.entries += cluster.entries;
  ++report_.clusters;
  ++place_.ordinal;
  const StageTimer timer(&report_.times, Stage::commit);
  tree_->commit(std::move(cluster));
  if (file_->schedule.claim(file_->file->size())) checkpoint(*file_);
}

void ClusterWriter::write_extent(ClusterDescriptor& cluster, bool big) {
  tree::place_baskets(encoded_.span(), cluster.baskets, big, cluster.extent.offset);
  const StageTimer timer(&report_.times, Stage::write);
  try {
    file_->file->sink().write_at(cluster.extent.offset, encoded_.span());
  } catch (...) {
    tree_->give_up(cluster.extent);  // space without entries, to be marked as free
    throw;
  }
}

void ClusterWriter::encode(const tree::BasketFrame& frame, std::span<const array::Array> columns, std::size_t first,
                           std::size_t last, ClusterDescriptor& cluster) {
  const auto branches = tree_->branches();
  encoded_.clear();
  cluster.baskets.clear();
  cluster.baskets_of_branch.clear();
  cluster.maxima.assign(branches.size(), {});
  if (tree_->options().encoder != nullptr && branches.size() > 1)
    return encode_in_tasks(frame, columns, first, last, cluster);
  const auto encoder = file_->encoders.lend();
  for (std::size_t branch = 0; branch < branches.size(); ++branch) {
    const std::size_t before = cluster.baskets.size();
    encoder->encode(frame, branches[branch], columns, first, last, encoded_, cluster.baskets, cluster.maxima[branch],
                    &report_.times);
    cluster.baskets_of_branch.push_back(static_cast<std::uint32_t>(cluster.baskets.size() - before));
  }
}

void ClusterWriter::encode_in_tasks(const tree::BasketFrame& frame, std::span<const array::Array> columns,
                                    std::size_t first, std::size_t last, ClusterDescriptor& cluster) {
  struct Part {
    bytes::Buffer encoded;
    std::vector<tree::EncodedBasket> baskets;
    StageTimes times;
  };
  const auto branches = tree_->branches();
  std::vector<Part> parts(branches.size());
  tree_->options().encoder->for_each_index(branches.size(), [&](std::size_t branch) {
    const auto encoder = file_->encoders.lend();
    Part& part = parts[branch];
    encoder->encode(frame, branches[branch], columns, first, last, part.encoded, part.baskets, cluster.maxima[branch],
                    &part.times);
  });
  for (Part& part : parts) {
    for (tree::EncodedBasket& basket : part.baskets) basket.offset += encoded_.size();
    cluster.baskets.insert(cluster.baskets.end(), part.baskets.begin(), part.baskets.end());
    cluster.baskets_of_branch.push_back(static_cast<std::uint32_t>(part.baskets.size()));
    encoded_.append(part.encoded.span());
    part.encoded = bytes::Buffer();
    report_.times.add(part.times);
  }
}

void ClusterWriter::check_counters(std::span<const array::Array> columns, std::size_t first, std::size_t last) const {
  const auto& specs = tree_->schema().columns;
  for (const tree::BranchPlan& branch : tree_->branches()) {
    if (!branch.is_counter) continue;
    const auto counts = columns[branch.column].list_offsets();
    for (const std::size_t other : branch.counted_columns) {
      const auto offsets = columns[other].list_offsets();
      for (std::size_t row = first; row < last && other != branch.column; ++row)
        if (offsets[row + 1] - offsets[row] != counts[row + 1] - counts[row])
          fail(ErrorKind::misuse, "columns '{}' and '{}' share the counter '{}', but an entry has {} and {} values",
               specs[branch.column].name, specs[other].name, branch.name, counts[row + 1] - counts[row],
               offsets[row + 1] - offsets[row]);
    }
  }
}

void ClusterWriter::close(std::uint64_t lost) {
  if (closed_) return;
  closed_ = true;
  encoded_ = bytes::Buffer();
  reservation_.release();
  tree_->context_closed(report_, lost);
}

}  // namespace ramet::inline v1::merge::internal
