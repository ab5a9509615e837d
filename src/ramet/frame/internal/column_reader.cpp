#include "ramet/frame/internal/column_reader.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

/// Keeps the cluster of the last batch, and cuts batches out of it. Threads: one thread.
class ClusterReader final : public array::BatchReader {
 public:
  ClusterReader(const Source& source, std::span<const std::string> columns,
                std::span<const std::uint64_t> cluster_starts, EntryRange range, const ReadOptions& options)
      : source_(source), columns_(columns), cluster_starts_(cluster_starts), range_(range), options_(options) {}

  array::Batch read(EntryRange entries) override {
    if (!contains(held_, entries.first)) {
      const EntryRange cluster = cluster_of(entries.first, cluster_starts_, range_);
      held_ = {};
      cluster_ = source_.read(columns_, cluster, {options_.executor, options_.stop, nullptr});
      held_ = cluster;
    }
    batch_.clear();
    const std::uint64_t first = held_.first.number;
    for (const array::Array& column : cluster_)
      batch_.push_back(column.slice(entries.first.number - first, entries.last.number - first));
    return {entries, batch_};
  }

 private:
  Source source_;
  std::span<const std::string> columns_;
  std::span<const std::uint64_t> cluster_starts_;
  EntryRange range_;
  ReadOptions options_;
  EntryRange held_;
  std::vector<array::Array> cluster_;
  std::vector<array::Array> batch_;
};

}  // namespace

EntryRange cluster_of(EntryNumber entry, std::span<const std::uint64_t> cluster_starts, EntryRange range) {
  const auto next = std::ranges::upper_bound(cluster_starts, entry.number);
  if (next == cluster_starts.begin() || next == cluster_starts.end())
    detail::fail(ErrorKind::not_found, "no cluster has entry {}", entry.number);
  return intersection({{*(next - 1)}, {*next}}, range);
}

std::unique_ptr<array::BatchReader> make_column_reader(const Source& source, std::span<const std::string> columns,
                                                       std::span<const std::uint64_t> cluster_starts, EntryRange range,
                                                       const ReadOptions& options) {
  const bool has_mask = std::ranges::any_of(columns, [&](const std::string& name) { return source.has_mask(name); });
  // Of what is far away the pass asks for many clusters ahead, each as a whole.
  if (source.table() != nullptr && !columns.empty() && !has_mask && !source.is_distant())
    if (auto reader = source.table()->batch_reader(columns)) return reader;
  return std::make_unique<ClusterReader>(source, columns, cluster_starts, range, options);
}

}  // namespace ramet::inline v1::frame::internal
