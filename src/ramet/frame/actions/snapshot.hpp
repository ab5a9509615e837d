#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ramet/frame/action.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::frame {

/// Where a snapshot goes. Threads: a value.
struct SnapshotPlace {
  std::filesystem::path path;
  std::string directory = {};  ///< of the table, as "a/b"
  bool updates = false;        ///< add to an existing file, instead of replacing it
  write::WriterOptions writer = {};
  write::TableOptions table = {};
};

/// Writes the values of columns into a tree or ntuple, in order of entries, on all threads. The file is made when the
/// run begins, and complete when it has ended; the rows of tasks that failed or were left out are not in it. When the
/// run fails, the file is as of its last checkpoint. Threads: as Action.
class SnapshotAction final : public Action {
 public:
  /// The schema has a column for each of `columns`, in this order, of its type. `also` puts other objects into the file
  /// before it is closed.
  SnapshotAction(SnapshotPlace place, table::Schema schema, std::vector<std::string> columns,
                 std::function<void(write::ParallelWriter&)> also = {});
  ~SnapshotAction() override;

  std::string name() const override { return "snapshot '" + place_.path.string() + "'"; }
  std::vector<std::string> columns() const override { return columns_; }
  bool takes_stored() const override { return true; }
  std::optional<std::filesystem::path> replaces() const override {
    return place_.updates ? std::nullopt : std::optional(place_.path);
  }
  void check(std::span<const array::Type> types) const override;
  void begin(std::span<const array::Type> types, std::span<const Task> tasks, const ReadOptions& options) override;
  std::unique_ptr<Partial> partial(const Task& task) override;
  void end_task(const Task& task, std::unique_ptr<Partial> partial) override;
  void finish() override;
  void abandon() noexcept override;
  /// Throws Error(unsupported).
  std::shared_ptr<Action> varied(std::string_view variation) const override;

  /// What was written.
  const write::TableReport& report() const noexcept { return report_; }

 private:
  struct Output;
  class RowsPartial;

  SnapshotPlace place_;
  table::Schema schema_;
  std::vector<std::string> columns_;
  std::function<void(write::ParallelWriter&)> also_;
  std::unique_ptr<Output> output_;
  write::TableReport report_;
};

}  // namespace ramet::inline v1::frame
