#include "ramet/merge/internal/cluster_writer.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/merge/internal/gather/parcel.hpp"
#include "ramet/schedule/helped_executor.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

// Columns grow by doubling, and their encoded form is there beside them until it is written.
constexpr std::uint64_t bytes_per_column_byte = 3;
// Parcels have no more memory than they need; they are joined column by column, and then encoded.
constexpr std::uint64_t bytes_per_gathered_byte = 2;

MemoryReservation smallest_share_of(OutputFile& file) {
  auto reservation = file.budget.try_reserve(ClusterWriter::smallest_share);
  if (reservation.bytes() == 0)
    fail(ErrorKind::misuse,
         "a memory budget of {} bytes, of which {} are taken, is too small for one more context of {}",
         file.budget.limit(), file.budget.used(), ClusterWriter::smallest_share);
  return reservation;
}

/// The same where clusters wait for those before them, which takes memory: the part at the front has its own.
MemoryReservation share_in_order(OutputFile& file, OrderedCommit& ordered, std::uint64_t sequence) {
  ordered.begin_part(sequence);
  for (;;) {
    const std::uint64_t passed = file.gate.passed();
    auto reservation = file.budget.try_reserve(ClusterWriter::smallest_share);
    if (reservation.bytes() > 0) return reservation;
    if (ordered.is_at_front(sequence)) return file.budget.try_reserve(0);
    file.gate.wait(passed, {}, MemoryGate::For::any_change);
  }
}

MemoryReservation first_share(OutputFile& file, TableOutput& table, std::uint64_t sequence) {
  OrderedCommit* ordered = table.ordered();
  return ordered == nullptr ? smallest_share_of(file) : share_in_order(file, *ordered, sequence);
}

std::size_t rows_of(std::span<const array::Array> columns) noexcept { return columns.empty() ? 0 : columns[0].length; }

}  // namespace

ClusterWriter::ClusterWriter(std::shared_ptr<OutputFile> file, std::shared_ptr<TableOutput> table,
                             std::uint64_t sequence)
    : file_(std::move(file)),
      table_(std::move(table)),
      schema_(&table_->schema()),
      reservation_(first_share(*file_, *table_, sequence)),
      place_{sequence, 0},
      encoder_(*file_, *table_) {
  report_.number = table_->next_context();
  table_->context_opened(report_.number, sequence);
}

ClusterWriter::~ClusterWriter() = default;

void ClusterWriter::refresh() {
  {
    const MutexLock lock(file_->mutex);
    file_->require_open();
    if (!table_->is_described()) file_->save();  // as before the first context: the file says what columns there are
  }
  const MutexLock lock(mutex_);
  schema_ = &table_->schema();
  gathered_.clear();
}

void ClusterWriter::require_open() const {
  require_usable();
  if (!closed_) return;
  const MutexLock lock(mutex_);
  fail(ErrorKind::misuse, "fill context {} is closed", report_.number);
}

StageTimes ClusterWriter::times() const {
  const MutexLock lock(mutex_);
  StageTimes times = report_.times;
  times.add(own_times_);
  return times;
}

std::uint64_t ClusterWriter::room_left() const noexcept {
  const std::uint64_t for_filling = file_->budget.limit() - file_->budget.limit() / 4;
  const std::uint64_t used = file_->budget.used();
  return used < for_filling ? for_filling - used : 0;
}

bool ClusterWriter::may_hold(std::uint64_t bytes) noexcept {
  const std::uint64_t wanted = bytes * bytes_per_column_byte;
  if (wanted <= reservation_.bytes()) return true;
  const std::uint64_t more = wanted - reservation_.bytes();
  return more <= room_left() && reservation_.try_grow(more);
}

void ClusterWriter::wait_for_turn(std::uint64_t bytes, const StopToken& stop) {
  has_given_way_ = false;
  if (turn_) table_->turns().note_progress();
  if (turn_ || bytes * bytes_per_column_byte <= smallest_share) return;
  if (table_->options().helped != nullptr && table_->turns().is_wanted()) table_->options().helped->help();
  const StageTimer timer(&own_times_, Stage::wait);
  turn_.emplace(table_->turns().take(stop));
}

void ClusterWriter::hold(std::uint64_t bytes, const StopToken& stop) {
  if (table_->ordered() == nullptr) return;
  for (;;) {
    const std::uint64_t passed = file_->gate.passed();
    if (may_hold(bytes) || table_->ordered()->is_at_front(place_.sequence)) return;
    const StageTimer timer(&own_times_, Stage::wait);
    file_->gate.wait(passed, stop, MemoryGate::For::any_change);
  }
}

void ClusterWriter::release() noexcept {
  {
    const MutexLock lock(mutex_);
    encoder_.release();
    if (gathered_entries() == 0) gathered_.clear();
  }
  reservation_.shrink_to(std::max(smallest_share, gathered_bytes() * bytes_per_column_byte));
}

void ClusterWriter::write(std::span<const array::Array> columns, std::size_t first, std::size_t last) {
  require_open();
  table_->format().check(columns, first, last);
  {
    const FillTurns::Work work(turn_ ? &table_->turns() : nullptr);
    const MemoryGate::Passage passage(file_->gate);
    const MutexLock lock(mutex_);
    write_locked(columns, first, last);
  }
  after_cluster();
}

void ClusterWriter::write_locked(std::span<const array::Array> columns, std::size_t first, std::size_t last) {
  const bool is_gathered = gathered_entries() > 0;
  if (is_gathered) keep(columns, first, last);
  const std::uint64_t entries = is_gathered ? gathered_entries() : last - first;
  if (entries == 0) return;
  try {
    if (is_gathered) {
      write_rows(gathered_, 0, entries);
    } else {
      write_rows(columns, first, last);
    }
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::io) {
      if (!is_gathered) keep(columns, first, last);
    } else {
      forget_gathered();  // they never can be written
      table_->note_lost(entries);
    }
    throw;
  }
  if (is_gathered) forget_gathered();
  report_.entries += entries;
  ++report_.clusters;
  ++place_.ordinal;
}

void ClusterWriter::write_rows(std::span<const array::Array> columns, std::size_t first, std::size_t last) {
  OrderedCommit* ordered = table_->ordered();
  if (ordered == nullptr) return encoder_.write(columns, first, last, place_, report_.times);
  EncodedCluster cluster = encoder_.encode_ahead(columns, first, last, place_, report_.times);
  cluster.memory = reservation_.split(cluster.bytes.size());
  ordered->add(std::move(cluster));
}

void ClusterWriter::advance_in_order() {
  if (table_->ordered() == nullptr) return;
  const MemoryGate::Passage passage(file_->gate);  // also where nothing is written: a part that ended lets others on
  const MutexLock lock(mutex_);
  table_->advance_in_order(encoder_, report_.times);
}

void ClusterWriter::keep(std::span<const array::Array> columns, std::size_t first, std::size_t last) {
  if (first == last) return;
  if (gathered_.empty())
    for (const tree::ColumnSpec& column : schema_->columns) gathered_.emplace_back(column.type);
  const StageTimer timer(&report_.times, Stage::fill);
  append_rows(gathered_, columns, first, last);
  gathered_entries_.store(rows_of(gathered_), std::memory_order_relaxed);
  gathered_bytes_.store(byte_count(gathered_), std::memory_order_relaxed);
}

void ClusterWriter::forget_gathered() noexcept {
  for (array::Array& column : gathered_) column.clear();
  gathered_entries_.store(0, std::memory_order_relaxed);
  gathered_bytes_.store(0, std::memory_order_relaxed);
}

void ClusterWriter::hand_over(std::span<const array::Array> columns) {
  require_open();
  const std::size_t rows = rows_of(columns);
  if (table_->healthy().is_reached(byte_count(columns) + gathered_bytes(), rows + gathered_entries()))
    return write(columns, 0, rows);
  const MutexLock lock(mutex_);
  table_->format().check(columns, 0, rows);
  keep(columns, 0, rows);
}

void ClusterWriter::write_gathered() {
  const MemoryGate::Passage passage(file_->gate);
  const MutexLock lock(mutex_);
  write_locked({}, 0, 0);
}

Parcel ClusterWriter::take_parcel(std::span<const array::Array> columns, MemoryReservation memory) {
  Parcel parcel;
  parcel.place = place_;
  parcel.memory = std::move(memory);
  if (is_closing_ && rows_of(columns) == 0) {
    parcel.columns = std::exchange(gathered_, {});
  } else {
    for (const tree::ColumnSpec& column : schema_->columns) parcel.columns.emplace_back(column.type);
    if (gathered_entries() > 0) append_rows(parcel.columns, gathered_, 0, gathered_entries());
    append_rows(parcel.columns, columns, 0, rows_of(columns));
  }
  forget_gathered();
  parcel.entries = rows_of(parcel.columns);
  parcel.bytes = byte_count(parcel.columns);
  return parcel;
}

void ClusterWriter::end_part(std::span<const array::Array> columns) {
  require_open();
  const std::size_t rows = rows_of(columns);
  const std::uint64_t entries = rows + gathered_entries();
  const std::uint64_t bytes = byte_count(columns) + gathered_bytes();
  if (entries > 0 && table_->healthy().is_reached(bytes, entries)) {
    write(columns, 0, rows);
  } else if (entries > 0) {
    return end_with_parcel(columns, bytes);
  }
  if (OrderedCommit* ordered = table_->ordered(); ordered != nullptr && part_is_open_)
    ordered->end_part(place_, std::nullopt);
  part_is_open_ = false;
  advance_in_order();
}

void ClusterWriter::end_with_parcel(std::span<const array::Array> columns, std::uint64_t bytes) {
  const std::size_t rows = rows_of(columns);
  OrderedCommit* ordered = table_->ordered();
  const std::uint64_t needed = bytes * bytes_per_gathered_byte;
  MemoryReservation memory = needed <= room_left() ? file_->budget.try_reserve(needed) : MemoryReservation();
  if (memory.bytes() == 0 && ordered == nullptr) {
    part_is_open_ = false;
    return write(columns, 0, rows);
  }
  ParcelRun run;
  {
    const MutexLock lock(mutex_);
    table_->format().check(columns, 0, rows);
    if (memory.bytes() == 0) memory = reservation_.split(needed);
    Parcel parcel = take_parcel(columns, std::move(memory));
    report_.entries += parcel.entries;
    part_is_open_ = false;
    if (ordered != nullptr) {
      ordered->end_part(place_, std::move(parcel));
    } else {
      // Where threads take turns, parts end in any order: as far as there is room they wait for those between them.
      run = table_->gatherer().add(std::move(parcel), table_->is_crowded() ? room_left() / 4 : 0);
    }
  }
  advance_in_order();
  if (!run.empty()) write_run(std::move(run));
}

void ClusterWriter::begin_sequence(std::span<const array::Array> columns, std::uint64_t sequence) {
  require_open();
  if (table_->options().order == Order::arrival) {
    hand_over(columns);
  } else {
    end_part(columns);
  }
  if (table_->ordered() != nullptr) table_->ordered()->begin_part(sequence);
  const MutexLock lock(mutex_);
  place_ = {sequence, 0};
  part_is_open_ = true;
}

void ClusterWriter::after_cluster() {
  advance_in_order();
  turn_.reset();
  has_given_way_ = table_->turns().is_wanted();
  if (has_given_way_ || file_->gate.is_wanted()) release();
  const auto begin = TraceClock::now();
  checkpoint_if_due(*file_);
  own_times_.add(Stage::commit, TraceClock::now() - begin, 0);
}

void ClusterWriter::close(std::span<array::Array> columns) {
  if (closed_) return;
  is_closing_ = true;
  // The last rows: what is not tiny is written here, side by side with other contexts', and not by the writer's close;
  // but of more contexts than threads can run the first ones leave theirs to the last.
  const std::uint64_t bytes = byte_count(columns) + gathered_bytes();
  if (table_->ordered() == nullptr && bytes >= not_tiny() && !table_->is_crowded()) {
    write(columns, 0, rows_of(columns));
  } else {
    keep_for_good(columns);
    end_part(columns);
  }
  write_share();
  end(0);
}

std::uint64_t ClusterWriter::not_tiny() const noexcept { return table_->healthy().bytes / 4; }

void ClusterWriter::keep_for_good(std::span<array::Array> columns) {
  const std::size_t rows = rows_of(columns);
  if (rows == 0) return;
  table_->format().check(columns, 0, rows);
  const MutexLock lock(mutex_);
  if (gathered_entries() > 0) {
    keep(columns, 0, rows);
    for (array::Array& column : columns) column.clear();
    return;
  }
  gathered_.clear();
  for (array::Array& column : columns) {
    array::Array empty(column.type());
    gathered_.push_back(std::exchange(column, std::move(empty)));
  }
  gathered_entries_.store(rows, std::memory_order_relaxed);
  gathered_bytes_.store(byte_count(gathered_), std::memory_order_relaxed);
}

void ClusterWriter::write_share() {
  const std::uint64_t contexts = std::exchange(is_filled_, false) ? table_->end_filling() : 0;
  if (contexts == 0 || table_->ordered() != nullptr) return;
  Gatherer& gatherer = table_->gatherer();
  for (std::uint64_t share = gatherer.bytes() / contexts; share > 0;) {
    ParcelRun run = gatherer.take_longest(not_tiny());
    if (run.empty()) return;
    share -= std::min(share, run.bytes);
    write_run(std::move(run));
  }
}

void ClusterWriter::write_run(ParcelRun run) {
  {
    const MemoryGate::Passage passage(file_->gate);
    const MutexLock lock(mutex_);
    table_->write_run(std::move(run), encoder_, report_.times);
    ++report_.clusters;
  }
  after_cluster();
}

void ClusterWriter::abandon(std::uint64_t lost) noexcept {
  if (closed_) return;
  if (gathered_entries() > 0) {
    const MutexLock lock(mutex_);
    ParcelRun run;
    run.parcels.push_back(take_parcel({}, reservation_.split(gathered_bytes() * bytes_per_gathered_byte)));
    run.entries = run.parcels[0].entries;
    run.bytes = run.parcels[0].bytes;
    table_->gatherer().put_back(std::move(run));
  }
  if (OrderedCommit* ordered = table_->ordered(); ordered != nullptr && part_is_open_) {
    ordered->end_part(place_, std::nullopt);
    const MemoryGate::Passage passage(file_->gate);  // who waits for this part looks again
  }
  if (is_filled_) table_->end_filling();
  end(lost);
}

void ClusterWriter::end(std::uint64_t lost) noexcept {
  closed_ = true;
  ContextReport report;
  {
    const MutexLock lock(mutex_);
    encoder_.release();
    gathered_.clear();
    report = report_;
  }
  report.times.add(own_times_);
  turn_.reset();
  reservation_.release();
  table_->context_closed(report, lost);
}

}  // namespace ramet::inline v1::merge::internal
