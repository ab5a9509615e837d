#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/dataset/dataset.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/differences.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// Joins trees or ntuples that are stored differently, or that the options change: their entries are read, with missing
/// values filled and numbers widened, and written again. Threads: one thread.
class TableRewrite {
 public:
  /// Look at the columns of the parts. Throws as dataset::Dataset, and for definitions and filters as frame::Frame.
  TableRewrite(const dataset::Session& session, const Inputs& inputs, const MergeOptions& options,
               const PlannedTable& table);

  /// Add what cannot be converted or stored to the differences.
  void check(Differences& differences) const;

  /// Add the table to a complete file. Throws BadInput, Error(unsupported), Error(io),
  /// Error(cancelled).
  void run(const std::filesystem::path& file, compression::Settings compression) const;

 private:
  frame::Frame make_frame() const;
  void join_metadata(const std::filesystem::path& file) const;
  /// The columns that are written: those of all parts, or if they are dropped, those that every part has.
  std::vector<std::string> names() const;

  const dataset::Session& session_;
  const Inputs& inputs_;
  const MergeOptions& options_;
  const MergedObject& object_;
  std::vector<const TablePart*> parts_;    // which say what columns there are
  std::vector<const TablePart*> written_;  // of which entries are written
  bool joins_metadata_;
  EntryRange entries_;  // that are written, of those of the parts
  bool is_changed_;
  write::Format format_;
  std::shared_ptr<const dataset::Dataset> dataset_;
  frame::Frame frame_;
};

/// Of tables that were split because their columns differ, leave those as they are whose columns the options cannot
/// change, as a filter of a column that they lack, if they can change one of the same name. Notes which. Throws as
/// TableRewrite.
void leave_unfit(const dataset::Session& session, const Inputs& inputs, const MergeOptions& options,
                 Catalogue& catalogue, Differences& differences);

}  // namespace ramet::inline v1::merge::internal
