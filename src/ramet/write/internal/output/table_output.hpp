#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/internal/continued_table.hpp"
#include "ramet/write/internal/formats/table_format.hpp"
#include "ramet/write/internal/output/cluster_list.hpp"
#include "ramet/write/internal/output/context_list.hpp"
#include "ramet/write/internal/output/output_file.hpp"
#include "ramet/write/internal/output/table_record.hpp"
#include "ramet/write/internal/output/waiting_rows.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::write::internal {

/// A tree or ntuple being written: its place in the file, schema and format, contexts, clusters and record. Threads:
/// any.
class TableOutput {
 public:
  /// `number` is its number in the output. Options that are not set are the file's. `continued` is the existing table,
  /// if there is one; `schema` is then its schema.
  TableOutput(OutputFile& output, std::uint32_t number, TablePlace place, table::Schema schema, TableOptions options,
              const ContinuedTable& continued = {});

  OutputFile& output() const noexcept { return output_; }
  const TablePlace& place() const noexcept { return place_; }
  file::DirectoryNumber directory() const noexcept { return place_.directory; }
  /// The position of the directory's record.
  std::uint64_t seek_directory() const noexcept { return place_.seek; }
  const TableOptions& options() const noexcept { return options_; }
  const TableFormat& format() const noexcept { return *format_; }
  /// File and table, for messages.
  std::string name() const;
  /// As TableFormat::check, with file and table named.
  void check(TableFormat::OffsetsOf offsets, std::size_t first, std::size_t last) const;

  /// The current schema. Earlier schemas stay valid and unchanged as long as the table lives.
  const table::Schema& schema() const noexcept { return *schema_.load(); }
  /// Add columns and projections to the end of the schema. Throws Error(misuse), without any change.
  void extend(std::vector<table::Column> columns, std::vector<table::Projection> projections, const OutputLock& held);

  ContextList& contexts() noexcept { return contexts_; }
  const ContextList& contexts() const noexcept { return contexts_; }
  ClusterList& clusters() noexcept { return clusters_; }
  const ClusterList& clusters() const noexcept { return clusters_; }

  /// Rows that contexts have handed over and that are not written yet.
  WaitingRows& rows() noexcept { return rows_; }
  const WaitingRows& rows() const noexcept { return rows_; }
  /// The table's record in the file.
  TableRecord& record() noexcept { return record_; }
  const TableRecord& record() const noexcept { return record_; }

  /// Write all rows that contexts have handed over; with `Gaps::bridge` if no more rows will come. Throws Error(io);
  /// rows that were not written are kept. Spans go to the track, which may be null.
  void write_gathered(Gatherer::Gaps gaps = Gatherer::Gaps::keep, TraceTrack* track = nullptr);
  /// For checkpoints that nobody asked for, as WaitingRows::write_ripe.
  void write_ripe(TraceTrack* track);
  /// Continue the numbers in the output's shared counters, since other processes fill parts, too.
  void share_numbers(const OutputLock& held);

  /// Write the table's record if anything was committed since the last call.
  void describe(const OutputLock& held);
  TableReport report(const OutputLock& held);

  /// Note that no more entries will be filled.
  void end() noexcept { rows_.end(); }
  /// Write and describe all entries for the last time, before another table uses the name. No context may be open.
  /// Throws Error(io), after which it may be called again.
  void finish(const OutputLock& held);
  /// Remove all entries and the table's record. No context may be open.
  void withdraw(const OutputLock& held);
  /// Whether it was finished or withdrawn, so that another table may use the name.
  bool is_ended() const noexcept { return is_ended_.load(); }

 private:
  OutputFile& output_;
  TablePlace place_;
  std::list<table::Schema> schemas_ RAMET_GUARDED_BY(output_.mutex);  // the current one and all earlier ones
  std::atomic<const table::Schema*> schema_;
  TableOptions options_;
  std::unique_ptr<TableFormat> format_;
  ContextList contexts_;
  ClusterList clusters_;
  WaitingRows rows_;
  TableRecord record_;
  std::atomic<bool> is_ended_ = false;
};

}  // namespace ramet::inline v1::write::internal
