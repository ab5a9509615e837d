#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/dataset/dataset.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/expr/expression.hpp"
#include "ramet/frame/sources/column_masks.hpp"
#include "ramet/io/traffic.hpp"
#include "ramet/schedule/read_options.hpp"

namespace ramet::inline v1::frame {

using schedule::ReadOptions;

/// Entries with columns: those of one tree or ntuple, or of a dataset. Entries are counted within it. Threads:
/// const-safe; a value that shares.
class Source {
 public:
  /// Make a source of a table or a dataset, which must not be null.
  explicit Source(std::shared_ptr<const dataset::Table> table);
  explicit Source(std::shared_ptr<const dataset::Dataset> dataset);

  /// The same, but columns are options with a value where their masks say so.
  Source with_masks(ColumnMasks masks) const;
  bool has_mask(std::string_view column) const noexcept { return masks_ != nullptr && masks_->contains(column); }

  /// The table, or null.
  const dataset::Table* table() const noexcept { return table_.get(); }
  /// The dataset, or null.
  const dataset::Dataset* dataset() const noexcept { return dataset_.get(); }

  /// The files that are read.
  std::vector<std::string> files() const;
  /// The file of an entry, for messages: "'run2.root'", or of several files "'run2.root', entries 100 to 199"; empty
  /// for columns in memory. Throws as Dataset::entries.
  std::string file_of(EntryNumber entry) const;
  /// What the session of the files fetched of servers until now.
  io::TrafficCounts traffic() const;
  std::vector<dataset::Column> columns() const;
  std::optional<dataset::Column> find(std::string_view name) const;

  /// The number of entries; opens files whose number is not known yet. Throws as Dataset::entries.
  std::uint64_t entries(const ReadOptions& options) const;
  /// The first entry of each cluster, then the number of entries.
  std::vector<std::uint64_t> cluster_starts(const ReadOptions& options) const;
  /// Whether its bytes come from far away, so that `will_read` is of use.
  bool is_distant() const noexcept;
  /// Say that columns will be read soon, so that servers begin to send them; does not wait. Throws as
  /// Dataset::will_read.
  dataset::Asked will_read(std::span<const std::string> names, EntryRange entries, const ReadOptions& options) const;

  /// Read columns; clusters, columns and baskets in parallel. Throws as Table::read.
  std::vector<array::Array> read(std::span<const std::string> names, EntryRange entries,
                                 const ReadOptions& options) const;

 private:
  dataset::Column masked(dataset::Column column) const;
  std::vector<array::Array> read_stored(std::span<const std::string> names, EntryRange entries,
                                        const ReadOptions& options) const;

  std::shared_ptr<const dataset::Table> table_;
  std::shared_ptr<const dataset::Dataset> dataset_;
  std::shared_ptr<const ColumnMasks> masks_ = {};  // null without
};

/// What expressions on a source may use: its columns that can be read, by path, and by their own names where no other
/// has them. Threads: a value.
struct SourceScope {
  expr::Scope scope;
  std::vector<std::string> paths;  ///< of each of the scope's columns
};

/// The columns of a source for expressions; definitions are added by the caller.
SourceScope scope_of(const Source& source);

}  // namespace ramet::inline v1::frame
