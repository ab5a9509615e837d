#include "ramet/merge/internal/tree_output.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
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

}  // namespace

void OutputFile::require_open() const {
  if (closed) fail(ErrorKind::misuse, "'{}' is closed", file->name());
}

void OutputFile::describe_all() {
  for (const auto& tree : trees) tree->describe();
  if (!classes_changed) return;
  const auto catalogue = schema::make_catalogue();
  const std::vector<std::string_view> names(classes.begin(), classes.end());
  const auto infos = schema::catalogue_infos_for(*catalogue, names);
  file->set_streamer_infos([&](std::uint16_t key_length) { return schema::write_streamer_infos(infos, key_length); });
  classes_changed = false;
}

TreeOutput::TreeOutput(OutputFile& output, file::DirectoryNumber directory, tree::TreeSchema schema,
                       TreeOptions options)
    : output_(output),
      directory_(directory),
      seek_directory_(output.file->seek_of(directory)),
      schema_(std::move(schema)),
      options_(checked(options)),
      branches_(tree::plan_branches(schema_)) {
  if (schema_.name.empty()) fail(ErrorKind::misuse, "a tree has no name");
}

compression::Settings TreeOutput::compression() const noexcept {
  return options_.compression ? *options_.compression : output_.file->options().compression;
}

tree::BasketFrame TreeOutput::frame(bool big) const {
  return {.tree_name = schema_.name,
          .date = output_.file->date(),
          .seek_directory = seek_directory_,
          .big = big,
          .basket_size = options_.basket_bytes,
          .compression = compression()};
}

void TreeOutput::note_sequence(std::uint64_t sequence) noexcept {
  std::uint64_t next = next_sequence_.load();
  while (next <= sequence && !next_sequence_.compare_exchange_weak(next, sequence + 1)) {
  }
}

void TreeOutput::collect() {
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

tree::TreeContents TreeOutput::contents() const {
  tree::TreeContents contents;
  contents.branches.resize(branches_.size());
  for (const ClusterDescriptor& cluster : clusters_) {
    contents.entries += cluster.entries;
    contents.cluster_sizes.push_back(cluster.entries);
    auto basket = cluster.baskets.begin();
    for (std::size_t branch = 0; branch < branches_.size(); ++branch) {
      auto& into = contents.branches[branch];
      into.baskets.insert(into.baskets.end(), basket, basket + cluster.baskets_of_branch[branch]);
      basket += cluster.baskets_of_branch[branch];
      into.maximum.value = std::max(into.maximum.value, cluster.maxima[branch].value);
    }
  }
  return contents;
}

void TreeOutput::describe() {
  collect();
  if (!has_news_) return;
  const tree::TreeContents now = contents();
  output_.file->put(
      directory_, "TTree", schema_.name, schema_.title.empty() ? schema_.name : schema_.title,
      [&](std::uint16_t key_length) {
        return tree::encode_tree(schema_, branches_, now, options_.basket_bytes, compression(), key_length);
      },
      described_ ? file::FileWriter::OnConflict::replace : file::FileWriter::OnConflict::fail);
  described_ = true;
  described_entries_ = now.entries;
  has_news_ = false;  // not before: a record that could not be written is written the next time
}

TreeReport TreeOutput::report() {
  TreeReport report;
  collect();
  for (const ClusterDescriptor& cluster : clusters_) {
    report.entries += cluster.entries;
    ++report.clusters;
    for (const tree::EncodedBasket& basket : cluster.baskets) {
      report.plain_bytes += basket.plain_size;
      report.stored_bytes += basket.record_size;
    }
  }
  const MutexLock lock(reports_mutex_);
  report.contexts = reports_;
  std::sort(report.contexts.begin(), report.contexts.end(),
            [](const ContextReport& a, const ContextReport& b) { return a.number < b.number; });
  return report;
}

void TreeOutput::context_closed(const ContextReport& report, std::uint64_t lost) {
  lost_entries_.fetch_add(lost);
  {
    const MutexLock lock(reports_mutex_);
    reports_.push_back(report);
  }
  open_contexts_.fetch_sub(1);
}

}  // namespace ramet::inline v1::merge::internal
