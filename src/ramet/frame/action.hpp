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

/// The values of an action's columns for the entries of a batch that its filters kept. Threads: a view.
struct Chosen {
  EntryRange batch;                      ///< entries of the source, of one cluster
  std::span<const std::uint64_t> rows;   ///< those kept, counted within the batch, increasing; if all are kept, empty
  std::size_t count = 0;                 ///< how many are kept; at least one
  std::span<const array::Array> values;  ///< of each column of the action, a value for each entry kept
  SlotNumber slot;

  /// The entry of the source that a value belongs to.
  std::uint64_t entry(std::size_t row) const noexcept { return batch.first.number + (rows.empty() ? row : rows[row]); }
};

/// What one task adds to an action. Threads: one thread.
class Partial {
 public:
  Partial() = default;
  Partial(const Partial&) = delete;
  Partial& operator=(const Partial&) = delete;
  virtual ~Partial() = default;
  virtual void add(const Chosen& chosen) = 0;
};

/// Makes a result of the values of columns, which may be numbers, strings, and lists of these. Threads: `partial` and
/// `end_task` are called from any; the others from one.
class Action {
 public:
  Action() = default;
  Action(const Action&) = delete;
  Action& operator=(const Action&) = delete;
  virtual ~Action() = default;

  /// What it is called in messages, as "histogram of MET_pt".
  virtual std::string name() const = 0;
  /// The columns whose values it needs.
  virtual std::vector<std::string> columns() const = 0;
  /// Whether columns of the source come as they are stored, also as arrays of a fixed size or records; otherwise as
  /// numbers, strings and lists of these.
  virtual bool takes_stored() const { return false; }
  /// The file whose contents it replaces, if any: it must not be one that the frame reads.
  virtual std::optional<std::filesystem::path> replaces() const { return std::nullopt; }
  /// Throw Error(misuse), naming the column, for types that it cannot use. Called when it is booked.
  virtual void check(std::span<const array::Type> types) const = 0;
  /// A run begins, which will end each of these tasks once, unless it fails. A stop says that tasks which have not
  /// begun are left out.
  virtual void begin(std::span<const array::Type> types, std::span<const Task> tasks, const ReadOptions& options) = 0;
  /// For a task that begins.
  virtual std::unique_ptr<Partial> partial(const Task& task) = 0;
  /// The task is done; tasks end in any order, and what comes out must not depend on it. A task that was left out, as
  /// when the run is stopped, ends with a partial that nothing was added to.
  virtual void end_task(const Task& task, std::unique_ptr<Partial> partial) = 0;
  /// The run is over: the result can be asked for.
  virtual void finish() = 0;
  /// The run failed and there will be no result.
  virtual void abandon() noexcept {}
  /// A copy in the same state: with what ended tasks gave, so that the other tasks can be ended on it and its result
  /// asked for while the run goes on. Not called while a task ends; also before the run. Null if there are no copies.
  virtual std::shared_ptr<Action> copy_of_ended() const { return nullptr; }
  /// The same action without a result, for a variation as "met:up".
  virtual std::shared_ptr<Action> varied(std::string_view variation) const = 0;
};

}  // namespace ramet::inline v1::frame
