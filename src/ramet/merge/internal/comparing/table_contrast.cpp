#include "ramet/merge/internal/comparing/table_contrast.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "ramet/array/detail/value_text.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/merge/internal/comparing/array_contrast.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// The most entries that are compared at once.
constexpr std::uint64_t most_entries = 1'000'000;

bool is_compared(const dataset::Column& column) noexcept { return !column.is_group && !column.is_nested; }

std::string type_text(const dataset::Column& column) {
  return column.type ? array::to_string(*column.type) : fmt::format("{} (not readable)", column.type_name);
}

}  // namespace

void TableContrast::compare_columns(const std::string& path, std::vector<FileContrast>& contrasts) {
  const std::vector<dataset::Column> left = left_.columns();
  const std::vector<dataset::Column> right = right_.columns();
  std::map<std::string_view, const dataset::Column*> there;
  for (const dataset::Column& column : right)
    if (is_compared(column)) there.emplace(column.name, &column);
  for (const dataset::Column& column : left) {
    if (!is_compared(column)) continue;
    const auto other = there.find(column.name);
    if (other == there.end()) {
      contrasts.push_back({Contrast::column, path, column.name, type_text(column), "", std::nullopt});
      continue;
    }
    if (type_text(column) != type_text(*other->second)) {
      contrasts.push_back(
          {Contrast::type, path, column.name, type_text(column), type_text(*other->second), std::nullopt});
    } else if (!column.is_readable()) {
      contrasts.push_back({Contrast::not_compared, path, column.name, column.reason, "", std::nullopt});
    } else {
      pairs_.push_back({column.name, pairs_.size(), column.uncompressed_bytes});
    }
    there.erase(other);
  }
  for (const dataset::Column& column : right)
    if (there.contains(column.name))
      contrasts.push_back({Contrast::column, path, column.name, "", type_text(column), std::nullopt});
}

/// The clusters of the left one, as far as both have entries; large ones in parts.
std::vector<EntryRange> TableContrast::ranges() const {
  const std::uint64_t entries = std::min(left_.entries(), right_.entries());
  std::vector<EntryRange> ranges;
  const std::vector<std::uint64_t> starts = left_.cluster_starts();
  for (std::size_t cluster = 0; cluster + 1 < starts.size(); ++cluster) {
    const std::uint64_t end = std::min(starts[cluster + 1], entries);
    for (std::uint64_t first = starts[cluster]; first < end; first += most_entries)
      ranges.push_back({{first}, {std::min(first + most_entries, end)}});
  }
  return ranges;
}

/// As many as fit into memory: each thread has a range of both tables, and what it was unpacked from.
std::size_t TableContrast::columns_at_a_time(std::span<const Pair> pairs, std::span<const EntryRange> ranges) const {
  std::uint64_t bytes = 0;
  for (const Pair& pair : pairs) bytes += pair.bytes;
  const std::uint64_t each = bytes / std::max<std::uint64_t>(1, pairs.size() * ranges.size()) + 1;
  const std::uint64_t most = options_.max_memory / (4 * each * executor_.concurrency());
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(most, 1, std::max<std::size_t>(1, pairs.size())));
}

void TableContrast::compare_values(std::span<const Pair> pairs, std::span<const EntryRange> ranges) {
  std::vector<std::string> names;
  for (const Pair& pair : pairs) names.push_back(pair.name);
  Mutex mutex;  // guards values_
  executor_.for_each_index(
      ranges.size(),
      [&](std::size_t number) {
        throw_if_stopped(options_.stop);
        const EntryRange range = ranges[number];
        schedule::ReadOptions how{executor_};
        how.stop = options_.stop;
        const std::vector<array::Array> ours = left_.read(names, range, how);
        const std::vector<array::Array> theirs = right_.read(names, range, how);
        for (std::size_t column = 0; column < names.size(); ++column) {
          const ArrayContrast found = contrast_of(ours[column], theirs[column], options_.tolerance);
          if (found.count == 0) continue;
          const MutexLock lock(mutex);
          FileContrast& to = values_[pairs[column].place];
          const std::uint64_t entry = range.first.number + found.first;
          if (to.count == 0 || entry < *to.entry) {
            to.entry = entry;
            to.left = array::value_text(ours[column], found.first);
            to.right = array::value_text(theirs[column], found.first);
          }
          to.count += found.count;
        }
        if (options_.progress != nullptr && pairs.front().place == 0) options_.progress->advance(range.size(), 0);
      },
      options_.stop);
}

void TableContrast::run(const std::string& path, std::vector<FileContrast>& contrasts) {
  compare_columns(path, contrasts);
  if (left_.entries() != right_.entries())
    contrasts.push_back(
        {Contrast::entries, path, "", std::to_string(left_.entries()), std::to_string(right_.entries()), std::nullopt});
  if (!options_.reads_values || pairs_.empty()) return;
  for (const Pair& pair : pairs_) values_.push_back({Contrast::values, path, pair.name, "", "", std::nullopt, 0});
  const std::vector<EntryRange> all = ranges();
  const std::size_t step = columns_at_a_time(pairs_, all);
  for (std::size_t first = 0; first < pairs_.size(); first += step)
    compare_values(std::span(pairs_).subspan(first, std::min(step, pairs_.size() - first)), all);
  for (FileContrast& found : values_)
    if (found.count > 0) contrasts.push_back(std::move(found));
}

}  // namespace ramet::inline v1::merge::internal
