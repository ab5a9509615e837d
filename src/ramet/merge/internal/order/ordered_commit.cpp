#include "ramet/merge/internal/order/ordered_commit.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::merge::internal {

void OrderedCommit::begin_part(std::uint64_t sequence) {
  const MutexLock lock(mutex_);
  open_parts_.insert(sequence);
}

void OrderedCommit::end_part(ClusterPlace next, std::optional<Parcel> rows) {
  const MutexLock lock(mutex_);
  if (const auto open = open_parts_.find(next.sequence); open != open_parts_.end()) open_parts_.erase(open);
  parked_.emplace(next, Item{.cluster = std::nullopt, .rows = std::move(rows), .ends_part = true});
  advance(false);
}

void OrderedCommit::add(EncodedCluster cluster) {
  const ClusterPlace place = cluster.described.place;
  const MutexLock lock(mutex_);
  parked_.emplace(place, Item{.cluster = std::move(cluster), .rows = std::nullopt});
  advance(false);
}

void OrderedCommit::add_encoded(std::uint64_t number, EncodedCluster cluster) {
  const MutexLock lock(mutex_);
  ready_.emplace(number, std::move(cluster));
}

void OrderedCommit::put_back(EncodedCluster cluster) {
  const MutexLock lock(mutex_);
  failed_.push_back(std::move(cluster));
}

bool OrderedCommit::is_at_front(std::uint64_t sequence) {
  const MutexLock lock(mutex_);
  if (!open_parts_.empty() && *open_parts_.begin() >= sequence && front_.sequence < sequence) {
    while (!parked_.empty() && parked_.begin()->first.sequence < sequence) {
      pass_over(parked_.begin()->first);
      advance(false);
    }
    pass_over({sequence, 0});
    advance(false);
  }
  return front_.sequence >= sequence;
}

void OrderedCommit::drain() {
  const MutexLock lock(mutex_);
  advance(true);
  cut();
  for (EncodedCluster& cluster : failed_) retried_.push_back(std::move(cluster));
  failed_.clear();
}

std::uint64_t OrderedCommit::parked() const {
  const MutexLock lock(mutex_);
  return parked_.size() + ready_.size() + failed_.size();
}

void OrderedCommit::advance(bool over_gaps) {
  while (!parked_.empty() && (over_gaps || parked_.begin()->first <= front_)) {
    const auto first = parked_.extract(parked_.begin());
    pass(first.key(), std::move(first.mapped()));
  }
}

void OrderedCommit::pass_over(ClusterPlace place) {
  if (place <= front_) return;
  cut();  // what is missing belongs between what is gathered and what comes
  front_ = place;
}

void OrderedCommit::pass(ClusterPlace place, Item item) {
  const bool is_late = place < front_;
  pass_over(place);
  if (item.cluster || is_late) {
    cut();
    if (item.cluster) ready_.emplace(next_number_++, std::move(*item.cluster));
  }
  if (item.rows) {
    ParcelRun run;
    run.entries = item.rows->entries;
    run.bytes = item.rows->bytes;
    run.parcels.push_back(std::move(*item.rows));
    const bool has_others =
        !gathered_.empty() && gathered_.parcels.front().columns.size() != run.parcels[0].columns.size();
    if (has_others) cut();  // columns were added in between
    gathered_.append(std::move(run));
    if (is_late || healthy_.is_reached(gathered_.bytes, gathered_.entries)) cut();
  }
  const ClusterPlace after =
      item.ends_part ? ClusterPlace{place.sequence + 1, 0} : ClusterPlace{place.sequence, place.ordinal + 1};
  front_ = std::max(front_, after);
}

void OrderedCommit::cut() {
  if (gathered_.empty()) return;
  runs_.push_back({next_number_++, std::exchange(gathered_, {})});
}

}  // namespace ramet::inline v1::merge::internal
