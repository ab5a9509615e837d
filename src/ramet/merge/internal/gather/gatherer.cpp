#include "ramet/merge/internal/gather/gatherer.hpp"

#include <algorithm>

namespace ramet::inline v1::merge::internal {

ParcelRun Gatherer::add(Parcel parcel) {
  ParcelRun alone;
  alone.entries = parcel.entries;
  alone.bytes = parcel.bytes;
  alone.parcels.push_back(std::move(parcel));
  const MutexLock lock(mutex_);
  const auto run = insert(std::move(alone));
  if (healthy_.is_reached(run->second.bytes, run->second.entries)) return take(run);
  if (bytes() > most_bytes_) return take(longest());
  return {};
}

void Gatherer::put_back(ParcelRun run) {
  const MutexLock lock(mutex_);
  insert(std::move(run));
}

ParcelRun Gatherer::take_longest() {
  const MutexLock lock(mutex_);
  return runs_.empty() ? ParcelRun() : take(longest());
}

ParcelRun Gatherer::take(Runs::iterator run) {
  ParcelRun taken = std::move(run->second);
  runs_.erase(run);
  bytes_.fetch_sub(taken.bytes, std::memory_order_relaxed);
  entries_.fetch_sub(taken.entries, std::memory_order_relaxed);
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
  // What follows is not joined to a run that is large enough without it: a cluster shall not become too large.
  if (any || after == runs_.end() || after->first != last + 1 || !is_whole(after->second) ||
      columns_of(after->second) != columns_of(run->second) ||
      healthy_.is_reached(run->second.bytes, run->second.entries))
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
