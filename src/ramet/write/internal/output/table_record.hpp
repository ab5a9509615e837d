#pragma once

#include <atomic>
#include <cstdint>

#include "ramet/core/mutex.hpp"
#include "ramet/write/internal/continued_table.hpp"
#include "ramet/write/internal/formats/table_format.hpp"
#include "ramet/write/internal/output/cluster_list.hpp"
#include "ramet/write/internal/output/output_file.hpp"

namespace ramet::inline v1::write::internal {

/// The table's record in the file, and the number of entries in it. Threads: any.
class TableRecord {
 public:
  /// The output must outlive it. `continued` is the existing table, if there is one.
  TableRecord(OutputFile& output, const ContinuedTable& continued);

  /// Write the record if there are new clusters or columns. Throws Error(io), Error(unsupported), after which it is
  /// written the next time.
  void write(TableFormat& format, ClusterList& clusters, const OutputLock& held);
  /// Note that the schema has columns that the record lacks.
  void note_new_columns(const OutputLock& held);
  /// Whether the file has a record of the table.
  bool is_there(const OutputLock& held) const;
  /// Whether the record has all columns. Without them, clusters cannot be recovered if this process dies.
  bool is_described(const OutputLock& held) const;

  /// Note that the last record that was written is on disk.
  void note_saved(const OutputLock& held);
  /// The number of entries in the record on disk.
  std::uint64_t saved_entries() const noexcept { return saved_entries_.load(); }

  /// Whether the table existed before.
  bool is_continued() const noexcept { return is_continued_; }
  /// The number of entries that it had before.
  std::uint64_t entries_before() const noexcept { return entries_before_; }

 private:
  const OutputFile& output_;
  const bool is_continued_;
  const std::uint64_t entries_before_;
  std::atomic<std::uint64_t> saved_entries_;
  std::uint64_t described_entries_ RAMET_GUARDED_BY(output_.mutex);
  bool is_there_ RAMET_GUARDED_BY(output_.mutex);
  bool lacks_columns_ RAMET_GUARDED_BY(output_.mutex);
};

}  // namespace ramet::inline v1::write::internal
