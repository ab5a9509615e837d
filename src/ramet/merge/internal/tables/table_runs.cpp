#include "ramet/merge/internal/tables/table_runs.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace ramet::inline v1::merge::internal {
namespace {

/// Clusters of fewer bytes, as stored, are gathered.
constexpr std::uint64_t small_cluster_bytes = std::uint64_t{1} << 20;

/// What some parts have together. Threads: a value.
struct Totals {
  std::uint64_t clusters = 0;
  std::uint64_t bytes = 0;
  std::uint64_t uncompressed_bytes = 0;
  std::uint64_t baskets = 0;
  std::uint64_t small_baskets = 0;

  void add(const TablePart& part) noexcept {
    clusters += part.clusters;
    bytes += part.bytes;
    uncompressed_bytes += part.uncompressed_bytes;
    baskets += part.baskets;
    small_baskets += part.small_baskets;
  }
  bool has_small_baskets() const noexcept { return 2 * small_baskets > baskets; }
  bool has_small_clusters() const noexcept { return bytes < clusters * small_cluster_bytes; }
};

Totals totals_of(std::span<const TablePart* const> parts) noexcept {
  Totals totals;
  for (const TablePart* part : parts) totals.add(*part);
  return totals;
}

/// Divides the parts of a table into runs. Threads: one thread.
class Division {
 public:
  Division(std::span<const TablePart* const> parts, const MergeOptions& options, std::span<const std::string> changes)
      : parts_(parts), options_(options), changes_(changes), is_small_(parts.size()) {
    for (std::size_t part = 0; part < parts.size(); ++part) is_small_[part] = is_small(part);
    take_in_short_ones();
  }

  std::vector<TableRun> runs() {
    for (std::size_t begin = 0; begin < parts_.size();) {
      const std::size_t end = end_of(begin);
      is_small_[begin] ? add_small(begin, end) : add_kept(begin, end, "");
      begin = end;
    }
    return std::move(runs_);
  }

 private:
  std::string_view change_of(std::size_t part) const noexcept {
    return part < changes_.size() ? std::string_view(changes_[part]) : std::string_view();
  }

  bool may_gather(std::size_t number) const noexcept {
    const TablePart& part = *parts_[number];
    return options_.tables.gather != Gather::never && part.obstacle.empty() && part.baskets > 0 &&
           change_of(number).empty();
  }

  bool is_small(std::size_t number) const noexcept {
    if (!may_gather(number)) return false;
    Totals totals;
    totals.add(*parts_[number]);
    return options_.tables.gather == Gather::always || totals.has_small_baskets() || totals.has_small_clusters();
  }

  /// Where the parts end that are small, or not, as the first.
  std::size_t end_of(std::size_t begin) const noexcept {
    std::size_t end = begin;
    while (end < is_small_.size() && is_small_[end] == is_small_[begin]) ++end;
    return end;
  }

  /// Healthy parts between small ones, which have less than a cluster together, would only divide a run.
  void take_in_short_ones() {
    for (std::size_t begin = 0; begin < parts_.size();) {
      const std::size_t end = end_of(begin);
      const bool is_between = !is_small_[begin] && begin > 0 && end < parts_.size();
      const Totals totals = totals_of(parts_.subspan(begin, end - begin));
      bool is_short = is_between && totals.uncompressed_bytes < options_.tables.cluster_bytes;
      for (std::size_t part = begin; part < end; ++part) is_short = is_short && may_gather(part);
      if (is_short) std::fill_n(is_small_.begin() + static_cast<std::ptrdiff_t>(begin), end - begin, true);
      begin = end;
    }
  }

  void add_small(std::size_t begin, std::size_t end) {
    const Totals totals = totals_of(parts_.subspan(begin, end - begin));
    const std::uint64_t wished = options_.tables.cluster_bytes;
    if (options_.tables.gather == Gather::always)
      return add(Way::gather, end - begin, "all clusters are made anew, as the options say");
    if (totals.clusters < 2) return add_kept(begin, end, "a single small cluster, with none beside it to be joined");
    if (totals.uncompressed_bytes >= totals.clusters * (wished / 2))
      return add_kept(begin, end, "small, but the clusters would not become twice as large");
    if (4 * wished > options_.max_memory)
      return add_kept(begin, end, "small, but larger clusters would need more memory than allowed");
    add(Way::gather, end - begin,
        totals.has_small_baskets()
            ? fmt::format("{} of {} baskets have fewer than 16 kB", totals.small_baskets, totals.baskets)
            : fmt::format("clusters of {} bytes, fewer than 1 MB", totals.bytes / totals.clusters));
  }

  /// Move the parts, or pack those anew that get other compression.
  void add_kept(std::size_t begin, std::size_t end, std::string_view why) {
    for (std::size_t number = begin; number < end; ++number) {
      const TablePart& part = *parts_[number];
      const std::string_view change = change_of(number);
      if (is_packed_anew_by(options_, part))
        add(Way::pack, 1,
            fmt::format("compression {} instead of {}{}{}", part.compression, options_.compression->code(),
                        change.empty() ? "" : "; ", change));
      else if (!change.empty())
        add(Way::move, 1, std::string(change));
      else if (!part.obstacle.empty())
        add(Way::move, 1, part.obstacle);
      else if (options_.tables.gather == Gather::never)
        add(Way::move, 1, "baskets and clusters stay as they are, as the options say");
      else
        add(Way::move, 1, why.empty() ? "baskets and clusters are large enough" : std::string(why));
    }
  }

  void add(Way way, std::size_t parts, std::string reason) {
    if (runs_.empty() || runs_.back().way != way || runs_.back().reason != reason)
      runs_.push_back({way, 0, std::move(reason)});
    runs_.back().parts += parts;
  }

  std::span<const TablePart* const> parts_;
  const MergeOptions& options_;
  std::span<const std::string> changes_;
  std::vector<bool> is_small_;
  std::vector<TableRun> runs_;
};

}  // namespace

std::vector<TableRun> runs_of(std::span<const TablePart* const> parts, const MergeOptions& options,
                              std::span<const std::string> changes) {
  return Division(parts, options, changes).runs();
}

std::vector<PlannedRun> planned_runs(std::span<const TablePart* const> parts, std::span<const TableRun> runs) {
  std::vector<PlannedRun> planned;
  for (const TableRun& run : runs) {
    PlannedRun& to = planned.emplace_back();
    to.way = run.way;
    to.reason = run.reason;
    to.input = parts.front()->occurrence.input;
    to.inputs = run.parts;
    for (const TablePart* part : parts.first(run.parts)) {
      to.entries += part->entries;
      to.clusters += part->clusters;
      to.bytes += part->bytes;
    }
    parts = parts.subspan(run.parts);
  }
  return planned;
}

Way main_way(std::span<const PlannedRun> runs) noexcept {
  std::map<Way, std::uint64_t> bytes;
  for (const PlannedRun& run : runs) bytes[run.way] += run.bytes;
  const auto most = std::ranges::max_element(bytes, {}, [](const auto& one) { return one.second; });
  return most == bytes.end() ? Way::move : most->first;
}

}  // namespace ramet::inline v1::merge::internal
