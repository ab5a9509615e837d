#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ramet/frame/actions/along.hpp"
#include "ramet/frame/actions/portable.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::frame {

namespace internal {
class SnapshotParts;
class VariedRows;
}  // namespace internal

/// Whether a snapshot has the values of columns under variations, too.
enum class SnapshotVariations : std::uint8_t {
  left_out,
  /// A column x under jes:up is stored as x__jes_up. Entries are written that pass under any variation; bits of
  /// R_rdf_mask_TABLE_0, ... say under which, as ROOT's readers expect them; R_rdf_column_to_bitmask_mapping_TABLE
  /// beside the table says which bit belongs to a column. Where an entry did not pass under a variation, its column
  /// is 0 or empty; nominal columns keep their values. Lists are stored without counters.
  included,
};

/// Makes a file of several, which have the entries of one table in this order; an existing file is replaced. What it
/// throws ends the run. Threads: a function.
using JoinFiles =
    std::function<void(const std::vector<std::filesystem::path>& parts, const std::filesystem::path& output)>;

/// Opens the writer of a snapshot, which closes it when all is written. Threads: a function.
using OpenWriter = std::function<std::unique_ptr<write::ParallelWriter>(const write::WriterOptions& options)>;

/// Where a snapshot goes. Threads: a value.
struct SnapshotPlace {
  std::filesystem::path path;
  std::string directory = {};  ///< of the table, as "a/b"
  bool updates = false;        ///< add to an existing file, instead of replacing it
  write::WriterOptions writer = {};
  write::TableOptions table = {};
  std::shared_ptr<const Along> along = {};  ///< what it takes along, if anything
  SnapshotVariations variations = SnapshotVariations::left_out;
  bool continues = false;  ///< with `updates`: the file has the table, whose entries these follow
  OpenWriter open = {};    ///< opens the file instead, if it is not empty
  JoinFiles join = {};     ///< for snapshots that other processes write in parts, as merge::join_files
};

/// Writes the values of columns into a tree or ntuple, in order of entries, on all threads. The file is made when the
/// run begins, and complete when it has ended; the rows of tasks that failed or were left out are not in it. When the
/// run fails, the file has the rows of tasks that were done by then; if they cannot be written, those of its last
/// checkpoint.
///
/// Other processes write files with parts of it into the folder "NAME.parts" beside the file, which all must see; they
/// store columns as stored_columns says. They are joined when the run ends, and the folder is removed; when it fails,
/// the folder stays. Threads: as Action.
class SnapshotAction final : public PortableAction {
 public:
  /// The schema has a column for each of `columns`, in this order, of its type.
  SnapshotAction(SnapshotPlace place, table::Schema schema, std::vector<std::string> columns);
  /// The same with rows of variations, which the actions of `under` bring.
  SnapshotAction(SnapshotPlace place, table::Schema schema, std::vector<std::string> columns,
                 std::shared_ptr<internal::VariedRows> rows);
  ~SnapshotAction() override;

  std::string name() const override { return "snapshot '" + place_.path.string() + "'"; }
  std::vector<std::string> columns() const override { return columns_; }
  bool takes_stored() const override { return true; }
  bool takes_option(std::size_t column) const override {
    return schema_.columns[column].type.kind == array::Kind::option;
  }
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
  std::string described() const override;
  void begin_elsewhere(std::span<const array::Type> types, std::span<const Task> tasks,
                       const ReadOptions& options) override;
  void begin_part(std::span<const array::Type> types, std::span<const Task> tasks, TaskRange part,
                  const ReadOptions& options) override;
  void write_part(TaskRange tasks, bytes::ByteWriter& to) override;
  std::unique_ptr<Contribution> read_part(bytes::ByteCursor& from, TaskRange tasks) const override;
  void add_part(std::unique_ptr<Contribution> part) override;

  /// The action that brings the rows of a version, of these columns; this must outlive it.
  std::shared_ptr<Action> under(std::size_t version, std::vector<std::string> columns);

  /// What was written.
  const write::TableReport& report() const noexcept { return report_; }

 private:
  struct Output;
  class RowsPartial;
  class UnderVariation;

  SnapshotPlace part_place(std::filesystem::path file) const;
  void write(const Task& task, std::vector<array::Array> rows);
  void finish_output();
  void put_mask_bits();

  SnapshotPlace place_;
  table::Schema schema_;
  std::vector<array::Type> types_;  // of the frame's columns
  std::vector<std::string> columns_;
  std::shared_ptr<internal::VariedRows> varied_;
  std::unique_ptr<Output> output_;
  std::unique_ptr<internal::SnapshotParts> parts_;  // in a run whose tasks are done elsewhere
  std::filesystem::path part_file_;                 // that a part is written into
  std::size_t first_task_ = 0;                      // of the part
  std::optional<ReadOptions> options_;              // of that run
  write::TableReport report_;
};

}  // namespace ramet::inline v1::frame
