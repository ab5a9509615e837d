#include "ramet/write/internal/gatherer.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ramet::inline v1::write::internal {
namespace {

// If there would be more clusters at once, each smaller than a 64th of a healthy one, gaps are bridged instead.
constexpr std::size_t too_many_runs = 256;
constexpr std::uint64_t too_tiny = 64;

}  // namespace

struct Gatherer::Horizon {
  struct Interval {
    std::uint64_t lowest, highest;
  };
  std::vector<Interval> intervals;  // ordered, without overlaps
  std::uint64_t lowest = ~std::uint64_t{0};

  bool is_open(std::uint64_t sequence) const noexcept {
    const auto after = std::ranges::upper_bound(intervals, sequence, {}, &Interval::lowest);
    return after != intervals.begin() && std::prev(after)->highest >= sequence;
  }
};

OpenParts& Gatherer::open() {
  const MutexLock lock(mutex_);
  return open_.emplace_back();
}

void Gatherer::close(OpenParts& open) noexcept {
  const MutexLock lock(mutex_);
  open_.remove_if([&](const OpenParts& one) { return &one == &open; });
}

void Gatherer::add(Sheaf& sheaf) {
  if (sheaf.empty()) return;
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;
  for (const PartRows& part : sheaf.parts) {
    bytes += part.bytes;
    entries += part.entries();
  }
  array::PackedColumns packed;
  if (sheaf.is_sparse()) packed = array::PackedColumns(sheaf.columns, types_of(sheaf));
  {
    const MutexLock lock(mutex_);
    if (neighbours_ == Neighbours::parts)
      for (const PartRows& part : sheaf.parts)
        if (!part.is_over) begins_.insert(part.place.sequence);
    const std::size_t count = pending_.size() + sheaf.parts.size();
    if (count > pending_.capacity()) pending_.reserve(std::max(count, 2 * pending_.capacity()));
    std::ranges::move(slices_of(sheaf, std::move(packed)), std::back_inserter(pending_));
    parts_.store(pending_.size(), std::memory_order_relaxed);
    bytes_.fetch_add(bytes, std::memory_order_relaxed);
    entries_.fetch_add(entries, std::memory_order_relaxed);
  }
  for (array::ArrayBuilder& column : sheaf.columns) column.clear();
}

std::shared_ptr<const std::vector<array::ArrayBuilder>> Gatherer::types_of(const Sheaf& sheaf) {
  const auto has_as_many = [&](const auto& types) { return types && types->size() == sheaf.columns.size(); };
  {
    const MutexLock lock(mutex_);
    if (has_as_many(types_)) return types_;
  }
  auto made = std::make_shared<std::vector<array::ArrayBuilder>>();
  for (const array::ArrayBuilder& column : sheaf.columns) made->push_back(column.without_values());
  const MutexLock lock(mutex_);
  if (!has_as_many(types_)) types_ = std::move(made);  // columns are only added, so their number tells
  return types_;
}

void Gatherer::put_back(RowRun& run) {
  const MutexLock lock(mutex_);
  pending_.reserve(pending_.size() + run.slices.size());
  std::ranges::move(run.slices, std::back_inserter(pending_));
  parts_.store(pending_.size(), std::memory_order_relaxed);
  bytes_.fetch_add(run.bytes, std::memory_order_relaxed);
  entries_.fetch_add(run.entries, std::memory_order_relaxed);
  run = {};
}

void Gatherer::note_cluster_of(std::uint64_t sequence) {
  if (neighbours_ == Neighbours::all) return;
  const MutexLock lock(mutex_);
  begins_.insert(sequence);
}

bool Gatherer::is_due(const ClusterSize& wanted) const noexcept {
  const std::uint64_t has_bytes = bytes();
  const std::uint64_t has_entries = entries();
  return wanted.is_reached(has_bytes, has_entries) &&
         (has_bytes >= next_look_bytes_.load(std::memory_order_relaxed) ||
          (wanted.entries != 0 && has_entries >= next_look_entries_.load(std::memory_order_relaxed)));
}

void Gatherer::place(RowRun& run) {
  // The first part of the run is over, since others follow, so all its clusters have lower ordinals than the next one.
  if (run.slices.back().sequence() != run.place.sequence) run.place.ordinal = next_ordinal();
}

void Gatherer::note_begin(const Slice& slice) {
  if (neighbours_ == Neighbours::parts) begins_.insert(slice.sequence());
}

void Gatherer::note_look(const ClusterSize& wanted) {
  next_look_bytes_.store(bytes() + std::max(wanted.bytes, bytes() / 8), std::memory_order_relaxed);
  next_look_entries_.store(entries() + std::max(wanted.entries, entries() / 8), std::memory_order_relaxed);
}

Gatherer::Horizon Gatherer::horizon() const {
  Horizon horizon;
  for (const OpenParts& open : open_) {
    const Horizon::Interval interval{open.lowest(), open.current()};
    if (interval.lowest > interval.highest) continue;
    horizon.lowest = std::min(horizon.lowest, interval.lowest);
    horizon.intervals.push_back(interval);
  }
  std::ranges::sort(horizon.intervals, {}, &Horizon::Interval::lowest);
  std::vector<Horizon::Interval> apart;
  for (const Horizon::Interval& interval : horizon.intervals) {
    if (apart.empty() || interval.lowest > apart.back().highest) {
      apart.push_back(interval);
    } else {
      apart.back().highest = std::max(apart.back().highest, interval.highest);
    }
  }
  horizon.intervals = std::move(apart);
  return horizon;
}

void Gatherer::sort() {
  if (sorted_ == pending_.size()) return;
  const auto middle = pending_.begin() + static_cast<std::ptrdiff_t>(std::exchange(sorted_, pending_.size()));
  if (neighbours_ == Neighbours::all) return;
  const auto is_before = [](const Slice& a, const Slice& b) { return a.rows.place < b.rows.place; };
  std::stable_sort(middle, pending_.end(), is_before);
  std::inplace_merge(pending_.begin(), middle, pending_.end(), is_before);
}

bool Gatherer::joins(const Slice& slice, const Slice& next, const Horizon& horizon, Gaps gaps) const {
  if (slice.column_count() != next.column_count()) return false;
  if (neighbours_ == Neighbours::all) return true;
  if (!slice.rows.is_over || !next.rows.is_over || horizon.is_open(slice.sequence())) return false;
  if (slice.sequence() == next.sequence()) return true;
  // A cluster that begins between both, or with the next part, must stay between them.
  const auto cluster = begins_.upper_bound(slice.sequence());
  if (cluster != begins_.end() && *cluster <= next.sequence()) return false;
  // A context that fills a lower part may continue with this one.
  if (slice.sequence() + 1 == next.sequence()) return gaps == Gaps::bridge || slice.sequence() < horizon.lowest;
  return gaps == Gaps::bridge && !keeps_gaps_.load() && next.sequence() < horizon.lowest;
}

std::vector<Gatherer::Range> Gatherer::runs(Gaps gaps) {
  sort();
  const Horizon now = horizon();
  std::vector<Range> found;
  for (std::size_t slice = 0; slice < pending_.size(); ++slice) {
    if (slice == 0 || !joins(pending_[slice - 1], pending_[slice], now, gaps)) found.push_back({slice, slice});
    Range& range = found.back();
    range.last = slice + 1;
    range.bytes += pending_[slice].rows.bytes;
    range.entries += pending_[slice].rows.entries();
  }
  return found;
}

std::optional<Gatherer::Range> Gatherer::first_run(const ClusterSize& wanted) {
  sort();
  if (pending_.empty()) return std::nullopt;
  const std::uint64_t lowest = horizon().lowest;
  auto cluster = begins_.upper_bound(pending_.front().sequence());  // the first after the current slice
  // The rules of `joins`, for slices below all open parts.
  const auto joins_below = [&](const Slice& slice, const Slice& next) RAMET_REQUIRES(mutex_) {
    if (slice.column_count() != next.column_count()) return false;
    if (neighbours_ == Neighbours::all) return true;
    while (cluster != begins_.end() && *cluster <= slice.sequence()) ++cluster;
    if (!slice.rows.is_over || !next.rows.is_over || slice.sequence() >= lowest) return false;
    if (slice.sequence() == next.sequence()) return true;
    return slice.sequence() + 1 == next.sequence() && (cluster == begins_.end() || *cluster > next.sequence());
  };
  Range run;
  for (std::size_t place = 0; place < pending_.size(); ++place) {
    const Slice& slice = pending_[place];
    const PartRows& rows = slice.rows;
    const bool joins = place > 0 && joins_below(pending_[place - 1], slice);
    const bool fits = most_.clusters_of(run.bytes + rows.bytes, run.entries + rows.entries()) == 1;
    if (run.last > run.first && !(joins && fits) && wanted.is_reached(run.bytes, run.entries)) return run;
    if (!joins) {
      if (place > 0 && neighbours_ == Neighbours::parts && slice.sequence() >= lowest)
        break;  // no later slice joins either
      run = {place, place};
    }
    run.last = place + 1;
    run.bytes += rows.bytes;
    run.entries += rows.entries();
  }
  return wanted.is_reached(run.bytes, run.entries) && run.last > run.first ? std::optional(run) : std::nullopt;
}

Gatherer::Range Gatherer::piece_of(const Range& range) const {
  const std::uint64_t clusters = most_.clusters_of(range.bytes, range.entries);
  if (clusters <= 1) return range;
  const ClusterSize enough{range.bytes / clusters, most_.entries == 0 ? 0 : range.entries / clusters};
  Range piece{range.first, range.first};
  do {
    const PartRows& rows = pending_[piece.last].rows;
    if (piece.last > piece.first && most_.clusters_of(piece.bytes + rows.bytes, piece.entries + rows.entries()) > 1)
      break;
    piece.bytes += rows.bytes;
    piece.entries += rows.entries();
    ++piece.last;
  } while (piece.last < range.last && !enough.is_reached(piece.bytes, piece.entries));
  return piece;
}

RowRun Gatherer::take(const Range& range) {
  const Range piece = piece_of(range);
  RowRun run;
  run.slices.reserve(piece.last - piece.first);
  const auto first = pending_.begin() + static_cast<std::ptrdiff_t>(piece.first);
  const auto last = pending_.begin() + static_cast<std::ptrdiff_t>(piece.last);
  note_begin(pending_[piece.first]);
  for (auto slice = first; slice != last; ++slice) run.append(std::move(*slice));
  place(run);
  pending_.erase(first, last);
  note_taken(run.bytes, run.entries);
  return run;
}

void Gatherer::note_taken(std::uint64_t bytes, std::uint64_t entries) noexcept {
  parts_.store(pending_.size(), std::memory_order_relaxed);
  sorted_ = pending_.size();
  bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  entries_.fetch_sub(entries, std::memory_order_relaxed);
  next_look_bytes_.store(0, std::memory_order_relaxed);
  next_look_entries_.store(0, std::memory_order_relaxed);
}

void Gatherer::remove(const std::vector<Range>& pieces) noexcept {
  std::size_t kept = 0;
  std::size_t next = 0;
  const auto keep_until = [&](std::size_t last) RAMET_REQUIRES(mutex_) {
    for (; next < last; ++next, ++kept)
      if (kept != next) pending_[kept] = std::move(pending_[next]);
  };
  for (const Range& piece : pieces) {
    keep_until(piece.first);
    next = piece.last;
  }
  keep_until(pending_.size());
  pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(kept), pending_.end());
}

std::vector<RowRun> Gatherer::take_each(const std::vector<Range>& runs) {
  std::vector<Range> pieces;
  for (Range run : runs)
    while (run.first < run.last) {
      pieces.push_back(piece_of(run));
      const Range& piece = pieces.back();
      run = {piece.last, run.last, run.bytes - piece.bytes, run.entries - piece.entries};
    }
  std::vector<RowRun> taken(pieces.size());
  for (std::size_t run = 0; run < taken.size(); ++run) {
    taken[run].slices.reserve(pieces[run].last - pieces[run].first);
    note_begin(pending_[pieces[run].first]);
  }
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;
  for (std::size_t run = 0; run < taken.size(); ++run) {  // nothing below can fail
    for (std::size_t slice = pieces[run].first; slice < pieces[run].last; ++slice)
      taken[run].append(std::move(pending_[slice]));
    place(taken[run]);
    bytes += taken[run].bytes;
    entries += taken[run].entries;
  }
  remove(pieces);
  note_taken(bytes, entries);
  return taken;
}

RowRun Gatherer::take_due(const ClusterSize& wanted, std::uint64_t most_memory) {
  const MutexLock lock(mutex_);
  if (const std::optional<Range> run = first_run(wanted)) return take(*run);
  note_look(wanted);
  if (memory() <= most_memory) return {};
  const std::vector<Range> bridged = runs(Gaps::bridge);
  return bridged.empty() ? RowRun() : take(*std::ranges::max_element(bridged, {}, &Range::bytes));
}

RowRun Gatherer::take_longest(std::uint64_t least, Gaps gaps) {
  const MutexLock lock(mutex_);
  const std::vector<Range> found = runs(gaps);
  const auto longest = std::ranges::max_element(found, {}, &Range::bytes);
  return longest == found.end() || longest->bytes < least ? RowRun() : take(*longest);
}

std::vector<Gatherer::Range> Gatherer::last_runs(Gaps gaps) {
  std::vector<Range> found = runs(gaps);
  const bool is_tiny = found.size() > too_many_runs && bytes() / found.size() < healthy_.bytes / too_tiny;
  if (is_tiny) found = runs(Gaps::bridge);
  return found;
}

std::vector<RowRun> Gatherer::take_all(Gaps gaps) {
  const MutexLock lock(mutex_);
  return take_each(last_runs(gaps));
}

Gatherer::Range Gatherer::ripe_of(const Range& run, const ClusterSize& least, std::uint64_t before) const {
  if (neighbours_ == Neighbours::all || least.is_reached(run.bytes, run.entries)) return run;
  Range ripe{run.first, run.first};
  for (; ripe.last < run.last && pending_[ripe.last].sequence() < before; ++ripe.last) {
    ripe.bytes += pending_[ripe.last].rows.bytes;
    ripe.entries += pending_[ripe.last].rows.entries();
  }
  return ripe;
}

std::vector<RowRun> Gatherer::take_ripe(const ClusterSize& least, std::uint64_t before) {
  const MutexLock lock(mutex_);
  std::vector<Range> ripe = last_runs(Gaps::keep);
  for (Range& run : ripe) run = ripe_of(run, least, before);
  return take_each(ripe);
}

std::uint64_t Gatherer::end_of_parts() {
  const MutexLock lock(mutex_);
  // Above the largest number is none: it stays.
  const auto above = [](std::uint64_t sequence) { return std::max(sequence, sequence + 1); };
  std::uint64_t end = 0;
  for (const Slice& slice : pending_) end = std::max(end, above(slice.sequence()));
  for (const OpenParts& open : open_)
    if (open.lowest() <= open.current()) end = std::max(end, above(open.current()));
  return end;
}

}  // namespace ramet::inline v1::write::internal
