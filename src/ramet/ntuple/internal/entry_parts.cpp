#include "ramet/ntuple/internal/entry_parts.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/ntuple/internal/decode/column_elements.hpp"

namespace ramet::inline v1::ntuple::internal {
namespace {

// Average number of parts for each thread, so that threads wait at most for a part at the end.
constexpr std::uint64_t parts_of_thread = 4;

// The least number of batches in a part: the first batches of a part cost more than others.
constexpr std::uint64_t fewest_batches = 4;

// Cuts inside pages may add at most 1/n of the work.
constexpr std::uint64_t most_repeated = 4;

/// The ends of pages in one cluster, and the cost of cutting elsewhere. Threads: one thread.
class PageSeams {
 public:
  PageSeams(const Schema& schema, const ClusterPages& cluster) : schema_(schema), cluster_(cluster) {}

  /// Add the columns of a layout. `per_entry` is the number of its values in an entry, if that is fixed.
  void add(const FieldLayout& layout, std::optional<std::uint64_t> per_entry) {
    std::optional<std::uint64_t> of_contents;
    if (layout.kind == LayoutKind::record) of_contents = per_entry;
    if (layout.kind == LayoutKind::regular && per_entry)
      of_contents = detail::checked_product(*per_entry, std::uint64_t{layout.type.size}, "array elements");
    if (layout.kind != LayoutKind::record && layout.kind != LayoutKind::regular) {
      add_column(*layout.field, 0, per_entry);
      if (layout.kind == LayoutKind::string || layout.kind == LayoutKind::streamed)
        add_column(*layout.field, 1, std::nullopt);
    }
    for (const FieldLayout& content : layout.contents) add(content, of_contents);
  }

  /// The page ends inside a range where cutting costs least.
  std::vector<std::uint64_t> best(EntryRange range) const {
    std::uint64_t most = 0;
    for (const auto& [entry, spared] : spared_)
      if (range.first.number < entry && entry < range.last.number) most = std::max(most, spared);
    std::vector<std::uint64_t> seams;
    for (const auto& [entry, spared] : spared_)
      if (range.first.number < entry && entry < range.last.number && spared > most / 2) seams.push_back(entry);
    return seams;
  }

  /// The number of parts that a range can be cut into, at these seams, or anywhere if there are none.
  std::uint64_t most_parts(EntryRange range, std::span<const std::uint64_t> seams) const {
    std::uint64_t cost = cost_;
    const auto spared = [&](std::uint64_t seam) { return spared_.at(seam); };
    if (!seams.empty()) cost -= std::ranges::min(seams | std::views::transform(spared));
    if (cost == 0) return range.size();
    const double share = static_cast<double>(range.size()) / static_cast<double>(cluster_.entries.size());
    const std::uint64_t affordable = bytes_ / most_repeated / cost;
    return 1 + static_cast<std::uint64_t>(share * static_cast<double>(affordable));
  }

 private:
  void add_column(const Field& field, std::size_t k, std::optional<std::uint64_t> per_entry) {
    const ColumnElements elements(schema_, field, k, cluster_, std::nullopt);
    std::uint64_t largest = 0;
    for (const Page& page : elements.pages()) {
      const std::uint64_t size = elements.coding().page_size(page.elements);
      largest = std::max(largest, size);
      bytes_ += size;
    }
    cost_ += largest;
    // The leading elements of a deferred column are in no page, so its page ends do not correspond to entries.
    const std::uint64_t whole =
        detail::checked_product(cluster_.entries.size(), per_entry.value_or(0), "array elements");
    if (whole == 0 || elements.count() != whole) return;
    std::uint64_t begin = 0;
    for (const std::uint64_t end : elements.ends()) {
      if (end > begin && end % *per_entry == 0) spared_[cluster_.entries.first.number + end / *per_entry] += largest;
      begin = end;
    }
  }

  const Schema& schema_;
  const ClusterPages& cluster_;
  std::uint64_t bytes_ = 0;                        // of all pages, uncompressed
  std::uint64_t cost_ = 0;                         // of a cut inside a page of every column
  std::map<std::uint64_t, std::uint64_t> spared_;  // the part of cost_ saved by cutting at an entry where pages end
};

/// The seam after `first` that is nearest to `place`; nothing if there is none.
std::optional<std::uint64_t> nearest(std::span<const std::uint64_t> seams, std::uint64_t place, std::uint64_t first) {
  const auto above = std::ranges::lower_bound(seams, place);
  const bool has_below = above != seams.begin() && *(above - 1) > first;
  if (above == seams.end()) return has_below ? std::optional(seams.back()) : std::nullopt;
  return has_below && place - *(above - 1) < *above - place ? *(above - 1) : *above;
}

/// Cut a range into `count` parts of about equal size, at seams if there are any.
void cut(EntryRange range, std::uint64_t count, std::span<const std::uint64_t> seams, std::vector<EntryRange>& parts) {
  std::uint64_t first = range.first.number;
  const std::uint64_t longer = range.size() % count;  // the number of parts with one more entry
  for (std::uint64_t part = 1; part < count; ++part) {
    const std::uint64_t place = range.first.number + part * (range.size() / count) + std::min(part, longer);
    const auto end = seams.empty() ? std::optional(place) : nearest(seams, place, first);
    if (!end) break;
    parts.push_back({{first}, {*end}});
    first = *end;
  }
  parts.push_back({{first}, range.last});
}

}  // namespace

std::vector<EntryRange> entry_parts(const Schema& schema, std::span<const FieldLayout> layouts,
                                    std::span<const ClusterPages> clusters, const PartsWanted& wanted) {
  std::vector<EntryRange> parts;
  const std::uint64_t share = wanted.entries.size() / (parts_of_thread * wanted.concurrency) + 1;
  for (const ClusterPages& cluster : clusters) {
    const EntryRange held = intersection(cluster.entries, wanted.entries);
    if (wanted.concurrency == 1 || held.size() / fewest_batches < wanted.batch_entries) {
      parts.push_back(held);
      continue;
    }
    const std::uint64_t size = std::max<std::uint64_t>(fewest_batches * wanted.batch_entries, share);
    const std::uint64_t count = (held.size() + size - 1) / size;
    PageSeams pages(schema, cluster);
    for (const FieldLayout& layout : layouts) pages.add(layout, 1);
    const auto seams = pages.best(held);
    const std::uint64_t anywhere = std::min(count, pages.most_parts(held, {}));
    const std::uint64_t at_seams = std::min({count, seams.size() + 1, pages.most_parts(held, seams)});
    if (!seams.empty() && at_seams >= anywhere)
      cut(held, at_seams, seams, parts);
    else
      cut(held, anywhere, {}, parts);
  }
  return parts;
}

}  // namespace ramet::inline v1::ntuple::internal
