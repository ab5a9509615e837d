#include "ramet/write/internal/cluster_writer.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/write/internal/admission/first_share.hpp"

namespace ramet::inline v1::write::internal {
namespace {

constexpr std::uint64_t bytes_per_column_byte = 3;   // columns grow by doubling, beside their encoded form
constexpr std::uint64_t bytes_per_encoded_byte = 2;  // the same for columns that do not grow any more

// Small parts stay in the context's sheaf up to this size, so that the table's lock is taken for many at once.
constexpr std::uint64_t most_held_parts = ClusterWriter::smallest_share / 2;

std::size_t rows_of(std::span<const array::ArrayBuilder> columns) noexcept {
  return columns.empty() ? 0 : columns[0].length;
}

void check(const TableOutput& table, std::span<const array::ArrayBuilder> columns) {
  table.check([&](std::size_t column) { return columns[column].list_offsets(); }, 0, rows_of(columns));
}

}  // namespace

ClusterWriter::ClusterWriter(std::shared_ptr<OutputFile> file, std::shared_ptr<TableOutput> table,
                             std::uint64_t sequence)
    : file_(std::move(file)),
      table_(std::move(table)),
      schema_(&table_->schema()),
      reservation_(first_share(*file_, *table_, sequence)),
      ticket_(file_->admission),
      sequence_(sequence),
      open_(table_->rows().gatherer().open()),
      encoder_(*file_, *table_) {
  try {
    open_.set(sequence, sequence);
    report_.number = table_->contexts().next_number();
    trace_ = ContextTrace(file_->recorder(), file_->area().name(), schema_->name, report_.number);
    table_->contexts().note_opened(report_.number, sequence);
  } catch (...) {
    table_->rows().gatherer().close(open_);
    if (auto* ordered = table_->rows().ordered()) ordered->end_part({sequence, 0}, std::nullopt);
    throw;
  }
}

ClusterWriter::~ClusterWriter() { table_->rows().gatherer().close(open_); }

void ClusterWriter::refresh() {
  {
    const OutputLock lock(*file_);
    file_->require_open();
    if (!table_->record().is_described(lock))
      file_->save(lock);  // so that the file describes the new columns before their clusters
  }
  const MutexLock lock(mutex_);
  if (!sheaf_.empty()) give();
  sheaf_ = {};
  schema_ = &table_->schema();
}

void ClusterWriter::require_open() const {
  require_usable();
  if (!closed_) return;
  const MutexLock lock(writing_);
  detail::fail(ErrorKind::misuse, "fill context {} is closed", report_.number);
}

StageTimes ClusterWriter::times() const {
  const MutexLock lock(writing_);
  StageTimes times = report_.times;
  times.add(own_times_);
  return times;
}

// --- memory ----------------------------------------------------------------------------------------------------------

bool ClusterWriter::may_hold(std::uint64_t bytes) noexcept {
  const std::uint64_t own = bytes - std::min(bytes, gathered_bytes());  // rows in the sheaf have their own reservation
  const std::uint64_t wanted = own * bytes_per_column_byte;
  if (wanted <= reservation_.bytes()) return true;
  // Memory that the sheaf took from the smallest share is reserved again when it is needed.
  if (table_->rows().ordered() == nullptr && reservation_.bytes() < smallest_share) {
    reservation_.grow_anyway(smallest_share - reservation_.bytes());
    if (wanted <= smallest_share) return true;
  }
  const std::uint64_t more = wanted - reservation_.bytes();
  const bool is_grown = more <= file_->admission.room() && reservation_.try_grow(more);
  if (is_grown) trace_.count_if_due(file_->admission);
  return is_grown;
}

void ClusterWriter::lend_memory(std::uint64_t bytes) {
  constexpr std::uint64_t step = 16 << 10;  // large steps, because all contexts change the same counter
  MemoryReservation& memory = sheaf_.memory;
  if (bytes <= memory.bytes()) return;
  std::uint64_t more = std::max(step, bytes - memory.bytes());
  // If clusters are written in order, the context at the front has memory set aside in addition.
  if (table_->rows().ordered() != nullptr) more = std::min(more, reservation_.bytes());
  if (more == 0) return;
  reservation_.shrink_to(reservation_.bytes() - std::min(more, reservation_.bytes()));
  if (memory.bytes() == 0)
    memory = file_->admission.budget().reserve_anyway(more);
  else
    memory.grow_anyway(more);
}

void ClusterWriter::account(std::uint64_t bytes) noexcept {
  const std::uint64_t wanted = (bytes - std::min(bytes, gathered_bytes())) * bytes_per_encoded_byte;
  // If clusters are written in order, the memory of one cluster is set aside for the context at the front.
  const std::uint64_t set_aside = is_in_order() ? table_->rows().cluster_bytes() * bytes_per_column_byte : 0;
  if (wanted <= reservation_.bytes() + set_aside) return;
  if (reservation_.bytes() == 0) reservation_ = file_->admission.budget().reserve_anyway(0);
  reservation_.grow_anyway(wanted - set_aside - reservation_.bytes());
  is_overdrawn_ = true;
}

void ClusterWriter::wait_for_admission(std::uint64_t bytes, const StopToken& stop) {
  has_given_way_ = false;
  ticket_.move();
  if (ticket_.is_admitted() || bytes * bytes_per_column_byte <= smallest_share) return;
  if (file_->admission.has_queue()) trace_.help(table_->options().executor);
  const StageTimer timer(own_trace(), Stage::wait);
  ticket_.enter(table_->rows().cluster_bytes() * bytes_per_column_byte, stop);
}

void ClusterWriter::hold(std::uint64_t bytes, const StopToken& stop) {
  if (table_->rows().ordered() == nullptr) return;
  for (;;) {
    const std::uint64_t passed = file_->admission.passed();
    if (may_hold(bytes) || table_->rows().ordered()->is_at_front(sequence_)) return;
    table_->rows().take_ended_parts();  // so that no context waits for rows in another context
    if (table_->rows().ordered()->is_at_front(sequence_)) return;
    const StageTimer timer(own_trace(), Stage::wait, TraceState::wait_order);
    file_->admission.wait_for_passage(passed, stop, Admission::For::order);
  }
}

bool ClusterWriter::may_hold_now(std::uint64_t bytes) {
  OrderedCommit* ordered = table_->rows().ordered();
  if (may_hold(bytes) || (ordered != nullptr && ordered->is_at_front(sequence_))) return true;
  if (ordered == nullptr) return false;
  table_->rows().take_ended_parts();  // so that no context waits for rows in another context
  return ordered->is_at_front(sequence_);
}

void ClusterWriter::release() noexcept {
  {
    const MutexLock lock(writing_);
    encoder_.release();
  }
  is_overdrawn_ = false;
  reservation_.shrink_to(smallest_share);
  trace_.count(file_->admission);
}

// --- rows ------------------------------------------------------------------------------------------------------------

table::ClusterPlace ClusterWriter::next_place() {
  if (table_->rows().ordered() != nullptr) return {sequence_, ordinal_++};
  return {sequence_, table_->rows().gatherer().next_ordinal()};
}

void ClusterWriter::note_sheaf() noexcept {
  open_entries_.store(has_open_rows() ? sheaf_.parts.back().entries() : 0, std::memory_order_relaxed);
  sheaf_bytes_.store(sheaf_.bytes, std::memory_order_relaxed);
  if (sheaf_.empty() && !part_is_open_) return open_.set_none();
  open_.set(std::min(sheaf_.lowest, sequence_), std::max(sheaf_.highest, sequence_));
}

template <class Column>
void ClusterWriter::keep(std::span<const Column> columns, std::size_t first, std::size_t last, std::uint64_t bytes) {
  if (first == last) return;
  sheaf_.append(columns, first, last, has_open_rows() ? sheaf_.parts.back().place : next_place(), bytes);
  lend_memory(sheaf_.memory_bytes());
  entries_ += last - first;
  has_taken_rows_ = true;
  note_sheaf();
}

void ClusterWriter::give() {
  if (OrderedCommit* ordered = table_->rows().ordered(); ordered != nullptr) {
    ordered->end_parts(sheaf_);
  } else {
    table_->rows().gatherer().add(sheaf_);
  }
  note_sheaf();
}

void ClusterWriter::give_with_room() {
  const bool keeps_columns = !is_in_order() && sheaf_.is_sparse();  // its rows are copied
  Sheaf empty = keeps_columns ? Sheaf() : sheaf_.empty_like();
  give();
  if (!keeps_columns) sheaf_ = std::move(empty);
}

void ClusterWriter::give_ended_parts() {
  const MutexLock lock(mutex_);
  if (!sheaf_.empty() && !has_open_rows()) give();
}

void ClusterWriter::give_all() {
  const MutexLock busy(writing_);
  const MutexLock lock(mutex_);
  if (!sheaf_.empty()) give();
}

void ClusterWriter::write(std::span<const array::Array> columns, std::size_t first, std::size_t last) {
  has_taken_rows_ = false;
  require_open();
  if (first < last) table_->check([&](std::size_t column) { return columns[column].list_offsets(); }, first, last);
  {
    const Admission::Passage passage(file_->admission, &ticket_);
    const MutexLock lock(writing_);
    trace_.count(file_->admission);
    write_locked(columns, first, last);
  }
  after_cluster();
}

void ClusterWriter::write(std::span<const array::ArrayBuilder> columns) {
  has_taken_rows_ = false;  // before anything throws
  write(array::borrow(columns), 0, rows_of(columns));
}

void ClusterWriter::write_locked(std::span<const array::Array> columns, std::size_t first, std::size_t last) {
  Sheaf joined;
  table::ClusterPlace place;
  {
    const MutexLock lock(mutex_);
    if (!sheaf_.empty() && sheaf_.parts.front().is_over) give();
    if (first == last && sheaf_.empty()) return;
    if (sheaf_.empty()) {
      place = next_place();
    } else {
      keep(columns, first, last);
      place = sheaf_.parts.back().place;
      joined = std::exchange(sheaf_, {});
    }
  }
  try {
    if (joined.empty()) {
      encode(columns, first, last, place);
      entries_ += last - first;
      has_taken_rows_ = true;
    } else {
      encode(array::borrow(joined.columns), 0, joined.entries, place);
    }
  } catch (...) {
    const MutexLock lock(mutex_);
    if (joined.empty()) {
      sheaf_.append(columns, first, last, place);
      lend_memory(sheaf_.memory_bytes());
      entries_ += last - first;
      has_taken_rows_ = true;
    } else {
      sheaf_ = std::move(joined);  // no other thread has filled it meanwhile
    }
    note_sheaf();
    throw;
  }
  const MutexLock lock(mutex_);
  note_sheaf();
}

void ClusterWriter::encode(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                           table::ClusterPlace place) {
  OrderedCommit* ordered = table_->rows().ordered();
  if (ordered == nullptr) {
    table_->rows().gatherer().note_cluster_of(place.sequence);
    encoder_.write(columns, first, last, place, trace_.to(report_.times));
  } else {
    EncodedCluster cluster = encoder_.encode_ahead(columns, first, last, place, trace_.to(report_.times));
    cluster.memory = reservation_.split(cluster.bytes.size());
    ordered->add(std::move(cluster));
  }
  ++report_.clusters;
}

void ClusterWriter::advance_in_order() {
  if (table_->rows().ordered() == nullptr) return;
  const Admission::Passage passage(file_->admission);  // also if nothing is written: the end of a part wakes others
  const MutexLock lock(writing_);
  table_->rows().advance_in_order(encoder_, trace_.to(report_.times));
}

void ClusterWriter::hand_over(std::span<const array::ArrayBuilder> columns) {
  has_taken_rows_ = false;
  require_open();
  const std::size_t rows = rows_of(columns);
  if (table_->rows().healthy().is_reached(byte_count(columns) + gathered_bytes(), rows + gathered_entries()))
    return write(columns);
  if (rows == 0) return;
  check(*table_, columns);
  const MutexLock lock(mutex_);
  keep(columns, 0, rows);
}

// --- parts -----------------------------------------------------------------------------------------------------------

void ClusterWriter::end_rows(std::span<const array::ArrayBuilder> columns) {
  has_taken_rows_ = false;
  require_open();
  const std::size_t rows = rows_of(columns);
  const std::uint64_t entries = rows + gathered_entries();
  const std::uint64_t bytes = byte_count(columns);
  if (entries > 0 && table_->rows().healthy().is_reached(bytes + gathered_bytes(), entries)) return write(columns);
  if (rows == 0) return;
  check(*table_, columns);
  const MutexLock lock(mutex_);
  keep(columns, 0, rows, bytes);
}

void ClusterWriter::end_part(std::span<const array::ArrayBuilder> columns) {
  end_rows(columns);
  finish_part(std::nullopt);
}

void ClusterWriter::finish_part(std::optional<std::uint64_t> next) {
  bool is_given = false;
  {
    const MutexLock lock(mutex_);
    OrderedCommit* ordered = table_->rows().ordered();
    if (has_open_rows()) {
      sheaf_.parts.back().is_over = true;
    } else if (ordered != nullptr && part_is_open_) {
      if (!sheaf_.empty()) give();  // the parts before it
      ordered->end_part({sequence_, ordinal_}, std::nullopt);
      is_given = true;
    }
    part_is_open_ = next.has_value();  // together with sequence_, so that one part always counts as open
    sequence_ = next.value_or(sequence_);
    ordinal_ = 0;
    const bool is_large = sheaf_.memory_bytes() >= most_held_parts;
    if (is_large) give_with_room();
    note_sheaf();
    is_given = is_given || is_large;
  }
  if (!is_given) return;
  advance_in_order();
  write_what_is_due();
}

void ClusterWriter::begin_sequence(std::span<const array::ArrayBuilder> columns, std::uint64_t sequence) {
  has_taken_rows_ = false;
  if (table_->options().order == Order::arrival) {
    hand_over(columns);
    const MutexLock lock(mutex_);
    sequence_ = sequence;
    part_is_open_ = true;
    return note_sheaf();
  }
  OrderedCommit* ordered = table_->rows().ordered();
  if (ordered != nullptr)
    ordered->begin_part(sequence);  // before the other part ends, so that the order does not pass over it
  try {
    end_rows(columns);
  } catch (...) {
    if (ordered != nullptr) ordered->cancel_part(sequence);
    throw;
  }
  finish_part(sequence);
}

void ClusterWriter::write_what_is_due() {
  Gatherer& gatherer = table_->rows().gatherer();
  if (table_->rows().ordered() != nullptr) return;
  const Admission& admission = file_->admission;
  for (;;) {
    // Gathered rows may use a quarter of the memory for filling, or an eighth if none is free.
    const std::uint64_t most = admission.for_filling() / (admission.room() > 0 ? 4 : 8);
    const ClusterSize& wanted = table_->rows().large();  // rows wait for larger runs while there is memory
    if (gatherer.memory() <= most && !gatherer.is_due(wanted)) return;
    table_->rows().take_ended_parts();
    RowRun run = gatherer.take_due(wanted, most);
    if (run.empty()) return;
    write_run(std::move(run));
  }
}

void ClusterWriter::after_cluster() {
  advance_in_order();
  ticket_.leave();
  has_given_way_ = is_overdrawn_ || file_->admission.has_queue();
  if (has_given_way_ || file_->admission.is_wanted()) release();
  trace_.commit(own_times_, [&] { checkpoint_if_due(*file_, trace_.track()); });
  trace_.end_cluster(file_->admission, entries_);
}

void ClusterWriter::close(std::span<array::ArrayBuilder> columns) {
  has_taken_rows_ = false;
  if (closed_) return;
  // Write the last rows here unless they are tiny, so that contexts do it in parallel. If more contexts fill than
  // threads run, the first contexts leave their rows to the last ones.
  const std::uint64_t bytes = byte_count(columns) + gathered_bytes();
  const std::uint64_t entries = rows_of(columns) + gathered_entries();
  const bool is_healthy = entries > 0 && table_->rows().healthy().is_reached(bytes, entries);
  if (is_healthy || (table_->rows().ordered() == nullptr && bytes >= not_tiny() && !table_->contexts().is_crowded())) {
    write(columns);
  } else {
    keep_for_good(columns);
  }
  finish_part(std::nullopt);
  {
    const MutexLock lock(mutex_);
    if (!sheaf_.empty()) give();
  }
  advance_in_order();
  write_what_is_due();
  write_share();
  end(0);
}

void ClusterWriter::keep_for_good(std::span<array::ArrayBuilder> columns) {
  has_taken_rows_ = false;
  const std::size_t rows = rows_of(columns);
  if (rows > 0) check(*table_, columns);
  {
    const MutexLock lock(mutex_);
    if (sheaf_.empty() && rows > 0) {
      sheaf_.take(columns, next_place());
      lend_memory(sheaf_.memory_bytes());
      entries_ += rows;
      has_taken_rows_ = true;
      note_sheaf();
    } else {
      keep(std::span<const array::ArrayBuilder>(columns), 0, rows);
      for (array::ArrayBuilder& column : columns) column = column.without_values();
    }
  }
  reservation_.release();  // the rows now count in the gatherer or the order
}

void ClusterWriter::write_share() {
  const std::uint64_t contexts = std::exchange(is_filled_, false) ? table_->contexts().end_filling() : 0;
  if (contexts == 0 || table_->rows().ordered() != nullptr) return;
  Gatherer& gatherer = table_->rows().gatherer();
  for (std::uint64_t share = gatherer.bytes() / contexts; share > 0;) {
    RowRun run = gatherer.take_longest(not_tiny());
    if (run.empty()) return;
    share -= std::min(share, run.bytes);
    write_run(std::move(run));
  }
}

void ClusterWriter::write_run(RowRun run) {
  {
    const Admission::Passage passage(file_->admission);
    const MutexLock lock(writing_);
    table_->rows().write_run(std::move(run), encoder_, trace_.to(report_.times));
    ++report_.clusters;
  }
  after_cluster();
}

void ClusterWriter::abandon(std::uint64_t lost) noexcept {
  if (closed_) return;
  {
    const MutexLock lock(mutex_);
    OrderedCommit* ordered = table_->rows().ordered();
    try {
      const bool has_rows = has_open_rows();
      if (has_rows) sheaf_.parts.back().is_over = true;
      if (!sheaf_.empty()) give();
      if (ordered != nullptr && part_is_open_ && !has_rows) ordered->end_part({sequence_, ordinal_}, std::nullopt);
    } catch (const std::bad_alloc&) {
      lost += sheaf_.entries;
    }
  }
  file_->admission.note_change();  // wake contexts that wait for this part
  if (is_filled_) table_->contexts().end_filling();
  end(lost);
}

void ClusterWriter::end(std::uint64_t lost) noexcept {
  closed_ = true;
  ContextReport report;
  {
    const MutexLock lock(writing_);
    encoder_.release();
    report = report_;
  }
  {
    const MutexLock lock(mutex_);
    sheaf_ = {};
    part_is_open_ = false;
    note_sheaf();
  }
  report.entries = entries_;
  report.times.add(own_times_);
  ticket_.leave();
  reservation_.release();
  trace_.end(file_->admission);
  table_->contexts().note_closed(report, lost);
}

}  // namespace ramet::inline v1::write::internal
