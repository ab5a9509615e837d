#include "ramet/write/internal/ordered_commit.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::write::internal {

void OrderedCommit::begin_part(std::uint64_t sequence) {
  const MutexLock lock(mutex_);
  open_parts_.insert(sequence);
}

void OrderedCommit::cancel_part(std::uint64_t sequence) noexcept {
  const MutexLock lock(mutex_);
  if (const auto open = open_parts_.find(sequence); open != open_parts_.end()) open_parts_.erase(open);
}

void OrderedCommit::end_part(table::ClusterPlace next, std::optional<Slice> rows) {
  const MutexLock lock(mutex_);
  parked_.emplace(next, Item{.cluster = std::nullopt, .rows = std::move(rows), .ends_part = true});
  if (const auto open = open_parts_.find(next.sequence); open != open_parts_.end()) open_parts_.erase(open);
  advance_if_possible();
}

void OrderedCommit::end_parts(Sheaf& sheaf) {
  std::multimap<table::ClusterPlace, Item> ended;
  std::vector<Item*> items;
  items.reserve(sheaf.parts.size());
  for (const PartRows& part : sheaf.parts)
    items.push_back(&ended.emplace(part.place, Item{.rows = {}, .ends_part = part.is_over})->second);
  auto slices = slices_of(sheaf);
  for (std::size_t part = 0; part < items.size(); ++part) items[part]->rows = std::move(slices[part]);
  const MutexLock lock(mutex_);
  for (const auto& [place, part] : ended)
    if (const auto open = open_parts_.find(place.sequence); part.ends_part && open != open_parts_.end())
      open_parts_.erase(open);
  parked_.merge(ended);
  advance_if_possible();
}

void OrderedCommit::add(EncodedCluster cluster) {
  const table::ClusterPlace place = cluster.described.place;
  const MutexLock lock(mutex_);
  parked_.emplace(place, Item{.cluster = std::move(cluster), .rows = std::nullopt});
  advance_if_possible();
}

void OrderedCommit::add_encoded(std::uint64_t number, EncodedCluster cluster) {
  const MutexLock lock(mutex_);
  ready_.emplace(number, std::move(cluster));
}

void OrderedCommit::put_back(EncodedCluster cluster) {
  const MutexLock lock(mutex_);
  failed_.push_back(std::move(cluster));
}

void OrderedCommit::put_back(Encode rows) {
  const MutexLock lock(mutex_);
  runs_.insert(runs_.begin(), std::move(rows));
}

void OrderedCommit::expect(std::uint64_t count) noexcept {
  const MutexLock lock(mutex_);
  expected_ = count;
}

bool OrderedCommit::is_at_front(std::uint64_t sequence) {
  const MutexLock lock(mutex_);
  if (front_.sequence < std::min(expected_, sequence)) return false;
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

void OrderedCommit::advance_if_possible() noexcept {
  try {
    advance(false);
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the item is kept for the next call
  }
}

void OrderedCommit::advance(bool over_gaps) {
  while (!parked_.empty() && (over_gaps || parked_.begin()->first <= front_)) {
    auto first = parked_.extract(parked_.begin());
    try {
      pass(first.key(), first.mapped());
    } catch (...) {
      parked_.insert(std::move(first));  // no memory: keep it for the next call
      throw;
    }
  }
}

void OrderedCommit::pass_over(table::ClusterPlace place) {
  if (place <= front_) return;
  cut();  // missing items belong between the gathered rows and the next item
  front_ = place;
}

void OrderedCommit::pass(table::ClusterPlace place, Item& item) {
  const bool is_late = place < front_;
  pass_over(place);
  if (item.cluster || is_late) {
    cut();
    if (item.cluster) {
      ready_.try_emplace(next_number_, std::move(*item.cluster));
      ++next_number_;
      item.cluster.reset();  // done, even if the rest fails
    }
  }
  if (item.rows) {
    const bool has_others = !gathered_.empty() && gathered_.slices.front().column_count() != item.rows->column_count();
    if (has_others) cut();  // columns were added in between
    // Rows drained before an open part, whose rows belong after them: do not append to them.
    const bool is_ahead = !gathered_.empty() && gathered_.slices.back().sequence() != place.sequence &&
                          !open_parts_.empty() && *open_parts_.begin() <= gathered_.slices.back().sequence();
    if (is_ahead) cut();
    gathered_.append(std::move(*item.rows));
    item.rows.reset();
    if (is_late || healthy_.is_reached(gathered_.bytes, gathered_.entries)) cut();
  }
  // A part that another context also fills is not over yet.
  const bool is_over = item.ends_part && !open_parts_.contains(place.sequence);
  const table::ClusterPlace after =
      is_over ? table::ClusterPlace{place.sequence + 1, 0} : table::ClusterPlace{place.sequence, place.ordinal + 1};
  front_ = std::max(front_, after);
}

void OrderedCommit::cut() {
  if (gathered_.empty()) return;
  runs_.push_back({.number = next_number_, .run = {}});
  runs_.back().run = std::exchange(gathered_, {});
  ++next_number_;
}

}  // namespace ramet::inline v1::write::internal
