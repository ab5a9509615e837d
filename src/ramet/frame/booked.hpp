#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/frame/action.hpp"
#include "ramet/frame/explaining/explanation.hpp"

namespace ramet::inline v1::frame {

namespace internal {
struct Booking;
}  // namespace internal

/// How many entries came to a filter, and how many it kept. Threads: a value.
struct FilterCount {
  std::string name;
  std::uint64_t all = 0;
  std::uint64_t passed = 0;

  bool operator==(const FilterCount&) const = default;
};

/// What to do about a task that fails because of its data: a damaged basket, a file that vanished.
enum class OnError : std::uint8_t {
  fail,  ///< the run throws
  skip,  ///< the run goes on without the entries of the task, and its report lists them
};

/// Whether a run measures what its steps take, for Booked::explain.
enum class Timing : std::uint8_t {
  none,
  of_steps,  ///< a clock is read a few times a batch for each
};

/// Options of a run. Threads: a value that shares.
struct RunOptions {
  StopToken stop = {};               ///< ends the run: tasks that are done count
  ProgressSink* progress = nullptr;  ///< receives the entries that are done
  OnError on_error = OnError::fail;
  Timing timing = Timing::none;
};

/// Entries that a run lost. Threads: a value.
struct LostEntries {
  EntryRange entries;
  std::string reason;
};

/// What a run did. Threads: a value.
struct RunReport {
  std::uint64_t entries = 0;             ///< that it was to go through
  std::vector<EntryRange> covered = {};  ///< that results have; neighbours are joined
  std::vector<LostEntries> lost = {};    ///< with OnError::skip
  bool was_stopped = false;
  double seconds = 0;

  /// Whether results have all entries.
  bool is_complete() const noexcept {
    std::uint64_t count = 0;
    for (const EntryRange& range : covered) count += range.size();
    return count == entries;
  }
};

/// A result that a frame was asked for. The run that gives it gives all others of the same source that were booked
/// before. Threads: a value that shares; const-safe, but only one thread at a time runs a source.
class Booked {
 public:
  /// Run what is booked on the source and did not run yet, unless this has run. Throws what the actions throw, and
  /// Error(misuse) if an earlier run of it failed, or if a function or action calls it while the source runs.
  void run(const RunOptions& options = {}) const;
  /// Whether it has run.
  bool is_ready() const;
  /// What the run did in which it ran. Throws Error(misuse) before.
  RunReport report() const;
  /// How it is computed, with all that waits and is computed in the same pass; after the run, what came to each filter
  /// in it, and with Timing::of_steps what each step took. Throws as a run for what is wrong before it begins.
  Explanation explain() const;
  /// The action, whose result is there when it has run.
  const std::shared_ptr<Action>& action() const;
  /// The names of the variations under which it gives another result.
  std::vector<std::string> variations() const;
  /// The results under variations, by name; they run with this one. Must be called before the run. Throws Error(misuse)
  /// if it has run, and Error(unsupported) for counts of filters.
  std::map<std::string, Booked> varied() const;

 private:
  friend class Frame;
  friend class Filters;
  friend void run(std::span<const Booked> booked, const RunOptions& options);
  explicit Booked(std::shared_ptr<internal::Booking> booking) noexcept : booking_(std::move(booking)) {}
  std::shared_ptr<internal::Booking> booking_;
};

/// Run several results, also of different sources: sources one after the other, each in one pass on all threads of its
/// executor. Throws as Booked::run.
void run(std::span<const Booked> booked, const RunOptions& options = {});

/// A result of type Value. Threads: as Booked.
template <class Value>
class Result {
 public:
  /// `read` gives the value of an action that has run.
  Result(Booked booked, Value (*read)(const Action&)) noexcept : booked_(std::move(booked)), read_(read) {}

  /// The value; runs if that is needed. Throws as Booked::run.
  Value value() const {
    booked_.run();
    return read_(*booked_.action());
  }
  Value operator*() const { return value(); }
  const Booked& booked() const noexcept { return booked_; }

  /// The results under variations, by name. Throws as Booked::varied.
  std::map<std::string, Result> varied() const {
    std::map<std::string, Result> results;
    for (auto& [name, booked] : booked_.varied()) results.emplace(name, Result(booked, read_));
    return results;
  }

 private:
  Booked booked_;
  Value (*read_)(const Action&);
};

/// The counts of a frame's named filters. Threads: as Booked.
class Filters {
 public:
  /// In the order in which the filters were made; runs if that is needed. Throws as Booked::run.
  std::vector<FilterCount> counts() const;
  const Booked& booked() const noexcept { return booked_; }

 private:
  friend class Frame;
  explicit Filters(Booked booked) noexcept : booked_(std::move(booked)) {}
  Booked booked_;
};

}  // namespace ramet::inline v1::frame
