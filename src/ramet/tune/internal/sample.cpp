#include "ramet/tune/internal/sample.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::tune::internal {
namespace {

constexpr std::uint64_t probed_places = 8;
constexpr std::uint64_t most_probed = 125;  // entries, in each place
constexpr std::uint64_t part_bytes = std::uint64_t{8} << 20;
constexpr std::uint64_t least_parts = 4;

std::uint64_t bytes_of(const std::vector<array::Array>& columns) {
  std::uint64_t bytes = 0;
  for (const array::Array& column : columns) bytes += column.byte_count();
  return bytes;
}

/// Reads entries of some columns. Threads: one thread.
class EntryReader {
 public:
  EntryReader(const frame::Source& source, const std::vector<std::string>& columns, const frame::ReadOptions& options)
      : source_(source), columns_(columns), options_(options) {}

  std::vector<array::Array> read(const EntryRange& range) const { return source_.read(columns_, range, options_); }

 private:
  const frame::Source& source_;
  const std::vector<std::string>& columns_;
  const frame::ReadOptions& options_;
};

/// The mean of entries in places all over the table: those at its beginning may be others than those at its end.
double bytes_per_entry(const EntryReader& reader, std::uint64_t all, std::uint64_t most_bytes) {
  double mean = 1;
  for (std::uint64_t count = 1, round = 0; round < 2; ++round) {
    std::uint64_t bytes = 0;
    std::uint64_t entries = 0;
    std::uint64_t end = 0;
    for (std::uint64_t place = 0; place < probed_places; ++place) {
      const EntryRange range{{std::max(end, all / probed_places * place)},
                             {std::min(all, all / probed_places * place + count)}};
      if (range.empty()) continue;
      bytes += bytes_of(reader.read(range));
      entries += range.size();
      end = range.last.number;
    }
    mean = std::max(1.0, static_cast<double>(bytes) / static_cast<double>(entries));
    count = std::min(most_probed, most_bytes / 4 / std::max<std::uint64_t>(1, bytes));
    if (count < 2) break;  // entries are large: more of them would be a sample already
  }
  return mean;
}

std::uint64_t entries_in(std::uint64_t bytes, double of_one) {
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(bytes) / of_one));
}

/// The parts of the table that are read: all of it if it is small, else as many as fit, which begin where a cluster
/// does if one begins near.
std::vector<EntryRange> chosen_parts(const std::vector<std::uint64_t>& cluster_starts, double of_one,
                                     std::uint64_t most_bytes) {
  const std::uint64_t all = cluster_starts.back();
  std::vector<EntryRange> parts;
  if (entries_in(most_bytes, of_one) >= all) {
    const std::uint64_t size = std::min(entries_in(part_bytes, of_one), all / probed_places + 1);
    for (std::uint64_t first = 0; first < all; first += size) parts.push_back({{first}, {std::min(all, first + size)}});
    return parts;
  }
  const std::uint64_t planned = most_bytes - most_bytes / 8;  // the mean is not known exactly
  const std::uint64_t size = entries_in(std::min(part_bytes, planned / least_parts), of_one);
  const std::uint64_t count = std::max<std::uint64_t>(1, entries_in(planned, of_one) / size);
  const std::uint64_t step = std::max(size, all / count);
  std::uint64_t end = 0;
  for (std::uint64_t number = 0; number < count && number * step < all; ++number) {
    const std::uint64_t place = number * step;
    const std::uint64_t cluster = *std::prev(std::ranges::upper_bound(cluster_starts, place));
    const std::uint64_t first = std::max(end, place - cluster <= step / 2 ? cluster : place);
    end = std::min(all, first + size);
    if (first < end) parts.push_back({{first}, {end}});
  }
  return parts;
}

/// Keep at most so many entries of each part.
void cut(Sample& sample, std::uint64_t most_entries) {
  sample.entries = 0;
  sample.bytes = 0;
  for (std::vector<array::Array>& part : sample.parts) {
    const std::uint64_t size = std::min<std::uint64_t>(part.front().length(), most_entries);
    for (array::Array& column : part) column = column.slice(0, static_cast<std::size_t>(size));
    sample.entries += size;
    sample.bytes += bytes_of(part);
  }
}

/// Read the parts, as much of each. If they are larger than they were thought to be, half as much, until they fit.
void read_parts(Sample& sample, const std::vector<EntryRange>& parts, std::uint64_t most_bytes,
                const EntryReader& reader) {
  std::uint64_t size = std::ranges::max(parts, {}, &EntryRange::size).size();
  for (const EntryRange& part : parts) {
    const std::uint64_t last = std::min(part.last.number, part.first.number + size);
    sample.parts.push_back(reader.read({part.first, {last}}));
    sample.entries += last - part.first.number;
    sample.bytes += bytes_of(sample.parts.back());
    while (sample.bytes > most_bytes && size > 1) cut(sample, size /= 2);
  }
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
  const EntryReader reader(source, sample.stored.columns, options);
  const double of_one = bytes_per_entry(reader, sample.all_entries, most_bytes);
  read_parts(sample, chosen_parts(starts, of_one, most_bytes), most_bytes, reader);
  return sample;
}

}  // namespace ramet::inline v1::tune::internal
