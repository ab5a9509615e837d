#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/type.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/frame/pass.hpp"

namespace ramet::inline v1::frame {

/// The columns of an action for the entries of a batch that passed its filters. Threads: a view.
struct Chosen {
  EntryRange batch;                      ///< entries of the source; of one cluster
  std::span<const std::uint64_t> rows;   ///< entries that passed, counted within the batch; empty if all passed
  std::size_t count = 0;                 ///< number of entries that passed; at least one
  std::span<const array::Array> values;  ///< of each column: a value for each entry that passed
  SlotNumber slot;

  /// The number in the source of the entry of a value.
  std::uint64_t entry(std::size_t row) const noexcept { return batch.first.number + (rows.empty() ? row : rows[row]); }
};

/// What one task contributes to an action. Threads: one thread.
class Partial {
 public:
  Partial() = default;
  Partial(const Partial&) = delete;
  Partial& operator=(const Partial&) = delete;
  virtual ~Partial() = default;
  virtual void add(const Chosen& chosen) = 0;
};

/// Computes a result from columns of numbers, strings, and lists of these. Threads: `partial` and `end_task` are called
/// from any thread, the others from one.
class Action {
 public:
  Action() = default;
  Action(const Action&) = delete;
  Action& operator=(const Action&) = delete;
  virtual ~Action() = default;

  /// The name for messages, such as "histogram of MET_pt".
  virtual std::string name() const = 0;
  /// The columns that it needs.
  virtual std::vector<std::string> columns() const = 0;
  /// Whether it takes columns of the source as they are stored, including arrays of fixed size and records; otherwise
  /// they become numbers, strings and lists of these.
  virtual bool takes_stored() const { return false; }
  /// Whether it takes one of its columns, of those as they are stored, as an option where values may be missing;
  /// otherwise a missing value is an error.
  virtual bool takes_option(std::size_t) const { return false; }
  /// The file that it replaces, if any, which must not be one that the frame reads.
  virtual std::optional<std::filesystem::path> replaces() const { return std::nullopt; }
  /// Check the columns' types when the action is booked. Throws Error(misuse), naming the column.
  virtual void check(std::span<const array::Type> types) const = 0;
  /// Begin a run, which ends each of these tasks once, unless it fails. After a stop, tasks that have not begun are
  /// left out.
  virtual void begin(std::span<const array::Type> types, std::span<const Task> tasks, const ReadOptions& options) = 0;
  /// The contribution of a task that begins; not null.
  virtual std::unique_ptr<Partial> partial(const Task& task) = 0;
  /// End a task. Tasks end in any order, on which the result must not depend. A task that was left out, because the run
  /// was stopped, ends with an empty contribution.
  virtual void end_task(const Task& task, std::unique_ptr<Partial> partial) = 0;
  /// End the run: afterwards, the result is available.
  virtual void finish() = 0;
  /// The run failed, and there is no result.
  virtual void abandon() noexcept {}
  /// A copy with the contributions of the tasks that have ended: the other tasks can be ended on the copy, which gives
  /// a partial result during the run. Called before a run, too, but not while a task ends. Null if it cannot be copied.
  virtual std::shared_ptr<Action> copy_of_ended() const { return nullptr; }
  /// The same action without a result, for a variation such as "met:up".
  virtual std::shared_ptr<Action> varied(std::string_view variation) const = 0;
};

}  // namespace ramet::inline v1::frame
