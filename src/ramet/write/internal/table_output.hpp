#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/memory_budget.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/sharing/process_number.hpp"
#include "ramet/schema/streamer_info.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/internal/admission/admission.hpp"
#include "ramet/write/internal/checkpoint.hpp"
#include "ramet/write/internal/commit_log.hpp"
#include "ramet/write/internal/formats/file_classes.hpp"
#include "ramet/write/internal/formats/table_format.hpp"
#include "ramet/write/internal/gather/gatherer.hpp"
#include "ramet/write/internal/order/ordered_commit.hpp"
#include "ramet/write/internal/update/continued_table.hpp"
#include "ramet/write/internal/update/file_before.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::write::internal {

class ClusterEncoder;
class ClusterWriter;
class FileSharing;
class JoinedFile;
class TableOutput;

/// The tables of an output, in order of their numbers. Threads: any looks at them without waiting for who saves the
/// file; they are added with the output's mutex held.
class TableList {
 public:
  using Tables = std::vector<std::shared_ptr<TableOutput>>;

  void add(std::shared_ptr<TableOutput> table);
  /// Those of now. The next table's number is their count.
  Tables all() const;

 private:
  mutable Mutex mutex_;  // nothing is locked while it is held
  Tables tables_ RAMET_GUARDED_BY(mutex_);
};

/// What all tables of an output share. Threads: `area`'s extents and sink, `admission`, `encoders`, `schedule` and
/// `tables` from any; the rest with `mutex` held.
struct OutputFile {
  OutputFile(std::unique_ptr<file::FileWriter> writer, std::uint64_t memory_budget, std::uint64_t checkpoint_bytes = 0,
             std::chrono::nanoseconds checkpoint_period = {});
  /// Of a process that joined another's file.
  OutputFile(std::unique_ptr<JoinedFile> other, std::uint64_t memory_budget);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Throws Error(misuse) when the file is closed.
  void require_open() const RAMET_REQUIRES(mutex);
  /// Throws Error(misuse) when this process was forked from the one that writes, or the writer is gone and the file not
  /// closed: nothing of what is filled then would be in the file. Takes no lock: a child may find any of them taken, by
  /// threads that it has not.
  void require_usable() const;
  bool is_of_this_process() const noexcept;
  /// Write what the file's readers need to see everything committed so far.
  void describe_all() RAMET_REQUIRES(mutex);
  /// Make the file on disk whole, with all clusters and objects written so far. Throws Error(io), and Error(misuse)
  /// when the file is closed.
  void save() RAMET_REQUIRES(mutex);

  /// Where contexts write their clusters.
  const file::RecordArea& area() const noexcept;
  /// The counters that processes share; none when there is one process.
  io::SharedCounters* counters() const noexcept { return counters_of_all.load(); }
  /// What processes died with, or what of their journals is damaged, once the file is whole. Throws Error(io),
  /// Error(corrupt).
  void require_no_faults() RAMET_REQUIRES(mutex);

  std::filesystem::path path;                                  // of a local file
  std::unique_ptr<file::FileWriter> file;                      // none in a process that joined
  std::unique_ptr<JoinedFile> joined;                          // none in the one that owns the file
  std::unique_ptr<FileBefore> before RAMET_GUARDED_BY(mutex);  // of a file that is updated
  Admission admission;
  ObjectPool<Encoders> encoders;
  CheckpointSchedule schedule;
  Mutex mutex;
  std::unique_ptr<FileSharing> sharing RAMET_GUARDED_BY(mutex);  // none when no other process may join
  std::atomic<io::SharedCounters*> counters_of_all = nullptr;    // of `sharing` or `joined`
  TableList tables;
  FileClasses classes RAMET_GUARDED_BY(mutex);
  std::atomic<bool> closed = false;     // set with `mutex` held
  std::atomic<bool> abandoned = false;  // its writer is gone

 private:
  const io::ProcessMark process_;
};

/// One tree or ntuple being written: its schema, and what contexts have committed.
/// Threads: commit, schema, format and counters from any; `extend`, `describe` and `report` with the output's mutex
/// held.
class TableOutput {
 public:
  /// `number` counts the tables of the output. An option that is not given is the file's. `continued` is the table
  /// if it is one that the file has; the schema then is its.
  TableOutput(OutputFile& output, std::uint32_t number, TablePlace place, table::Schema schema, TableOptions options,
              const ContinuedTable& continued = {});

  /// Its columns as of now; what was handed out before stays as it was, for as long as the table lives.
  const table::Schema& schema() const noexcept { return *schema_.load(); }
  const TableOptions& options() const noexcept { return options_; }
  const TableFormat& format() const noexcept { return *format_; }
  /// As TableFormat::check, with file and table named.
  void check(std::span<const array::Array> columns, std::size_t first, std::size_t last) const;
  /// The file and the table, for messages.
  std::string name() const;
  OutputFile& output() const noexcept { return output_; }
  const TablePlace& place() const noexcept { return place_; }
  file::DirectoryNumber directory() const noexcept { return place_.directory; }
  /// Where the directory's record is.
  std::uint64_t seek_directory() const noexcept { return place_.seek; }

  /// Throws only in a process that joined: as JoinedFile::append.
  void commit(ClusterDescriptor&& cluster);
  /// Space was taken that will not be filled.
  void give_up(io::Extent extent);

  /// Add columns and projections to the end of the schema. Throws Error(misuse), adding nothing.
  void extend(std::vector<table::Column> columns, std::vector<table::Projection> projections);

  /// Whether it is one that was in the file before.
  bool is_continued() const noexcept { return is_continued_; }
  /// Entries that it had then.
  std::uint64_t entries_before() const noexcept { return entries_before_; }

  /// From when on rows are written that could also wait for more.
  const ClusterSize& healthy() const noexcept { return healthy_; }
  /// The same where waiting costs nothing but memory.
  const ClusterSize& large() const noexcept { return large_; }
  /// The ends of parts that wait for more rows. Any thread.
  Gatherer& gatherer() noexcept { return gatherer_; }
  const Gatherer& gatherer() const noexcept { return gatherer_; }
  /// Have all contexts give the gatherer the parts that are over. Any thread.
  void take_ended_parts();
  /// A context's cluster ends when its columns hold so many bytes.
  std::uint64_t cluster_bytes() const noexcept { return cluster_bytes_; }
  /// Where clusters wait for those before them; null when their order in the file does not matter.
  OrderedCommit* ordered() noexcept { return ordered_.get(); }
  /// Encode and write what is at the front of the order, until nothing is. Throws Error(io), Error(misuse).
  void advance_in_order(ClusterEncoder& encoder, StageTimes& times);
  /// Write a run as a cluster, or keep it if that fails. Throws as ClusterEncoder::write.
  void write_run(RowRun run, ClusterEncoder& encoder, StageTimes& times);
  /// Write all that contexts have handed over, as the clusters that it makes now, from any thread; `Gaps::bridge` when
  /// nothing will come any more. Throws Error(io); what was not written is kept.
  void write_gathered(Gatherer::Gaps gaps = Gatherer::Gaps::keep);

  /// Write the records that lead to the table as of now, if anything was committed since the last time.
  void describe();

  /// Whether a record was written that says what the table's columns are: without one, its clusters are of no use to
  /// anybody when this process dies. With the output's mutex held.
  bool is_described() const noexcept { return is_described_; }

  /// Nothing will be filled any more.
  void end() noexcept { front_share_.release(); }

  /// Write and describe what was filled, for the last time: another table takes the name. With the output's mutex held,
  /// and no context open. Throws Error(io), after which it may be tried again.
  void finish();
  /// Forget what was filled, and the record that says what the columns are. With the output's mutex held, and no
  /// context open.
  void withdraw();
  /// Whether it was finished or withdrawn: the name is no more its own. Any thread.
  bool is_ended() const noexcept { return is_ended_.load(); }
  /// The file on disk has the record that was described last.
  void note_saved() noexcept { saved_entries_.store(described_entries_); }
  std::uint64_t saved_entries() const noexcept { return saved_entries_.load(); }

  TableReport report();

  /// Any thread. Throws as shared counters do, and so do the next ones.
  std::uint64_t next_context();
  // With the output's mutex held.
  std::uint64_t next_sequence();
  /// Later contexts get higher sequence numbers than this one.
  void note_sequence(std::uint64_t sequence);
  /// Numbers go on in the counters of the output from now on.
  void share_numbers();

  /// Throws only in a process that joined: Error(misuse) when the file is closed meanwhile, Error(io).
  void context_opened(std::uint64_t number, std::uint64_t sequence);
  /// What this context hands over is written at checkpoints.
  void remember(const std::shared_ptr<ClusterWriter>& context);
  /// `lost`: entries that were filled and not written.
  void context_closed(const ContextReport& report, std::uint64_t lost);
  /// The same of another process's context.
  void note_report(const ContextReport& report, std::uint64_t lost);
  /// Entries that were filled and cannot be written.
  void note_lost(std::uint64_t entries) noexcept { lost_entries_.fetch_add(entries); }
  std::uint64_t open_contexts() const noexcept { return open_contexts_.load(); }
  /// Whether more contexts are filled than threads can run.
  bool is_crowded() const noexcept { return filled_contexts_.load() > cores_; }
  /// A context has handed over its last rows. Returns, when it was crowded and is no more, how many contexts are left
  /// to write what is gathered, this one among them; else 0.
  std::uint64_t end_filling() noexcept;
  std::uint64_t lost_entries() const noexcept { return lost_entries_.load(); }
  /// What it takes to know where the clusters are, until the file is closed.
  std::uint64_t descriptor_bytes() const noexcept { return descriptor_bytes_.load(std::memory_order_relaxed); }

 private:
  /// Take over what contexts have committed.
  void collect();
  std::vector<std::shared_ptr<ClusterWriter>> contexts() RAMET_REQUIRES(reports_mutex_);
  void encode_in_order(OrderedCommit::Encode rows, ClusterEncoder& encoder, StageTimes& times);
  void write_in_order(EncodedCluster cluster, ClusterEncoder& encoder, StageTimes& times);

  OutputFile& output_;
  std::uint32_t number_;
  TablePlace place_;
  std::list<table::Schema> schemas_;  // of all times; grows with the output's mutex held
  std::atomic<const table::Schema*> schema_;
  TableOptions options_;
  std::unique_ptr<TableFormat> format_;
  std::uint64_t cluster_bytes_;
  ClusterSize healthy_;
  ClusterSize large_;
  Gatherer gatherer_;
  std::unique_ptr<OrderedCommit> ordered_;
  MemoryReservation front_share_;  // what the context at the front may use beyond its reservation
  CommitLog log_;
  std::atomic<std::uint64_t> next_context_ = 0;
  std::uint64_t next_sequence_ = 0;  // with the output's mutex held
  const std::uint64_t cores_;
  std::atomic<std::uint64_t> open_contexts_ = 0;
  std::atomic<std::uint64_t> filled_contexts_ = 0;
  std::atomic<bool> was_crowded_ = false;
  std::atomic<std::uint64_t> lost_entries_ = 0;
  std::atomic<std::uint64_t> descriptor_bytes_ = 0;
  std::atomic<bool> is_ended_ = false;
  std::atomic<std::uint64_t> saved_entries_ = 0;
  std::vector<ClusterDescriptor> arrived_;   // and not sorted in yet; with the output's mutex held
  std::vector<ClusterDescriptor> clusters_;  // collected so far; with the output's mutex held
  std::uint64_t described_entries_ = 0;      // likewise: in its latest record
  bool is_described_ = false;                // likewise
  bool has_news_ = true;                     // likewise: there is something that its record does not say
  bool is_continued_ = false;
  std::uint64_t entries_before_ = 0;  // of a tree that was in the file
  Mutex reports_mutex_;
  std::vector<ContextReport> reports_ RAMET_GUARDED_BY(reports_mutex_);
  std::vector<std::weak_ptr<ClusterWriter>> contexts_ RAMET_GUARDED_BY(reports_mutex_);
  TableReport written_ RAMET_GUARDED_BY(reports_mutex_);  // what went into the journal of a process that joined
};

}  // namespace ramet::inline v1::write::internal
