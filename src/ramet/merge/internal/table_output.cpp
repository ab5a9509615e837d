#include "ramet/merge/internal/table_output.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/merge/internal/formats/ntuple_format.hpp"
#include "ramet/merge/internal/formats/tree_format.hpp"
#include "ramet/schema/catalogue.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

// ROOT and uproot hold the size of a basket in 32 bits, signed.
constexpr std::uint32_t largest_basket = 1 << 30;

TreeOptions checked(TreeOptions options) {
  if (options.cluster_bytes == 0) fail(ErrorKind::misuse, "a cluster of 0 bytes");
  if (options.basket_bytes == 0 || options.basket_bytes > largest_basket)
    fail(ErrorKind::misuse, "baskets of {} bytes, not in 1..{}", options.basket_bytes, largest_basket);
  return options;
}

std::unique_ptr<TableFormat> make_format(const file::FileWriter& file, file::DirectoryNumber directory,
                                         const tree::TreeSchema& schema, const TreeOptions& options) {
  const compression::Settings compression = options.compression.value_or(file.options().compression);
  const TablePlace place{directory, file.seek_of(directory)};
  if (options.format == Format::rntuple)
    return std::make_unique<NTupleFormat>(file.area(), place, schema, options.basket_bytes, compression);
  return std::make_unique<TreeFormat>(file.area(), place, schema, options.basket_bytes, compression);
}

}  // namespace

void OutputFile::require_open() const {
  if (closed) fail(ErrorKind::misuse, "'{}' is closed", file->name());
}

void OutputFile::save() {
  require_open();
  describe_all();
  file->commit();
  for (const auto& table : tables) table->note_saved();
}

void OutputFile::describe_all() {
  for (const auto& table : tables) table->describe();
  if (!classes_changed) return;
  const auto catalogue = schema::make_catalogue();
  const std::vector<std::string_view> names(classes.begin(), classes.end());
  const auto infos = schema::catalogue_infos_for(*catalogue, names);
  file->set_streamer_infos([&](std::uint16_t key_length) { return schema::write_streamer_infos(infos, key_length); });
  classes_changed = false;
}

TableOutput::TableOutput(OutputFile& output, file::DirectoryNumber directory, tree::TreeSchema schema,
                         TreeOptions options)
    : output_(output),
      directory_(directory),
      seek_directory_(output.file->seek_of(directory)),
      schema_(std::move(schema)),
      options_(checked(options)),
      format_(make_format(*output.file, directory, schema_, options_)) {}

void TableOutput::note_sequence(std::uint64_t sequence) noexcept {
  std::uint64_t next = next_sequence_.load();
  while (next <= sequence && !next_sequence_.compare_exchange_weak(next, sequence + 1)) {
  }
}

void TableOutput::collect() {
  auto arrived = log_.collect();
  for (ClusterDescriptor& cluster : arrived) {
    if (cluster.entries == 0) {
      output_.file->abandon_extent(cluster.extent);
    } else {
      clusters_.push_back(std::move(cluster));
      has_news_ = true;
    }
  }
  if (options_.order == Order::sequence)
    std::stable_sort(clusters_.begin(), clusters_.end(),
                     [](const ClusterDescriptor& a, const ClusterDescriptor& b) { return a.place < b.place; });
}

void TableOutput::describe() {
  collect();
  if (!has_news_) return;
  format_->describe(*output_.file, clusters_);
  described_entries_ = 0;
  for (const ClusterDescriptor& cluster : clusters_) described_entries_ += cluster.entries;
  is_described_ = true;
  has_news_ = false;  // not before: a record that could not be written is written the next time
}

TreeReport TableOutput::report() {
  TreeReport report;
  collect();
  for (const ClusterDescriptor& cluster : clusters_) {
    report.entries += cluster.entries;
    ++report.clusters;
    for (const Piece& piece : cluster.pieces) {
      report.plain_bytes += piece.plain_size;
      report.stored_bytes += piece.stored_size;
    }
  }
  const MutexLock lock(reports_mutex_);
  report.contexts = reports_;
  std::sort(report.contexts.begin(), report.contexts.end(),
            [](const ContextReport& a, const ContextReport& b) { return a.number < b.number; });
  return report;
}

void TableOutput::context_closed(const ContextReport& report, std::uint64_t lost) {
  lost_entries_.fetch_add(lost);
  {
    const MutexLock lock(reports_mutex_);
    reports_.push_back(report);
  }
  open_contexts_.fetch_sub(1);
}

}  // namespace ramet::inline v1::merge::internal
