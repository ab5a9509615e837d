#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/memory_budget.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/internal/continued_table.hpp"
#include "ramet/write/internal/formats/table_format.hpp"
#include "ramet/write/internal/gatherer.hpp"
#include "ramet/write/internal/ordered_commit.hpp"
#include "ramet/write/internal/output/cluster_list.hpp"
#include "ramet/write/internal/output/context_list.hpp"
#include "ramet/write/internal/output/output_file.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::write::internal {

class ClusterEncoder;

/// One tree or ntuple being written: its schema and format, the rows that wait for more, and the record that says where
/// its clusters are. Threads: any, where no OutputLock is asked for.
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
  void check(std::span<const array::Array> columns, std::size_t first, std::size_t last) const;

  /// Its columns as of now; what was handed out before stays as it was, for as long as the table lives.
  const table::Schema& schema() const noexcept { return *schema_.load(); }
  /// Add columns and projections to the end of the schema. Throws Error(misuse), adding nothing.
  void extend(std::vector<table::Column> columns, std::vector<table::Projection> projections, const OutputLock& held);

  ContextList& contexts() noexcept { return contexts_; }
  const ContextList& contexts() const noexcept { return contexts_; }
  ClusterList& clusters() noexcept { return clusters_; }
  const ClusterList& clusters() const noexcept { return clusters_; }

  /// A context's cluster ends when its columns hold so many bytes.
  std::uint64_t cluster_bytes() const noexcept { return cluster_bytes_; }
  /// From when on rows are written that could also wait for more.
  const ClusterSize& healthy() const noexcept { return healthy_; }
  /// The same where waiting costs nothing but memory.
  const ClusterSize& large() const noexcept { return large_; }
  /// The ends of parts that wait for more rows.
  Gatherer& gatherer() noexcept { return gatherer_; }
  const Gatherer& gatherer() const noexcept { return gatherer_; }
  /// Where clusters wait for those before them; null when their order in the file does not matter.
  OrderedCommit* ordered() noexcept { return ordered_.get(); }

  /// Have all contexts give the gatherer the parts that are over.
  void take_ended_parts();
  /// Encode and write what is at the front of the order, until nothing is. Throws Error(io), Error(misuse).
  void advance_in_order(ClusterEncoder& encoder, StageTimes& times);
  /// Write a run as a cluster, or keep it if that fails. Throws as ClusterEncoder::write.
  void write_run(RowRun run, ClusterEncoder& encoder, StageTimes& times);
  /// Write all that contexts have handed over, as the clusters that it makes now; `Gaps::bridge` when nothing will come
  /// any more. Throws Error(io); what was not written is kept.
  void write_gathered(Gatherer::Gaps gaps = Gatherer::Gaps::keep);
  /// Numbers go on in the counters of the output from now on, and other processes fill parts, too.
  void share_numbers(const OutputLock& held);

  /// Write the records that lead to the table as of now, if anything was committed since the last time.
  void describe(const OutputLock& held);
  /// Whether a record was written that says what the table's columns are: without one, its clusters are of no use to
  /// anybody when this process dies.
  bool is_described(const OutputLock&) const noexcept { return is_described_; }
  /// The file on disk has the record that was described last.
  void note_saved(const OutputLock&) noexcept { saved_entries_.store(described_entries_); }
  std::uint64_t saved_entries() const noexcept { return saved_entries_.load(); }
  /// Whether it is one that was in the file before.
  bool is_continued() const noexcept { return is_continued_; }
  /// Entries that it had then.
  std::uint64_t entries_before() const noexcept { return entries_before_; }
  TableReport report(const OutputLock& held);

  /// Nothing will be filled any more.
  void end() noexcept { front_share_.release(); }
  /// Write and describe what was filled, for the last time: another table takes the name. No context is open. Throws
  /// Error(io), after which it may be tried again.
  void finish(const OutputLock& held);
  /// Forget what was filled, and the record that says what the columns are. No context is open.
  void withdraw(const OutputLock& held);
  /// Whether it was finished or withdrawn: the name is no more its own.
  bool is_ended() const noexcept { return is_ended_.load(); }

 private:
  void encode_in_order(OrderedCommit::Encode rows, ClusterEncoder& encoder, StageTimes& times);
  void write_in_order(EncodedCluster cluster, ClusterEncoder& encoder, StageTimes& times);

  OutputFile& output_;
  TablePlace place_;
  std::list<table::Schema> schemas_;  // of all times; grows with an OutputLock
  std::atomic<const table::Schema*> schema_;
  TableOptions options_;
  std::unique_ptr<TableFormat> format_;
  ContextList contexts_;
  ClusterList clusters_;
  std::uint64_t cluster_bytes_;
  ClusterSize healthy_;
  ClusterSize large_;
  Gatherer gatherer_;
  std::unique_ptr<OrderedCommit> ordered_;
  MemoryReservation front_share_;  // what the context at the front may use beyond its reservation
  std::atomic<bool> is_ended_ = false;
  std::atomic<std::uint64_t> saved_entries_ = 0;
  bool is_continued_ = false;
  std::uint64_t entries_before_ = 0;  // of a tree that was in the file
  // With an OutputLock.
  std::uint64_t described_entries_ = 0;  // in its latest record
  bool is_described_ = false;
  bool has_new_columns_ = true;  // that its record does not say
};

}  // namespace ramet::inline v1::write::internal
