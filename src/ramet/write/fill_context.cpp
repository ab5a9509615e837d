#include "ramet/write/fill_context.hpp"

#include <algorithm>
#include <string>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/nearest_names.hpp"
#include "ramet/write/internal/cluster_writer.hpp"
#include "ramet/write/internal/sheaf.hpp"

namespace ramet::inline v1::write {

using internal::byte_count;

FillContext::FillContext(std::shared_ptr<internal::ClusterWriter> writer)
    : writer_(std::move(writer)), when_full_(writer_->table().options().when_full) {
  for (const table::Column& column : writer_->schema().columns) columns_.emplace_back(column.type);
  find_variable();
}

FillContext::FillContext(FillContext&& other) noexcept
    : writer_(std::move(other.writer_)),
      when_full_(other.when_full_),
      refused_at_(other.refused_at_),
      numbers_(std::move(other.numbers_)),
      columns_(std::move(other.columns_)),
      variable_(std::move(other.variable_)),
      entries_(std::exchange(other.entries_, 0)),
      next_check_(std::exchange(other.next_check_, 0)),  // the next entry of the other one is told that it has no place
      bytes_of_variable_(other.bytes_of_variable_),
      next_bytes_(other.next_bytes_),
      handed_out_(other.handed_out_),
      stop_(std::move(other.stop_)),
      self_(std::move(other.self_)) {
  if (self_) *self_ = this;
}

FillContext::~FillContext() {
  if (!writer_) return;
  if (writer_->is_of_this_process())
    writer_->abandon(entries_);
  else  // in a forked child: locks may be held by threads that do not exist here, so leave the parent's state alone
    static_cast<void>(std::make_unique<std::shared_ptr<internal::ClusterWriter>>(std::move(writer_)).release());
}

internal::ClusterWriter& FillContext::writer() const {
  if (!writer_) detail::fail(ErrorKind::misuse, "this context was moved: fill the one that it was moved to");
  return *writer_;
}

std::uint64_t FillContext::abandon() {
  writer().require_usable();
  const std::uint64_t given_up = std::exchange(entries_, 0);
  drop_memory();
  writer_->abandon(0);
  return given_up;
}

array::ArrayBuilder& FillContext::column_of(std::string_view name, const array::Type& type) {
  const auto& specs = writer().schema().columns;
  if (numbers_.empty())
    for (std::size_t column = 0; column < specs.size(); ++column) numbers_.emplace(specs[column].name, column);
  const auto found = numbers_.find(name);
  if (found == numbers_.end()) {
    std::vector<std::string_view> names;
    for (const table::Column& column : specs) names.push_back(column.name);
    detail::fail(ErrorKind::not_found, "no column '{}' in tree '{}'{}", name, writer_->schema().name,
                 file::suggest_names(name, names));
  }
  const table::Column& spec = specs[found->second];
  if (spec.type != type)
    detail::fail(ErrorKind::misuse, "column '{}' is of type {}, not {}", name, array::to_string(spec.type),
                 array::to_string(type));
  return columns_[found->second];
}

void FillContext::find_variable() {
  variable_.clear();
  for (const array::ArrayBuilder& column : columns_)
    if (!internal::has_fixed_size(column)) variable_.push_back(&column);
}

void FillContext::begin_cluster() noexcept {
  next_check_ = 1;
  bytes_of_variable_ = variable_bytes();
  next_bytes_ = 0;
}

void FillContext::discard_entry() noexcept {
  for (array::ArrayBuilder& column : columns_)
    if (column.length >= entries_) array::truncate(column, entries_);  // removes a list that was appended only in part
  bytes_of_variable_ = variable_bytes();
}

void FillContext::check_entry() {
  writer().require_open();
  refuse_unequal_entry();
  refuse_large_entry();
  check_cluster();
}

void FillContext::refuse_unequal_entry() {
  const auto is_unequal = [this](const array::ArrayBuilder& column) { return column.length != entries_; };
  const auto found = std::ranges::find_if(columns_, is_unequal);
  if (found == columns_.end()) return;
  const std::size_t values = found->length - std::min<std::size_t>(found->length, entries_ - 1);
  const std::string& name = writer_->schema().columns[static_cast<std::size_t>(found - columns_.begin())].name;
  if (found->length + 1 < entries_) check_lengths();  // one before it
  --entries_;
  discard_entry();
  detail::fail(ErrorKind::misuse, "column '{}' has {} values in an entry; each column needs one", name, values);
}

/// Within this scope the context does not wait, and does not end a cluster early while others are about to release
/// memory. Threads: one thread.
class FillContext::TryScope {
 public:
  explicit TryScope(FillContext& context)
      : context_(context), usual_(std::exchange(context.when_full_, WhenFull::write_smaller)) {
    context_.is_trying_ = true;
  }
  ~TryScope() {
    context_.is_trying_ = false;
    context_.when_full_ = usual_;
  }
  TryScope(const TryScope&) = delete;
  TryScope& operator=(const TryScope&) = delete;

 private:
  FillContext& context_;
  WhenFull usual_;
};

bool FillContext::has_memory_for(std::uint64_t bytes) {
  const std::uint64_t passed = writer_->admission().passed();
  const std::uint64_t passing = writer_->admission().passing();
  if (writer_->may_hold_now(bytes)) return true;
  if (passing == 0 && !writer_->is_in_order()) return true;  // nobody will release memory
  refused_at_ = passed;
  return false;
}

bool FillContext::try_check_entry() {
  writer().require_open();
  const std::uint64_t held = byte_count(columns_) + writer_->gathered_bytes();
  if (!has_memory_for(std::min(held, writer_->table().rows().cluster_bytes()))) {
    --entries_;
    discard_entry();
    return false;
  }
  const TryScope scope(*this);
  check_entry();
  return true;
}

void FillContext::refuse_large_entry() {
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (columns_[column].length != entries_ || columns_[column].byte_count() < internal::largest_entry) continue;
    const std::uint64_t bytes = internal::bytes_of_entry(columns_[column], entries_ - 1);
    if (bytes <= internal::largest_entry) continue;
    --entries_;
    discard_entry();
    detail::fail(ErrorKind::misuse, "{}, column '{}': an entry of {} bytes, more than {}", writer_->table().name(),
                 writer_->schema().columns[column].name, bytes, internal::largest_entry);
  }
  const std::uint64_t most = writer_->table().format().limits().entry;
  if (entries_ == 0 || byte_count(columns_) <= most) return;
  const std::uint64_t bytes = internal::bytes_of_rows(columns_, entries_ - 1, entries_);
  if (bytes <= most) return;
  --entries_;
  discard_entry();
  detail::fail(ErrorKind::misuse, "'{}': tree '{}': an entry of {} bytes, more than {}",
               writer_->table().output().area().name(), writer_->schema().name, bytes, most);
}

void FillContext::check_cluster() {
  writer_->require_open();
  const TableOptions& options = writer_->table().options();
  for (;;) {
    const std::uint64_t passed = writer_->admission().passed();
    const std::uint64_t bytes = byte_count(columns_) + writer_->gathered_bytes();
    const std::uint64_t gathered = writer_->gathered_entries();
    const std::uint64_t entry_limit = options.cluster_entries == 0 ? ~std::uint64_t{0} : options.cluster_entries;
    if (bytes >= writer_->table().rows().cluster_bytes() || entries_ + gathered >= entry_limit) return flush();
    if (when_full_ == WhenFull::wait && !writer_->is_in_order()) writer_->wait_for_admission(bytes, stop_);
    std::uint64_t step = next_step(bytes, entries_ + gathered);
    if (step == 0 && is_trying_ && writer_->admission().passing() > 0) step = 1;  // check again at the next entry
    if (step > 0) {
      next_check_ = std::min(entries_ + step, entry_limit - gathered);
      // Check earlier if entries get larger than the previous ones.
      next_bytes_ = variable_bytes() + step * (bytes / (entries_ + gathered) + 1);
      return;
    }
    if (when_full_ != WhenFull::wait || !wait_for_memory(passed)) return write_early();
  }
}

std::uint64_t FillContext::next_step(std::uint64_t bytes, std::uint64_t entries) {
  // Check again when half of the missing bytes have been added, since entries differ in size; or half as much as is
  // held, so as not to reserve memory too early.
  const std::uint64_t average = bytes / entries + 1;
  const std::uint64_t missing = (writer_->table().rows().cluster_bytes() - bytes) / (2 * average);
  const std::uint64_t in_share = internal::ClusterWriter::smallest_share / (8 * average);
  std::uint64_t step = std::max<std::uint64_t>(std::min(missing, std::max(entries / 2, in_share)), 1);
  if (writer_->is_in_order()) {
    if (is_trying_) return writer_->may_hold_now(bytes + step * average) ? step : 1;
    writer_->hold(bytes + step * average, stop_);
    return step;
  }
  while (!writer_->may_hold(bytes + step * average)) {
    step /= 2;
    if (step <= entries / 8) return 0;
  }
  return step;
}

bool FillContext::wait_for_memory(std::uint64_t passed) {
  writer_->trace().help(writer_->table().options().executor);
  const StageTimer timer(writer_->own_trace(), Stage::wait);
  return writer_->admission().wait_for_passage(passed, stop_);
}

void FillContext::write_early() {
  flush();  // the budget is used up: write a smaller cluster, and release this context's memory
  drop_memory();
  writer_->release();
}

void FillContext::drop_memory() {
  for (array::ArrayBuilder& column : columns_) column = column.without_values();
  begin_cluster();
}

void FillContext::check_lengths() const {
  if (columns_.empty() && entries_ > 0)
    detail::fail(ErrorKind::misuse, "tree '{}' has no columns, and {} entries", writer_->schema().name, entries_);
  for (std::size_t column = 0; column < columns_.size(); ++column)
    if (columns_[column].length != entries_)
      detail::fail(ErrorKind::misuse, "column '{}' has {} values for {} entries",
                   writer_->schema().columns[column].name, columns_[column].length, entries_);
}

template <class Work>
void FillContext::hand_out(Work&& work) {
  writer().require_usable();
  check_lengths();
  const auto are_taken = [this] {
    handed_out_ += std::exchange(entries_, 0);
    for (array::ArrayBuilder& column : columns_) column.clear();
  };
  next_check_ = entries_ + 1;  // after a failure, the next entry tries again
  try {
    work();
  } catch (...) {
    if (writer_->has_taken_rows()) {
      are_taken();
      begin_cluster();
    }
    throw;
  }
  are_taken();
  begin_cluster();
}

void FillContext::hand_over() {
  hand_out([&] { writer_->hand_over(columns_); });
}

void FillContext::flush() {
  writer().account(byte_count(columns_) + writer_->gathered_bytes());
  hand_out([&] { writer_->write(columns_); });
  if (writer_->has_given_way()) drop_memory();
}

void FillContext::check_batch(std::span<const array::Array> columns) const {
  const auto& specs = writer_->schema().columns;
  if (columns.size() != specs.size())
    detail::fail(ErrorKind::misuse, "{} columns for a tree of {}", columns.size(), specs.size());
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (columns[column].type() != specs[column].type)
      detail::fail(ErrorKind::misuse, "column '{}' is of type {}, not {}", specs[column].name,
                   array::to_string(specs[column].type), array::to_string(columns[column].type()));
    if (columns[column].length() != columns[0].length())
      detail::fail(ErrorKind::misuse, "column '{}' has {} values, column '{}' has {}", specs[column].name,
                   columns[column].length(), specs[0].name, columns[0].length());
    detail::while_doing([&] { return fmt::format("column '{}'", specs[column].name); },
                        [&] { array::validate(columns[column]); });
    if (columns[column].byte_count() < internal::largest_entry) continue;
    for (std::size_t entry = 0; entry < columns[column].length(); ++entry)
      if (const std::uint64_t bytes = internal::bytes_of_entry(columns[column], entry); bytes > internal::largest_entry)
        detail::fail(ErrorKind::misuse, "column '{}': entry {} has {} bytes, more than {}", specs[column].name, entry,
                     bytes, internal::largest_entry);
  }
  const std::uint64_t most = writer_->table().format().limits().entry;
  const std::size_t count = columns.empty() ? 0 : columns[0].length();
  if (byte_count(columns) <= most) return;
  if (const std::size_t entry = internal::find_larger(columns, 0, count, most); entry < count)
    detail::fail(ErrorKind::misuse, "entry {} has {} bytes, more than {}", entry,
                 internal::bytes_of_rows(columns, entry, entry + 1), most);
}

/// Keeps a stop token during one call. Threads: one thread.
class FillContext::StopScope {
 public:
  StopScope(FillContext& context, const StopToken& stop) : context_(context) { context_.stop_ = stop; }
  ~StopScope() { context_.stop_ = {}; }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  FillContext& context_;
};

void FillContext::extend(std::span<const array::Array> columns, const ExtendOptions& options) {
  writer().require_open();
  check_batch(columns);
  const std::size_t count = columns.empty() ? 0 : columns[0].length();
  if (count == 0) return;
  writer_->table().check([&](std::size_t column) { return columns[column].list_offsets(); }, 0, count);
  const std::uint64_t bytes = byte_count(columns);
  const std::uint64_t average = bytes / count + 1;
  const internal::ClusterLimits limits = writer_->table().format().limits();
  const StopScope scope(*this, options.stop);
  for (std::size_t first = 0; first < count;) {
    throw_if_stopped(options.stop);
    const std::uint64_t room = room_for(average, count - first);
    std::size_t last = first + std::min<std::uint64_t>(room, count - first);
    const std::uint64_t held = byte_count(columns_) + writer_->gathered_bytes();
    if (const std::uint64_t most = limits.bytes + limits.entry; held < most && bytes > most - held)
      last = internal::end_within(columns, first, last, most - held);
    if (entries_ == 0 && writer_->gathered_entries() == 0 && last - first == room) {
      write_batch(columns, first, last, average);  // a whole cluster, without a copy
    } else {
      append_part(columns, first, last);
    }
    if (options.progress != nullptr) options.progress->advance(last - first, (last - first) * average);
    first = last;
  }
}

void FillContext::write_batch(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                              std::uint64_t entry_bytes) {
  writer_->account((last - first) * entry_bytes);
  try {
    writer_->write(columns, first, last);
  } catch (...) {
    if (writer_->has_taken_rows()) handed_out_ += last - first;
    throw;
  }
  handed_out_ += last - first;
}

bool FillContext::try_extend(std::span<const array::Array> columns, const ExtendOptions& options) {
  writer().require_open();
  check_batch(columns);
  const std::uint64_t more = std::min<std::uint64_t>(byte_count(columns), writer_->table().rows().cluster_bytes());
  const std::uint64_t held = byte_count(columns_) + writer_->gathered_bytes();
  if (!has_memory_for(held + more)) return false;
  const TryScope scope(*this);
  extend(columns, options);
  return true;
}

void FillContext::when_ready(std::function<void()> ready) {
  using For = internal::Admission::For;
  writer().admission().when_passed(refused_at_, std::move(ready), writer_->is_in_order() ? For::order : For::memory);
}

std::uint64_t FillContext::room_for(std::uint64_t entry_bytes, std::uint64_t count) {
  const TableOptions& options = writer_->table().options();
  for (;;) {
    const std::uint64_t passed = writer_->admission().passed();
    const std::uint64_t held = byte_count(columns_) + writer_->gathered_bytes();
    const std::uint64_t entries = entries_ + writer_->gathered_entries();
    std::uint64_t wanted = held < writer_->table().rows().cluster_bytes()
                               ? (writer_->table().rows().cluster_bytes() - held) / entry_bytes
                               : 0;
    if (options.cluster_entries != 0)
      wanted = std::min(wanted, options.cluster_entries - std::min(entries, options.cluster_entries));
    wanted = std::max<std::uint64_t>(wanted, 1);
    const std::uint64_t needed = std::min(wanted, count);  // memory for these entries only
    if (writer_->is_in_order()) {
      const std::uint64_t bytes = held + needed * entry_bytes;
      if (!is_trying_) writer_->hold(bytes, stop_);
      if (is_trying_ && !writer_->may_hold_now(bytes)) writer_->account(bytes);  // a batch larger than a cluster
      return wanted;
    }
    if (when_full_ == WhenFull::wait) writer_->wait_for_admission(held + needed * entry_bytes, stop_);
    std::uint64_t room = needed;
    while (room > 1 && !writer_->may_hold(held + room * entry_bytes)) room /= 2;
    if (room == needed) return wanted;
    const bool is_small = room < needed / 8;
    if (!is_small || when_full_ != WhenFull::wait || !wait_for_memory(passed)) return room;
  }
}

void FillContext::append_part(std::span<const array::Array> columns, std::size_t first, std::size_t last) {
  {
    const StageTimer timer(writer_->own_trace(), Stage::fill);
    internal::append_rows<array::Array>(columns_, columns, first, last);
  }
  entries_ += last - first;
  bytes_of_variable_ = variable_bytes();
  check_cluster();
}

void FillContext::begin_sequence(std::uint64_t sequence) {
  const std::uint64_t now = writer().sequence();
  if (sequence < now) detail::fail(ErrorKind::misuse, "sequence number {} after {}", sequence, now);
  if (sequence != now) begin_part(sequence);
}

void FillContext::begin_part(std::uint64_t sequence) {
  // Moving a small part to the sheaf does not change what is held, so the next check of sizes stays where it was.
  const std::uint64_t next_check = next_check_ - std::min(next_check_, entries_);
  const std::uint64_t next_bytes = next_bytes_ - std::min(next_bytes_, bytes_of_variable_);
  hand_out([&] { writer_->begin_sequence(columns_, sequence); });
  next_check_ = std::max<std::uint64_t>(next_check, 1);
  next_bytes_ = next_bytes;
}

void FillContext::end_part() {
  hand_out([&] { writer_->end_part(columns_); });
}

void FillContext::close() {
  hand_out([&] { writer_->close(columns_); });
}

void FillContext::refresh() {
  flush();
  writer_->refresh();
  numbers_.clear();
  const auto& columns = writer_->schema().columns;
  while (columns_.size() < columns.size()) columns_.emplace_back(columns[columns_.size()].type);
  find_variable();
}

const table::Schema& FillContext::schema() const { return writer().schema(); }

std::uint64_t FillContext::held_entries() const noexcept {
  return writer_ ? entries_ + writer_->gathered_entries() : 0;
}

std::uint64_t FillContext::entries() const noexcept { return handed_out_ + entries_; }

void FillContext::trace_in(TracePlace place) noexcept {
  if (writer_) writer_->trace().move_to(place);
}

TraceScope FillContext::trace_fill(TracePlace place) {
  trace_in(place);
  return {writer().trace().track(), TraceState::fill};
}

void FillContext::note_wait(TraceClock::time_point begin, TraceClock::time_point end) noexcept {
  writer_->trace().note_wait(begin, end);
}

StageTimes FillContext::times() const { return writer().times(); }

}  // namespace ramet::inline v1::write
