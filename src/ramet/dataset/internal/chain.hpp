#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/dataset/dataset_options.hpp"
#include "ramet/dataset/detail/asked_ahead.hpp"
#include "ramet/dataset/internal/open_files.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/dataset/task.hpp"

namespace ramet::inline v1::dataset::internal {

/// Entries of one file of a chain. Threads: a value.
struct Part {
  FileNumber file;
  EntryRange entries;  ///< within the file; cut where the file ends
};

/// A wanted column: its name, and the type that it must have in every file. Threads: a value.
struct WantedColumn {
  std::string name;
  array::Type type;
  bool may_miss = false;  ///< files that lack it have no values of it; the type is an option
};

/// Called with entries of a file and their columns.
using PartBody = FunctionRef<void(const Part&, std::span<const array::Array>)>;

/// One tree in many files, as one table; files may have different columns and number types. Threads: const-safe.
class Chain {
 public:
  /// Throws as Session::open for the files that it opens; Error(misuse) for no files.
  Chain(const Session& session, std::vector<FileAndObject> places, const DatasetOptions& options);

  const OpenFiles& files() const noexcept { return files_; }
  std::vector<Column> columns() const;
  std::optional<Column> find(std::string_view name) const;

  /// The columns to read for these names. Throws Error(not_found) with similar names, Error(unsupported).
  std::vector<WantedColumn> want(std::span<const std::string> names) const;

  std::uint64_t entries(const ReadOptions& options) const;
  /// The numbers of entries of files [first, last). Throws Error(not_found) when some of these do not exist.
  std::vector<std::uint64_t> entries(FileNumber first, FileNumber last, const ReadOptions& options) const;
  /// The first entry of each cluster of each file, then the number of entries.
  std::vector<std::uint64_t> cluster_starts(const ReadOptions& options) const;
  /// The parts of a range in each file. Throws Error(not_found) when it ends after the last file.
  std::vector<Part> parts(EntryRange range, const ReadOptions& options) const;
  /// The clusters of a range, each file's in order. Throws as `parts`.
  std::vector<Task> tasks(EntryRange range, const ReadOptions& options) const;
  /// All entries of all files, without opening them.
  std::vector<Part> whole() const;

  /// Whether `will_read` is of use: some files are of servers.
  bool is_distant() const noexcept { return files_.has_distant(); }
  /// Say that a part will be read, so that a server begins to send it, without waiting.
  Asked will_read(std::span<const WantedColumn> wanted, const Part& part) const;

  /// Read the columns and concatenate all parts.
  std::vector<array::Array> read(std::span<const WantedColumn> wanted, std::span<const Part> parts,
                                 const ReadOptions& options) const;
  void for_each_batch(std::span<const WantedColumn> wanted, std::span<const Part> parts, std::size_t batch_entries,
                      const ReadOptions& options, PartBody body) const;

 private:
  struct PartPlan;

  Column at(std::string_view name) const;
  /// The objects of a group, as the first file with them has them; of the schema of all files.
  std::optional<Column> find_objects(std::string_view name) const;
  void merge_columns(const std::vector<Column>& columns, FileNumber file);
  void make_common_schema(schedule::Executor& executor);
  void count(std::size_t first, std::size_t last, const ReadOptions& options) const;
  double fill_of(const WantedColumn& column) const;
  /// What counts a list that a table lacks, if the table has it and the list is filled accordingly.
  std::optional<std::string> counter_in(const Table& table, const WantedColumn& want) const;
  PartPlan plan(const Table& table, FileNumber file, std::span<const WantedColumn> wanted) const;
  class Ahead;
  class Openers;

  std::vector<array::Array> read_part(std::span<const WantedColumn> wanted, const Part& part,
                                      const ReadOptions& options) const;

  OpenFiles files_;
  MissingColumn missing_column_;
  std::map<std::string, double> defaults_;
  std::shared_ptr<const Table> reference_;                     // has the schema, unless it is taken from all files
  std::vector<Column> common_;                                 // the schema of all files
  std::map<std::string, std::size_t, std::less<>> of_common_;  // places in it
  bool is_common_ = false;
  mutable Mutex mutex_;
  mutable std::map<std::string, std::optional<Column>, std::less<>> objects_
      RAMET_GUARDED_BY(mutex_);  // of groups that somebody asked for, or nothing where no file has them
  mutable std::shared_ptr<const std::vector<std::uint64_t>> cluster_starts_
      RAMET_GUARDED_BY(mutex_);  // once somebody has asked
};

}  // namespace ramet::inline v1::dataset::internal
