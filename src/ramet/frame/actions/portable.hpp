#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/frame/action.hpp"

namespace ramet::inline v1::frame {

/// Tasks [first, last) of a run. Threads: a value.
struct TaskRange {
  std::size_t first = 0;
  std::size_t last = 0;

  std::size_t size() const noexcept { return last - first; }
  bool operator==(const TaskRange&) const = default;
};

/// What some tasks of a run contribute to an action, made from bytes. Threads: one thread.
class Contribution {
 public:
  Contribution() = default;
  Contribution(const Contribution&) = delete;
  Contribution& operator=(const Contribution&) = delete;
  virtual ~Contribution() = default;
};

/// An action whose tasks other processes can do: it is described as data, and what tasks contribute becomes bytes. The
/// result has the same bits wherever the tasks were done. Threads: as Action; what follows is called from one thread.
class PortableAction : public Action {
 public:
  /// What another process makes the same action of, as an object of JSON (docs/format/plans.md). Throws
  /// Error(unsupported), naming what cannot be described.
  virtual std::string described() const = 0;
  /// As `begin`, for a run whose tasks are done elsewhere: they come by `add_part`, and end here only if they were left
  /// out.
  virtual void begin_elsewhere(std::span<const array::Type> types, std::span<const Task> tasks,
                               const ReadOptions& options) {
    begin(types, tasks, options);
  }
  /// As `begin`, for a run that ends only the tasks of a part; then `write_part` instead of `finish`.
  virtual void begin_part(std::span<const array::Type> types, std::span<const Task> tasks, TaskRange,
                          const ReadOptions& options) {
    begin(types, tasks, options);
  }
  /// Write what the tasks of the part have contributed, which have ended, and forget it.
  virtual void write_part(TaskRange tasks, bytes::ByteWriter& to) = 0;
  /// Read what tasks contribute that ended elsewhere; nothing is added. Throws Error(corrupt) for other bytes than
  /// those of `write_part`, of exactly these tasks of a run with the same model.
  virtual std::unique_ptr<Contribution> read_part(bytes::ByteCursor& from, TaskRange tasks) const = 0;
  /// Add what was read: these tasks have ended. No other task ends meanwhile.
  virtual void add_part(std::unique_ptr<Contribution> part) = 0;
};

}  // namespace ramet::inline v1::frame
