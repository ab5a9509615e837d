#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/dataset/dataset.hpp"
#include "ramet/frame/actions/chosen_columns.hpp"
#include "ramet/frame/actions/snapshot.hpp"
#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/differences.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/merge/internal/safety/stepwise_file.hpp"
#include "ramet/merge/internal/safety/unfinished_file.hpp"
#include "ramet/merge/internal/tables/joined_metadata.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// Joins trees or ntuples that are stored differently, or that the options change: their entries are read, with missing
/// values filled and numbers widened, and written again. Threads: one thread.
class TableRewrite {
 public:
  /// Look at the columns of the parts. Throws as dataset::Dataset, and for definitions and filters as frame::Frame.
  TableRewrite(const dataset::Session& session, const Inputs& inputs, const MergeOptions& options,
               const PlannedTable& table);

  /// Add what cannot be converted or stored to the differences. References between objects (TRef) are written as
  /// numbers, which say nothing where the inputs have several processes.
  void check(Differences& differences, std::size_t processes = 0) const;

  /// Add what is missing of the table to a file, in steps, of which each has about 4 % of the entries, or at least two
  /// clusters; in one step if entries cannot be added to it as it is stored. `number` is that of the table among those
  /// of the file. Throws BadInput, Error(unsupported), Error(io), Error(cancelled), and JournalMismatch when the file
  /// does not have what the last step says.
  void run(StepwiseFile& file, std::uint64_t number, compression::Settings compression) const;

 private:
  /// How the table is written.
  struct Writing {
    frame::StoredColumns stored;
    frame::SnapshotPlace place;
  };

  frame::Frame make_frame(EntryRange entries) const;
  Writing writing(compression::Settings compression) const;
  void snapshot(const frame::Frame& frame, const Writing& writing, StepState& state) const;
  void begin(StepwiseFile& file, StepState state, const Writing& writing) const;
  void write_at_once(StepwiseFile& file, StepState state, const Writing& writing) const;
  void require_sound(const std::filesystem::path& file, const StepState& state) const;
  EntryRange next_entries(const StepState& state) const;
  std::optional<JoinedMetadata> joined_metadata() const;
  void put_metadata(const JoinedMetadata& joined, const std::filesystem::path& file, file::FileWriter& into) const;
  /// The columns that are written: those of all parts, or if they are dropped, those that every part has.
  std::vector<std::string> names() const;
  std::vector<std::string> unreadable() const;
  frame::ColumnChoice choice() const;
  frame::StoredColumns stored_columns(std::span<const std::string> names) const;

  const dataset::Session& session_;
  const Inputs& inputs_;
  const MergeOptions& options_;
  const MergedObject& object_;
  std::vector<const TablePart*> parts_;      // which say what columns there are
  std::vector<const TablePart*> described_;  // whose user info, aliases and friends are joined
  bool joins_metadata_;
  EntryRange entries_;  // that are written, of those of the parts
  bool is_changed_;
  write::Format format_;
  std::shared_ptr<const dataset::Dataset> dataset_;
  frame::Frame frame_;
};

/// Add tables to a file that has all else, in steps, so that a merge that is killed goes on after the last one. Throws
/// as TableRewrite::run.
void rewrite_tables(std::span<const TableRewrite> tables, UnfinishedFile& file, compression::Settings compression);

/// Of tables that were split because their columns differ, leave those as they are whose columns the options cannot
/// change, as a filter of a column that they lack, if they can change one of the same name. Notes which. Throws as
/// TableRewrite.
void leave_unfit(const dataset::Session& session, const Inputs& inputs, const MergeOptions& options,
                 Catalogue& catalogue, Differences& differences);

}  // namespace ramet::inline v1::merge::internal
