#include "ramet/frame/pass.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/dataset/detail/asked_ahead.hpp"
#include "ramet/dataset/detail/slots.hpp"
#include "ramet/frame/internal/column_reader.hpp"

namespace ramet::inline v1::frame {
namespace {

/// Larger clusters are cut, so that even a file of one has work for many threads. With parts of half as many, results
/// of 10,000 histograms take a tenth more time, because each part has its own.
constexpr std::uint64_t most_entries = std::uint64_t{1} << 15;
/// With fewer stretches for each thread than this, the parts of a cluster are worked on side by side.
constexpr std::size_t stretches_per_thread = 4;
/// Progress is told every so many batches.
constexpr std::size_t batches_per_report = 16;

}  // namespace

/// The readers of each slot, made when they are first needed. Threads: any, each with a slot of its own.
class Pass::Readers {
 public:
  Readers(const Pass& pass, const ReadOptions& options)
      : pass_(pass),
        options_(options),
        slots_(options.executor.concurrency()),
        readers_(options.executor.concurrency() * pass.groups_.size()) {}

  dataset::Slots::Lease lend() { return slots_.lend(); }

  array::BatchReader& reader(SlotNumber slot, std::size_t group) {
    auto& place = readers_[slot.number * pass_.groups_.size() + group];
    if (place == nullptr) {
      const EntryRange range{pass_.tasks_.front().entries.first, pass_.tasks_.back().entries.last};
      place = internal::make_column_reader(pass_.source_, pass_.groups_[group], pass_.cluster_starts_, range, options_);
    }
    return *place;
  }

 private:
  const Pass& pass_;
  const ReadOptions& options_;
  dataset::Slots slots_;
  std::vector<std::unique_ptr<array::BatchReader>> readers_;
};

/// Asks servers for what stretches will read: the first group that has columns, and groups that more than half of the
/// tasks needed so far. Threads: any.
class Pass::Ahead {
 public:
  Ahead(const Pass& pass, std::span<const Stretch> stretches, const ReadOptions& options)
      : pass_(pass),
        stretches_(stretches),
        options_(options),
        asked_(pass.source_.is_distant() ? stretches.size() : 0, options.executor,
               [this](std::size_t number) { return ask(number); }),
        needed_(pass.groups_.size()) {
    const auto has_columns = [](const ColumnGroup& group) { return !group.empty(); };
    first_ = static_cast<std::size_t>(std::ranges::find_if(pass.groups_, has_columns) - pass.groups_.begin());
  }

  void begin(std::size_t stretch) { asked_.begin(stretch); }
  /// A task is done, and needed some groups.
  void end_task(std::span<const char> needed) {
    ++done_;
    for (std::size_t group = 0; group < needed.size(); ++group)
      if (needed[group] != 0) ++needed_[group];
  }

 private:
  dataset::Asked ask(std::size_t number) const {
    const Stretch& stretch = stretches_[number];
    const EntryRange entries{pass_.tasks_[stretch.first_task].entries.first,
                             pass_.tasks_[stretch.last_task - 1].entries.last};
    auto asked = dataset::Asked::done;
    for (std::size_t group = 0; group < needed_.size(); ++group)
      if (group == first_ || 2 * needed_[group] > done_)
        asked = std::max(asked, pass_.source_.will_read(pass_.groups_[group], entries, options_));
    return asked;
  }

  const Pass& pass_;
  std::span<const Stretch> stretches_;
  const ReadOptions& options_;
  dataset::AskedAhead asked_;
  std::size_t first_ = 0;
  std::atomic<std::size_t> done_ = 0;
  std::vector<std::atomic<std::size_t>> needed_;  // of each group: by how many tasks
};

/// The columns of a cluster, which tasks that are its parts share: each group is read by the task that is the first to
/// ask for it, with the help of all threads. Threads: any.
class Pass::SharedColumns {
 public:
  SharedColumns(const Pass& pass, EntryRange entries, const ReadOptions& options)
      : pass_(pass), entries_(entries), options_(options), groups_(pass.groups_.size()) {}

  /// The columns of a group in a batch.
  std::vector<array::Array> part(std::size_t group, EntryRange batch) {
    std::vector<array::Array> columns = whole(group);
    for (array::Array& column : columns)
      column = column.slice(batch.first.number - entries_.first.number, batch.last.number - entries_.first.number);
    return columns;
  }

 private:
  std::vector<array::Array> whole(std::size_t group) {
    const MutexLock lock(mutex_);  // while it is held, only what reads the cluster runs: nothing that asks again
    auto& columns = groups_[group];
    if (!columns)
      columns = pass_.source_.read(pass_.groups_[group], entries_, {options_.executor, options_.stop, nullptr});
    return *columns;
  }

  const Pass& pass_;
  const EntryRange entries_;
  const ReadOptions& options_;
  Mutex mutex_;
  std::vector<std::optional<std::vector<array::Array>>> groups_ RAMET_GUARDED_BY(mutex_);
};

/// The batches of a task. Threads: one thread.
class Pass::Batches final : public TaskBatches {
 public:
  Batches(const Pass& pass, const Task& task, SlotNumber slot, Readers& readers, Ahead& ahead, SharedColumns* shared,
          const ReadOptions& options)
      : pass_(pass),
        task_(task),
        slot_(slot),
        readers_(readers),
        ahead_(ahead),
        shared_(shared),
        options_(options),
        entries_{task.entries.first, task.entries.first},
        cluster_{task.entries.first, task.entries.first},
        told_(task.entries.first),
        needed_(pass.groups_.size()),
        columns_(pass.groups_.size()),
        owned_(pass.groups_.size()) {}
  Batches(const Batches&) = delete;
  Batches& operator=(const Batches&) = delete;
  ~Batches() override { ahead_.end_task(needed_); }

  const Task& task() const noexcept override { return task_; }
  SlotNumber slot() const noexcept override { return slot_; }
  EntryRange entries() const noexcept override { return entries_; }

  bool next() override {
    throw_if_stopped(options_.stop);
    const EntryNumber at = behind_left_out(entries_.last);
    const bool is_last = at == task_.entries.last;
    if (is_last || ++batches_ % batches_per_report == 0) report(at);
    if (is_last) return false;
    if (at >= cluster_.last) cluster_ = internal::cluster_of(at, pass_.cluster_starts_, task_.entries);
    entries_.first = at;
    entries_.last = {std::min(at.number + pass_.cutting_.batch_entries, cluster_.last.number)};
    if (next_left_out_ < left_out_.size()) entries_.last = std::min(entries_.last, left_out_[next_left_out_].first);
    std::ranges::fill(columns_, std::nullopt);
    return true;
  }

  std::span<const array::Array> columns(std::size_t group) override {
    auto& columns = columns_.at(group);
    if (columns) return *columns;
    asked_ = group;
    needed_[group] = 1;
    if (reads_each_alone_) {
      owned_[group] = read(entries_);
      columns = owned_[group];
    } else if (shared_ != nullptr) {
      owned_[group] = shared_->part(group, entries_);
      columns = owned_[group];
    } else {
      columns = readers_.reader(slot_, group).read(entries_).columns;
    }
    asked_.reset();
    return *columns;
  }

  std::vector<UnreadableEntries> unreadable() override {
    std::vector<UnreadableEntries> found;
    if (!asked_) return found;
    for (EntryNumber at = entries_.first; at < entries_.last;) {
      const EntryNumber first = end_of_readable(at);
      if (first == entries_.last) break;
      at = end_of_unreadable(first);
      found.push_back({{first, at}, *reason_});
    }
    return found;
  }

  void restart(std::vector<EntryRange> left_out) override {
    left_out_ = std::move(left_out);
    next_left_out_ = 0;
    reads_each_alone_ = true;
    entries_ = cluster_ = {task_.entries.first, task_.entries.first};
    std::ranges::fill(columns_, std::nullopt);
    asked_.reset();
  }

  bool reads_each_alone() const noexcept override { return reads_each_alone_; }

 private:
  /// Tell of the entries up to one, of each once.
  void report(EntryNumber until) {
    if (until <= told_) return;
    if (options_.progress != nullptr) options_.progress->advance(until.number - told_.number, 0);
    told_ = until;
  }

  EntryNumber behind_left_out(EntryNumber at) noexcept {
    while (next_left_out_ < left_out_.size() && left_out_[next_left_out_].first <= at)
      at = std::max(at, left_out_[next_left_out_++].last);
    return at;
  }

  std::vector<array::Array> read(EntryRange entries) const {
    return pass_.source_.read(pass_.groups_[*asked_], entries, {options_.executor, options_.stop, nullptr});
  }

  /// Keeps the reason if they cannot be read.
  bool can_read(EntryNumber first, std::uint64_t count) {
    try {
      read({first, {first.number + count}});
      return true;
    } catch (const Error& error) {
      if (!is_of_data(error)) throw;
      reason_ = error.what();
      return false;
    }
  }

  /// The first entry of the batch, from one on, that cannot be read, or the end.
  EntryNumber end_of_readable(EntryNumber first) {
    std::uint64_t readable = 0;
    std::uint64_t fails = entries_.last.number - first.number;
    if (can_read(first, fails)) return entries_.last;
    while (readable + 1 < fails) {
      const std::uint64_t middle = (readable + fails) / 2;
      (can_read(first, middle) ? readable : fails) = middle;
    }
    return {first.number + readable};
  }

  /// The first entry behind one that cannot be read which can be, by looking at it alone, or the end. What is damaged
  /// are baskets, so looks may be ever further apart.
  EntryNumber end_of_unreadable(EntryNumber first) {
    const std::uint64_t most = entries_.last.number - first.number;
    std::uint64_t fails = 0;
    std::uint64_t next = 1;
    while (next < most && !can_read({first.number + next}, 1)) {
      fails = next;
      next *= 2;
    }
    next = std::min(next, most);
    while (fails + 1 < next) {
      const std::uint64_t middle = (fails + next) / 2;
      (can_read({first.number + middle}, 1) ? next : fails) = middle;
    }
    can_read(first, 1);  // for the reason
    return {first.number + next};
  }

  const Pass& pass_;
  const Task& task_;
  SlotNumber slot_;
  Readers& readers_;
  Ahead& ahead_;
  SharedColumns* shared_;
  const ReadOptions& options_;
  EntryRange entries_;  // of the batch
  EntryRange cluster_;  // of the batch, cut to the task
  EntryNumber told_;    // progress was told of the entries before
  std::vector<EntryRange> left_out_;
  std::size_t next_left_out_ = 0;
  bool reads_each_alone_ = false;
  std::optional<std::size_t> asked_;   // the group that is being read, or could not be
  std::optional<std::string> reason_;  // of the last part that could not be read
  std::vector<char> needed_;           // whether a group was
  std::vector<std::optional<std::span<const array::Array>>> columns_;
  std::vector<std::vector<array::Array>> owned_;
  std::size_t batches_ = 0;
};

bool is_of_data(const Error& error) noexcept {
  return error.kind() != ErrorKind::misuse && error.kind() != ErrorKind::cancelled;
}

Pass::Pass(Source source, std::vector<ColumnGroup> groups, EntryRange range, const ReadOptions& options,
           const PassOptions& cutting)
    : source_(std::move(source)),
      groups_(std::move(groups)),
      cutting_(cutting),
      cluster_starts_(source_.cluster_starts(options)) {
  if (cutting.batch_entries == 0) detail::fail(ErrorKind::misuse, "a batch of 0 entries");
  for (const ColumnGroup& group : groups_)
    for (const std::string& name : group)
      if (!source_.find(name)) detail::fail(ErrorKind::not_found, "there is no column '{}'", name);
  const std::uint64_t all = cluster_starts_.empty() ? 0 : cluster_starts_.back();
  if (range.empty()) return;
  if (all < range.last.number)
    detail::fail(ErrorKind::not_found, "there are {} entries, not {}..{}", all, range.first.number, range.last.number);
  cut(range);
}

void Pass::cut(EntryRange range) {
  const auto add = [&](std::uint64_t first, std::uint64_t last) {
    tasks_.push_back({tasks_.size(), {{first}, {last}}});
  };
  for (EntryNumber at = range.first; at < range.last;) {
    const std::size_t first_task = tasks_.size();
    EntryRange joined = internal::cluster_of(at, cluster_starts_, range);
    const std::uint64_t least = std::max<std::uint64_t>(cutting_.least_entries, 1);
    while (joined.size() < least && joined.last < range.last)
      joined.last = internal::cluster_of(joined.last, cluster_starts_, range).last;
    const std::uint64_t parts = std::max<std::uint64_t>(joined.size() / std::max(most_entries, least), 1);
    for (std::uint64_t part = 0; part < parts; ++part)
      add(at.number + joined.size() / parts * part,
          part + 1 == parts ? joined.last.number : at.number + joined.size() / parts * (part + 1));
    stretches_.push_back({first_task, tasks_.size()});
    at = joined.last;
  }
}

void Pass::end_at(EntryNumber end) {
  while (!tasks_.empty() && tasks_.back().entries.first >= end) tasks_.pop_back();
  if (!tasks_.empty()) tasks_.back().entries.last = std::min(tasks_.back().entries.last, end);
  while (!stretches_.empty() && stretches_.back().first_task >= tasks_.size()) stretches_.pop_back();
  if (!stretches_.empty()) stretches_.back().last_task = tasks_.size();
}

void Pass::run_in_order(const Stretch& stretch, Readers& readers, Ahead& ahead, const ReadOptions& options,
                        TaskBody body) const {
  const dataset::Slots::Lease slot = readers.lend();
  for (std::size_t number = stretch.first_task; number < stretch.last_task; ++number) {
    Batches batches(*this, tasks_[number], slot.number(), readers, ahead, nullptr, options);
    body(batches);
  }
}

void Pass::run_side_by_side(const Stretch& stretch, Readers& readers, Ahead& ahead, const ReadOptions& options,
                            TaskBody body) const {
  const EntryRange entries{tasks_[stretch.first_task].entries.first, tasks_[stretch.last_task - 1].entries.last};
  SharedColumns columns(*this, entries, options);
  options.executor.for_each_index(
      stretch.last_task - stretch.first_task,
      [&](std::size_t index) {
        const dataset::Slots::Lease slot = readers.lend();
        Batches batches(*this, tasks_[stretch.first_task + index], slot.number(), readers, ahead, &columns, options);
        body(batches);
      },
      options.stop);
}

void Pass::for_each_task(std::size_t first, std::size_t last, const ReadOptions& options, TaskBody body) const {
  std::vector<Stretch> wanted;
  for (const Stretch& stretch : stretches_) {
    const Stretch part{std::max(stretch.first_task, first), std::min(stretch.last_task, last)};
    if (part.first_task < part.last_task) wanted.push_back(part);
  }
  Readers readers(*this, options);
  Ahead ahead(*this, wanted, options);
  const std::size_t threads = options.executor.concurrency();
  const bool has_many = threads == 1 || wanted.size() >= stretches_per_thread * threads;
  options.executor.for_each_index(
      wanted.size(),
      [&](std::size_t number) {
        const Stretch& stretch = wanted[number];
        ahead.begin(number);
        if (has_many || stretch.last_task - stretch.first_task == 1)
          return run_in_order(stretch, readers, ahead, options, body);
        run_side_by_side(stretch, readers, ahead, options, body);
      },
      options.stop);
}

}  // namespace ramet::inline v1::frame
