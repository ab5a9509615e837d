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

/// One tree or ntuple being written: its place in the file, its schema and format, and what belongs to it, from the
/// contexts that fill it to the record that leads to its clusters. Threads: any.
class TableOutput {
 public:
  /// `number` counts the tables of the output. An option that is not given is the file's. `continued` is the table
  /// if it is one that the file has; the schema then is its.
  TableOutput(OutputFile& output, std::uint32_t number, TablePlace place, table::Schema schema, TableOptions options,
              const ContinuedTable& continued = {});

  OutputFile& output() const noexcept { return output_; }
  const TablePlace& place() const noexcept { return place_; }
  file::DirectoryNumber directory() const noexcept { return place_.directory; }
  /// Where the directory's record is.
  std::uint64_t seek_directory() const noexcept { return place_.seek; }
  const TableOptions& options() const noexcept { return options_; }
  const TableFormat& format() const noexcept { return *format_; }
  /// The file and the table, for messages.
  std::string name() const;
  /// As TableFormat::check, with file and table named.
  void check(TableFormat::OffsetsOf offsets, std::size_t first, std::size_t last) const;

  /// Its columns as of now; what was handed out before stays as it was, for as long as the table lives.
  const table::Schema& schema() const noexcept { return *schema_.load(); }
  /// Add columns and projections to the end of the schema. Throws Error(misuse), adding nothing.
  void extend(std::vector<table::Column> columns, std::vector<table::Projection> projections, const OutputLock& held);

  ContextList& contexts() noexcept { return contexts_; }
  const ContextList& contexts() const noexcept { return contexts_; }
  ClusterList& clusters() noexcept { return clusters_; }
  const ClusterList& clusters() const noexcept { return clusters_; }

  /// What contexts have handed over and nobody has written yet.
  WaitingRows& rows() noexcept { return rows_; }
  const WaitingRows& rows() const noexcept { return rows_; }
  /// What the file says of the table.
  TableRecord& record() noexcept { return record_; }
  const TableRecord& record() const noexcept { return record_; }

  /// Write all that contexts have handed over, as the clusters that it makes now; `Gaps::bridge` when nothing will come
  /// any more. Throws Error(io); what was not written is kept.
  void write_gathered(Gatherer::Gaps gaps = Gatherer::Gaps::keep);
  /// Numbers go on in the counters of the output from now on, and other processes fill parts, too.
  void share_numbers(const OutputLock& held);

  /// Write the records that lead to the table as of now, if anything was committed since the last time.
  void describe(const OutputLock& held);
  TableReport report(const OutputLock& held);

  /// Nothing will be filled any more.
  void end() noexcept { rows_.end(); }
  /// Write and describe what was filled, for the last time: another table takes the name. No context is open. Throws
  /// Error(io), after which it may be tried again.
  void finish(const OutputLock& held);
  /// Forget what was filled, and the record that says what the columns are. No context is open.
  void withdraw(const OutputLock& held);
  /// Whether it was finished or withdrawn: the name is no more its own.
  bool is_ended() const noexcept { return is_ended_.load(); }

 private:
  OutputFile& output_;
  TablePlace place_;
  std::list<table::Schema> schemas_ RAMET_GUARDED_BY(output_.mutex);  // of all times
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
