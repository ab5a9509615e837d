#include "ramet/merge/internal/gather/gatherer.hpp"

#include <algorithm>

namespace ramet::inline v1::merge::internal {

ParcelRun Gatherer::add(Parcel parcel, std::uint64_t patience) {
  ParcelRun alone;
  alone.entries = parcel.entries;
  alone.bytes = parcel.bytes;
  alone.parcels.push_back(std::move(parcel));
  const MutexLock lock(mutex_);
  const auto run = insert(std::move(alone));
  if (bytes() <= patience) return {};
  if (healthy_.is_reached(run->second.bytes, run->second.entries)) return take(run);
  if (bytes() > most_.bytes) return take(longest());
  return {};
}

void Gatherer::put_back(ParcelRun run) {
  const MutexLock lock(mutex_);
  insert(std::move(run));
}

ParcelRun Gatherer::take_longest(std::uint64_t least) {
  const MutexLock lock(mutex_);
  const auto run = longest();
  return run == runs_.end() || run->second.bytes < least ? ParcelRun() : take(run);
}

ParcelRun Gatherer::take(Runs::iterator run) {
  ParcelRun taken = std::move(run->second);
  runs_.erase(run);
  bytes_.fetch_sub(taken.bytes, std::memory_order_relaxed);
  entries_.fetch_sub(taken.entries, std::memory_order_relaxed);
  const std::uint64_t clusters = most_.clusters_of(taken.bytes, taken.entries);
  if (clusters <= 1) return taken;
  const ClusterSize enough{taken.bytes / clusters, most_.entries == 0 ? 0 : taken.entries / clusters};
  std::size_t count = 1;
  std::uint64_t bytes = taken.parcels[0].bytes;
  std::uint64_t entries = taken.parcels[0].entries;
  for (; !enough.is_reached(bytes, entries); ++count) {
    bytes += taken.parcels[count].bytes;
    entries += taken.parcels[count].entries;
    if (most_.clusters_of(bytes, entries) > 1) break;
  }
  if (ParcelRun rest = taken.split(count); !rest.empty()) insert(std::move(rest));
  return taken;
}

Gatherer::Runs::iterator Gatherer::insert(ParcelRun more) {
  bytes_.fetch_add(more.bytes, std::memory_order_relaxed);
  entries_.fetch_add(more.entries, std::memory_order_relaxed);
  const auto columns_of = [](const ParcelRun& run) { return run.parcels.front().columns.size(); };
  // By arrival all with the same columns are neighbours: they have one key.
  const bool any = neighbours_ == Neighbours::all;
  const std::uint64_t sequence = any ? columns_of(more) : more.parcels.front().place.sequence;
  const std::uint64_t last = any ? sequence : more.parcels.back().place.sequence;
  // All of a part is in its parcel: what ends the part before is its neighbour.
  const auto is_whole = [](const ParcelRun& run) { return run.parcels.front().place.ordinal == 0; };
  const auto after = runs_.upper_bound(sequence);
  auto run = after;
  if (after != runs_.begin()) {
    const auto before = std::prev(after);
    const bool is_neighbour = is_whole(more) && before->second.parcels.back().place.sequence + 1 == sequence;
    const bool is_same = before->first == sequence;  // two contexts have filled one part
    if ((is_same || (is_neighbour && !any)) && columns_of(before->second) == columns_of(more)) run = before;
  }
  if (run == after) {
    run = runs_.emplace_hint(after, sequence, std::move(more));
  } else {
    run->second.append(std::move(more));
  }
  if (any || after == runs_.end() || after->first != last + 1 || !is_whole(after->second) ||
      columns_of(after->second) != columns_of(run->second))
    return run;
  run->second.append(std::move(after->second));
  runs_.erase(after);
  return run;
}

Gatherer::Runs::iterator Gatherer::longest() {
  return std::max_element(runs_.begin(), runs_.end(),
                          [](const auto& a, const auto& b) { return a.second.bytes < b.second.bytes; });
}

}  // namespace ramet::inline v1::merge::internal
