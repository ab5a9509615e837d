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

/// A sum of weights and its error, the root of the sum of their squares. Threads: a value.
struct WeightSum {
  double sum = 0;
  double error = 0;

  bool operator==(const WeightSum&) const = default;
};

/// How many entries came to a filter, and how many it kept. Threads: a value.
struct FilterCount {
  std::string name;
  std::uint64_t all = 0;
  std::uint64_t passed = 0;
  std::optional<WeightSum> all_weights = {};  ///< if the counts were asked for with a weight
  std::optional<WeightSum> passed_weights = {};

  bool operator==(const FilterCount&) const = default;
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
  friend class internal::ResultsSoFar;
  friend void run(std::span<const Booked> booked, const RunOptions& options);
  /// Keep another result, which this one is made of, as long as this one.
  void keep(const Booked& part) const;
  explicit Booked(std::shared_ptr<internal::Booking> booking) noexcept : booking_(std::move(booking)) {}
  std::shared_ptr<internal::Booking> booking_;
};

/// Results of the entries that a run has done so far, which `report` tells. Threads: a value that shares.
struct PartialResults {
  std::vector<Booked> results;  ///< copies, which are ready
  RunReport report;
};

/// Looks at results while a run goes on, at whatever entries are done by then, and once when no task is left. Threads:
/// a value that shares.
struct LiveLook {
  /// Results that the run computes, or that are there. Those that write files, and actions of users that have no
  /// copies, are refused.
  std::vector<Booked> results;
  std::function<void(const PartialResults&)> look;
  double seconds = 1;  ///< between two looks, at least
};

/// Ends a run when a condition on results holds. It is asked when all entries up to certain ones are done, whose choice
/// depends on the data alone, so that any number of threads ends at the same entry with the same bits. Threads: a value
/// that shares.
struct StopCondition {
  std::vector<Booked> results;  ///< as of LiveLook
  std::function<bool(const PartialResults&)> holds;
  /// Between two questions, at least; 0 is 100,000 at first and later a quarter of those done.
  std::uint64_t entries = 0;
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
  /// Those of a partial result of `booked`.
  static std::vector<FilterCount> counts_of(const Booked& partial);
  const Booked& booked() const noexcept { return booked_; }

 private:
  friend class Frame;
  /// Sums of weights of the entries that come to a filter, and of those that pass.
  struct Weighted {
    Booked all;
    Booked passed;
  };
  explicit Filters(Booked booked) noexcept : booked_(std::move(booked)) {}
  Booked booked_;
  std::vector<Weighted> weighted_ = {};  // of the first filters
};

}  // namespace ramet::inline v1::frame
