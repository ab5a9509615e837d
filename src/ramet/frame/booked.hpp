#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/frame/action.hpp"
#include "ramet/frame/explaining/explanation.hpp"
#include "ramet/frame/running/run_options.hpp"

namespace ramet::inline v1::frame {

namespace internal {
struct Booking;
class ResultsSoFar;
}  // namespace internal
struct RunParts;

/// A sum of weights and its error, the root of the sum of their squares. Threads: a value.
struct WeightSum {
  double sum = 0;
  double error = 0;

  bool operator==(const WeightSum&) const = default;
};

/// How many entries reached a filter, and how many passed. Threads: a value.
struct FilterCount {
  std::string name;
  std::uint64_t all = 0;
  std::uint64_t passed = 0;
  std::optional<WeightSum> all_weights = {};  ///< if a weight was given
  std::optional<WeightSum> passed_weights = {};

  bool operator==(const FilterCount&) const = default;
};

/// A booked result. The run that computes it also computes all others that were booked on the source before. Threads: a
/// value that shares; const-safe, but only one thread at a time runs a source.
class Booked {
 public:
  /// Compute all booked results of the source, unless this one is computed already. Throws what the actions throw, and
  /// Error(misuse) if an earlier run failed, or when called from a function or action during a run.
  void run(const RunOptions& options = {}) const;
  /// Whether the result is computed.
  bool is_ready() const;
  /// The report of the run that computed it. Throws Error(misuse) before that run.
  RunReport report() const;
  /// Explain the pass that computes it, with all other results of that pass. After the run, it also has the number of
  /// entries at each filter and, with Timing::of_steps, the time of each step. Throws as `run` does before it begins.
  Explanation explain() const;
  /// The action; it has a result after the run.
  const std::shared_ptr<Action>& action() const;
  /// The names of the variations that change this result.
  std::vector<std::string> variations() const;
  /// Book the result under each variation, by name; the same run computes them. Throws Error(misuse) after the run, and
  /// Error(unsupported) for counts of filters.
  std::map<std::string, Booked> varied() const;

 private:
  friend class Frame;
  friend class Filters;
  friend class PartRunner;
  friend class internal::ResultsSoFar;
  friend void run(std::span<const Booked> booked, const RunOptions& options);
  friend RunParts parts_of_run(const Booked& asked);
  /// Keep another result, of which this one is made, alive.
  void keep(const Booked& part) const;
  explicit Booked(std::shared_ptr<internal::Booking> booking) noexcept : booking_(std::move(booking)) {}
  std::shared_ptr<internal::Booking> booking_;
};

/// Results of the entries that a run has processed so far. Threads: a value that shares.
struct PartialResults {
  std::vector<Booked> results;  ///< computed copies
  RunReport report;
};

/// Shows results during a run, of the entries processed so far, and once at its end. Threads: a value that shares.
struct LiveLook {
  /// Results of this run, or computed ones. Results that write files, and users' actions without copies, are refused.
  std::vector<Booked> results;
  std::function<void(const PartialResults&)> look;
  double seconds = 1;  ///< minimum time between two calls of `look`
};

/// Ends a run when a condition on results holds. It is checked at certain entries, when all entries before are
/// processed. These depend on the data alone, so that the run ends at the same entry, with the same bits, for any
/// number of threads. Threads: a value that shares.
struct StopCondition {
  std::vector<Booked> results;  ///< as of LiveLook
  std::function<bool(const PartialResults&)> holds;
  /// Minimum number of entries between two checks. 0: 100,000, later a quarter of those processed.
  std::uint64_t entries = 0;
};

/// Compute several results, also of different sources: one source after the other, each in one pass on all threads of
/// its executor. Throws as Booked::run.
void run(std::span<const Booked> booked, const RunOptions& options = {});

/// A result of type Value. Threads: as Booked.
template <class Value>
class Result {
 public:
  /// `read` returns the value of an action after its run.
  Result(Booked booked, Value (*read)(const Action&)) noexcept : booked_(std::move(booked)), read_(read) {}

  /// The value, computed if necessary. Throws as Booked::run.
  Value value() const {
    booked_.run();
    return read_(*booked_.action());
  }
  Value operator*() const { return value(); }
  const Booked& booked() const noexcept { return booked_; }

  /// The result under each variation, by name. Throws as Booked::varied.
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
  /// The counts, in the order in which the filters were made; computed if necessary. Throws as Booked::run.
  std::vector<FilterCount> counts() const;
  /// The counts in a partial result of `booked`.
  static std::vector<FilterCount> counts_of(const Booked& partial);
  const Booked& booked() const noexcept { return booked_; }

 private:
  friend class Frame;
  /// Sums of weights of the entries that reach a filter, and of those that pass.
  struct Weighted {
    Booked all;
    Booked passed;
  };
  explicit Filters(Booked booked) noexcept : booked_(std::move(booked)) {}
  Booked booked_;
  std::vector<Weighted> weighted_ = {};  // of the first filters
};

}  // namespace ramet::inline v1::frame
