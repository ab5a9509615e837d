#include "ramet/tune/internal/sample.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::tune::internal {
namespace {

constexpr std::uint64_t probed_entries = 1000;
constexpr std::uint64_t part_bytes = std::uint64_t{8} << 20;

std::uint64_t bytes_of(const std::vector<array::Array>& columns) {
  std::uint64_t bytes = 0;
  for (const array::Array& column : columns) bytes += column.byte_count();
  return bytes;
}

/// The parts of the table that are read: all of it if it is small, else as many as fit, which begin where a cluster
/// does.
std::vector<EntryRange> chosen_parts(const std::vector<std::uint64_t>& cluster_starts, std::uint64_t bytes_per_entry,
                                     std::uint64_t most_bytes) {
  const std::uint64_t all = cluster_starts.back();
  const std::uint64_t size = std::max<std::uint64_t>(1, part_bytes / std::max<std::uint64_t>(1, bytes_per_entry));
  const std::uint64_t wanted = std::max<std::uint64_t>(1, most_bytes / std::max<std::uint64_t>(1, bytes_per_entry));
  std::vector<EntryRange> parts;
  if (wanted >= all) {
    for (std::uint64_t first = 0; first < all; first += size) parts.push_back({{first}, {std::min(all, first + size)}});
    return parts;
  }
  const std::uint64_t count = std::max<std::uint64_t>(1, wanted / size);
  const std::uint64_t step = std::max(size, all / count);
  std::uint64_t end = 0;
  for (std::uint64_t number = 0; number < count && number * step < all; ++number) {
    const auto start = std::ranges::upper_bound(cluster_starts, number * step);
    const std::uint64_t first = std::max(end, *std::prev(start));
    end = std::min(all, first + size);
    if (first < end) parts.push_back({{first}, {end}});
  }
  return parts;
}

}  // namespace

Sample read_sample(const frame::Frame& frame, std::string name, write::Format format, std::uint64_t most_bytes,
                   const frame::ReadOptions& options) {
  Sample sample;
  sample.stored = frame::stored_columns(frame, frame::columns_to_store(frame), format);
  sample.stored.schema.name = std::move(name);
  const frame::Source& source = frame.source();
  const std::vector<std::uint64_t> starts = source.cluster_starts(options);
  sample.all_entries = starts.back();
  if (sample.all_entries == 0) detail::fail(ErrorKind::misuse, "the table has no entries to tune for");
  const EntryRange probed{{0}, {std::min(sample.all_entries, probed_entries)}};
  const std::uint64_t bytes = bytes_of(source.read(sample.stored.columns, probed, options));
  for (const EntryRange& part : chosen_parts(starts, bytes / probed.size(), most_bytes)) {
    sample.parts.push_back(source.read(sample.stored.columns, part, options));
    sample.entries += part.size();
    sample.bytes += bytes_of(sample.parts.back());
  }
  return sample;
}

}  // namespace ramet::inline v1::tune::internal
