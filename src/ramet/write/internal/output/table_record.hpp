#pragma once

#include <atomic>
#include <cstdint>

#include "ramet/core/mutex.hpp"
#include "ramet/write/internal/continued_table.hpp"
#include "ramet/write/internal/formats/table_format.hpp"
#include "ramet/write/internal/output/cluster_list.hpp"
#include "ramet/write/internal/output/output_file.hpp"

namespace ramet::inline v1::write::internal {

/// What the table's record in the file says: which columns and how many entries it has led to so far. Threads: any.
class TableRecord {
 public:
  /// The output outlives it. `continued` is the table if it is one that the file has.
  TableRecord(OutputFile& output, const ContinuedTable& continued);

  /// Write the records that lead to the table as of now, if clusters or columns came since the last time. Throws
  /// Error(io), Error(unsupported); then they are written the next time.
  void write(TableFormat& format, ClusterList& clusters, const OutputLock& held);
  /// The schema has columns that the record does not have.
  void note_new_columns(const OutputLock& held);
  /// Whether the file has a record of the table.
  bool is_there(const OutputLock& held) const;
  /// Whether it has all columns: otherwise clusters are of no use to anybody when this process dies.
  bool is_described(const OutputLock& held) const;

  /// The file on disk has the record that was written last.
  void note_saved(const OutputLock& held);
  /// The entries that the record on disk leads to.
  std::uint64_t saved_entries() const noexcept { return saved_entries_.load(); }

  /// Whether the table was in the file before.
  bool is_continued() const noexcept { return is_continued_; }
  /// Entries that it had then.
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
