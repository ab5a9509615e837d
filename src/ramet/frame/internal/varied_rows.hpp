#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/frame/action.hpp"
#include "ramet/frame/internal/mask_bits.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::frame::internal {

/// A column of a snapshot under a variation. Threads: a value.
struct VariedColumn {
  std::size_t number;  ///< among the columns of the snapshot
  bool is_varied;      ///< its values are those under the variation; otherwise its nominal ones for other entries
};

/// What a snapshot needs of a variation. Threads: a value.
struct VariedVersion {
  std::string name;  ///< "jes:up"; empty for the nominal one, which has all columns
  std::vector<VariedColumn> columns;
};

/// Joins the rows that a snapshot has under variations: an entry that passed under any of them is one row. Columns are
/// masks of 64 versions each, the nominal one first; the columns with their nominal values, also for entries that only
/// pass under a variation; and the varied ones of each variation, 0 or empty for entries that do not pass under it.
///
///   nominal  1 . 3      masks  0b01 0b10 0b11
///   jes:up   . 5 6  ──► x        1    2    3      nominal values, which all versions bring
///                       x__jes_up 0    5    6
///
/// Threads: const-safe; `end` from any.
class VariedRows {
 public:
  /// The first version is the nominal one.
  VariedRows(std::vector<array::Type> types, std::vector<VariedVersion> versions);
  ~VariedRows();

  /// The columns as they are stored, of those of the nominal version: lists with counters become vectors, because an
  /// entry's lists may be missing.
  table::Schema schema(const table::Schema& nominal, write::Format format) const;
  /// Which bit belongs to each column.
  std::vector<MaskBit> mask_bits(const table::Schema& nominal) const;

  std::unique_ptr<Partial> partial(std::size_t version) const;
  /// A task ended under a version; when it has under all, its rows.
  std::optional<std::vector<array::Array>> end(const Task& task, std::size_t version, std::unique_ptr<Partial> partial);

 private:
  class Rows;
  class Join;

  std::vector<array::Type> types_;
  std::vector<VariedVersion> versions_;
  Mutex mutex_;
  std::map<std::size_t, std::vector<std::unique_ptr<Rows>>> waiting_ RAMET_GUARDED_BY(mutex_);
};

}  // namespace ramet::inline v1::frame::internal
