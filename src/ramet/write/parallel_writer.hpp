#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/memory_budget.hpp"
#include "ramet/core/trace/recorder.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/shared_counters.hpp"
#include "ramet/object/payload.hpp"
#include "ramet/object/typed/described_payload.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/fill_context.hpp"

namespace ramet::inline v1::schedule {
class HelpedExecutor;
}

namespace ramet::inline v1::write {

/// The order of a tree's entries.
enum class Order {
  /// By the sequence numbers of contexts, and within each in the order of filling: independent of the number and speed
  /// of threads.
  sequence,
  /// By the order in which clusters reached the file.
  arrival,
};

/// What FillContext::hand_over does with few entries.
enum class HandOver {
  /// Gather them until they make baskets of reasonable size, or a checkpoint is requested.
  gathered,
  /// Write them as a cluster of any size.
  exact,
};

/// The format of a table.
enum class Format { ttree, rntuple };

/// Options of one tree or ntuple. Threads: a value.
struct TableOptions {
  Format format = Format::ttree;
  std::optional<compression::Settings> compression = std::nullopt;  ///< the file's by default
  Order order = Order::sequence;                                    ///< of its entries
  /// A context's cluster ends when its columns hold this number of uncompressed bytes; 0: 16 MiB, or more if that were
  /// less than 8 kB for each branch ...
  std::uint64_t cluster_bytes = 0;
  /// ... or this number of entries, if not 0.
  std::uint64_t cluster_entries = 0;
  /// The approximate uncompressed size of baskets or pages.
  std::uint32_t basket_bytes = 256 << 10;
  /// If the directory has the name already, add a cycle instead of throwing. A tree of this name that this writer fills
  /// is then finished; its contexts must be closed.
  bool new_cycle = false;
  /// Whether checksums follow the pages of an ntuple; baskets have none.
  bool page_checksums = true;
  HandOver hand_over = HandOver::gathered;  ///< what hand_over and ends of parts do
  /// Ends of parts are gathered until they have this number of uncompressed bytes, or half a cluster; 0: 1 MiB, or more
  /// if that were less than 16 kB for each branch.
  std::uint64_t gather_bytes = 0;
  WhenFull when_full = WhenFull::write_smaller;  ///< initial setting of its contexts
  /// Encodes and compresses a cluster's branches, together with the filling thread; null: the filling thread alone. Of
  /// a schedule::HelpedExecutor the helpers are contexts that wait for memory or in a pool, and threads that call
  /// `help`. It must outlive the writer.
  schedule::Executor* executor = nullptr;
};

/// Options of an output file. Threads: a value.
struct WriterOptions {
  /// The compression of objects, and of trees without a setting of their own. The default is that of
  /// compression::Settings for a new file, and the header's for an existing one.
  std::optional<compression::Settings> compression = std::nullopt;
  /// Fixed dates and UUID, and for trees of Order::sequence the same bytes for any number of threads: clusters are
  /// placed in the file in order. When memory is used up, contexts wait for that of the lowest part, so number parts 0,
  /// 1, 2, ..., begin them in this order, and let each thread fill its lowest part first.
  bool reproducible = false;
  /// Memory that all contexts together may hold. TableOptions::when_full says what contexts do when it is used up.
  std::uint64_t memory_budget = std::uint64_t{1} << 30;
  /// A context that has just written a cluster makes a checkpoint when the file has grown by this number of bytes since
  /// the last one, or this time has passed; 0 disables the criterion. Reproducible files ignore the time. Such a
  /// checkpoint saves all clusters, and rows that were handed over before the one before it. If the process dies,
  /// readers lose what was written after the last checkpoint, but recovery::recover finds every cluster.
  std::uint64_t checkpoint_bytes = 0;
  std::chrono::milliseconds checkpoint_period{10'000};
  /// Which failures a checkpoint and close survive.
  file::Durability durability = file::Durability::process;
  /// For an existing file: what to do with records that a dead writer left after its end and in free segments.
  file::OnLeftovers leftovers = file::OnLeftovers::refuse;
};

/// What one context did. Threads: a value.
struct ContextReport {
  std::uint64_t number = 0;  ///< counted from 0 in the order of creation
  std::uint64_t entries = 0;
  std::uint64_t clusters = 0;
  StageTimes times;  ///< seconds of filling, encoding, compressing, writing, ...
};

/// What was written of a tree so far. Threads: a value.
struct TableReport {
  std::uint64_t entries = 0;
  std::uint64_t clusters = 0;
  std::uint64_t uncompressed_bytes = 0;  ///< uncompressed baskets or pages
  std::uint64_t compressed_bytes = 0;    ///< the same in the file
  std::vector<ContextReport> contexts;   ///< closed contexts, by number
};

/// The current state of a writer, which may be read while contexts fill. Threads: a value.
struct WriterStatus {
  std::uint64_t bytes_in_flight = 0;       ///< reserved from the budget: columns, and memory for encoding them
  std::uint64_t most_bytes_in_flight = 0;  ///< since the writer was made
  std::uint64_t memory_budget = 0;
  std::uint64_t gathered_bytes = 0;  ///< of ends of parts that wait for more entries
  std::uint64_t descriptor_bytes =
      0;  ///< of descriptors of clusters, which grow with the file and are not in the budget
  std::uint64_t clusters_in_flight = 0;  ///< being encoded or written
  std::uint64_t clusters_queued = 0;     ///< waiting for earlier ones, in a reproducible file
  std::uint64_t contexts_waiting = 0;    ///< for memory
  double seconds_waited = 0;             ///< sum over all contexts
};

/// What is known of a process that joined. Threads: a value.
struct ProcessReport {
  enum class State {
    running,  ///< may write more
    left,     ///< has closed its JoinedWriter
    died,     ///< ended without closing it: what it had not written is lost
  };
  std::uint64_t number = 0;  ///< counted from 0 in the order of joining
  std::uint64_t pid = 0;     ///< the process id
  State state = State::running;
  std::uint64_t entries = 0;                  ///< that are in the file
  std::uint64_t clusters = 0;                 ///< that are in the file
  std::vector<std::uint64_t> open_sequences;  ///< the sequence numbers of its open contexts
};

namespace internal {
class TableOutput;
struct OutputFile;
}  // namespace internal

/// A tree or ntuple that any number of contexts fill in parallel. Threads: any.
class TableWriter {
 public:
  /// Make a new context, for one thread at a time. Its sequence number is one more than that of the previous context.
  /// Throws Error(misuse) when the memory budget is too small for another context, or when the file is closed. (A
  /// quarter of the budget is reserved for new contexts, 256 kB for each, whatever others have filled.) The first
  /// context makes a checkpoint, so that the file has the description of the columns before any entries; throws
  /// Error(io) when that fails, after which it may be called again.
  FillContext context();
  /// The same with a sequence number, that of the part of the job that the context fills first. Entries are in the
  /// order of these numbers, and within a number in the order in which a context filled them; several contexts may fill
  /// the same number. If a number is begun when every open context is beyond it, its neighbours may already share a
  /// cluster; it then follows that cluster. After the largest number, context() throws Error(misuse).
  FillContext context(std::uint64_t sequence);

  /// Promise that parts 0 to count - 1 will all be begun and ended, in any order. In a reproducible file, contexts with
  /// later parts then wait for them even if they have not begun; otherwise a part that begins when memory is used up
  /// may come behind later ones in the file, whose bytes then depend on timing. 0 takes the promise back, and those who
  /// wait go on.
  void expect_parts(std::uint64_t count) noexcept;

  /// The compression of its clusters.
  compression::Settings compression() const noexcept;

  /// The current columns of the table; earlier results stay valid and unchanged.
  const table::Schema& schema() const noexcept;

  /// Add columns at the end of the schema while the table is being filled. New contexts have them, and existing ones
  /// after `refresh`; entries without them get zeros and empty collections. Readers see them from the next checkpoint
  /// on. Throws Error(misuse), adding nothing, for columns that cannot be stored, and for trees: only ntuples support
  /// this.
  void add_columns(std::vector<table::Column> columns, std::vector<table::Projection> projections = {});

  /// The number of entries saved by the last checkpoint, which readers find whatever happens to this process.
  std::uint64_t saved_entries() const noexcept;

  /// What was written so far, and what closed contexts did.
  TableReport report() const;

 private:
  friend class ParallelWriter;
  friend class JoinedWriter;
  friend class EntryColumns;
  TableWriter(std::shared_ptr<internal::OutputFile> file, std::shared_ptr<internal::TableOutput> output) noexcept
      : file_(std::move(file)), output_(std::move(output)) {}
  FillContext context_for(std::optional<std::uint64_t> wanted);

  std::shared_ptr<internal::OutputFile> file_;
  std::shared_ptr<internal::TableOutput> output_;
};

/// Writes one file from any number of threads: trees through fill contexts, and whole objects. Contexts share nothing
/// while they fill; a full cluster is compressed by its context, gets its position in the file by one atomic addition,
/// and is written by one positional write. The metadata of trees is written at checkpoints and at the end. Threads:
/// any; `add_table`, `put`, `checkpoint` and `close` take a lock, which filling never does.
class ParallelWriter {
 public:
  /// Create a file. Throws as io::create_local, or as the sink does; Error(misuse) when the file exists.
  static std::unique_ptr<ParallelWriter> create(const std::filesystem::path& path, WriterOptions options = {});
  static std::unique_ptr<ParallelWriter> create(std::unique_ptr<io::ByteSink> sink, WriterOptions options = {});
  /// Create a file, or replace the contents of an existing one. Throws as io::create_local.
  static std::unique_ptr<ParallelWriter> recreate(const std::filesystem::path& path, WriterOptions options = {});

  /// Update an existing file, written by any program: add, replace and remove trees and objects. Nothing is written
  /// before the first cluster or checkpoint; see file::FileWriter::update. The file is locked until the writer closes
  /// it. Throws as io::update_local and file::FileWriter::update.
  static std::unique_ptr<ParallelWriter> update(const std::filesystem::path& path, WriterOptions options = {});
  /// The same with a sink, and a source that reads the same file.
  static std::unique_ptr<ParallelWriter> update(std::unique_ptr<io::ByteSink> sink,
                                                std::shared_ptr<const io::ByteSource> source,
                                                WriterOptions options = {});

  /// Drops what no checkpoint has saved; writes nothing.
  ~ParallelWriter();

  /// Add an empty tree or ntuple. The schema's name is its path, like "Events" or "dir/Events"; directories are
  /// created. Throws Error(misuse), changing nothing, for a schema that cannot be stored or a name that exists already
  /// (but see TableOptions::new_cycle).
  TableWriter add_table(table::Schema schema, TableOptions options = {});

  /// Continue the existing tree or ntuple of a path like "dir/Events", written by any program: new entries follow the
  /// existing ones. The format in the options is ignored. A table that this writer already fills is returned unchanged.
  /// Throws Error(not_found) with similar names; Error(unsupported), naming the branch or field, when it cannot be
  /// continued; Error(misuse) for other objects, and for a cycle ("Events;1") that is not the newest.
  TableWriter open_table(std::string_view path, TableOptions options = {});

  /// Set the default compression of trees and objects that are added from now on.
  void set_compression(compression::Settings compression);
  compression::Settings compression() const;

  /// Write a tree or ntuple for the last time; afterwards its name can be reused with a new cycle. Throws Error(misuse)
  /// while it has open contexts, or when other processes may fill it; Error(io), after which it may be called again.
  void finish(const TableWriter& tree);

  /// Undo add_table, with everything that was filled into the table. Throws Error(misuse) while it has open contexts,
  /// for a table that was in the file before, and when other processes may fill it.
  void withdraw(const TableWriter& tree);

  /// Write an object at a path like "dir/mass", creating directories: a histogram, a graph, a text, a described struct,
  /// or any other type with an object::PayloadOf. An existing name gets a new cycle. Throws as FileWriter::put and the
  /// type's PayloadOf, and Error(misuse) for an invalid path, for the name of a table that this writer fills, or when
  /// the file has a class with the same version but other members.
  template <class Value>
  void put(std::string_view path, const Value& value) {
    put(path, object::payload_of(value));
  }
  /// The same for a payload, as returned by object::payload_of or object::described_payload.
  void put(std::string_view path, const object::Payload& payload);

  /// Create a directory and its parents, if needed. Throws Error(misuse) when a part of the path is an object. Names of
  /// trees, objects and directories must not be empty, or contain ';' or '/'.
  void make_directory(std::string_view path);

  /// The keys of a directory as they will be after the next checkpoint. Throws Error(not_found).
  std::vector<file::Key> keys(std::string_view directory = "") const;

  /// Remove an object, an existing tree, or a directory with its contents: all cycles of a path like "dir/mass", or one
  /// of "dir/mass;2". Of names with '/' or ';', which other programs may have written, the longest is taken. The space
  /// becomes free with the next checkpoint; that of a table's baskets or pages when its last cycle is removed. Throws
  /// Error(not_found) with similar names, and Error(misuse) for tables that this writer fills.
  void remove(std::string_view path);

  /// Write everything that contexts have handed over or ended, and make the file on disk valid with all clusters and
  /// objects so far; filling continues meanwhile. Throws Error(io); the file then has the state of the previous
  /// checkpoint, and what could not be written is kept for the next one. Throws Error(corrupt), with the file valid,
  /// when the journal of another process is wrong.
  void checkpoint();

  /// Checkpoint and close the file. Throws Error(io), after which it may be called again, and Error(misuse) while
  /// contexts are open or joined processes have not left. With the file complete, it throws Error(misuse) when contexts
  /// were destroyed with entries that were not written, Error(io), naming the processes that died and their parts, and
  /// Error(corrupt) when the journal of a process is wrong.
  void close();

  /// Let other processes fill the current trees and ntuples in parallel with this one. Returns the bytes for
  /// JoinedWriter::join; they contain no secrets, and are useful only where the file has the same path. May be called
  /// again after adding trees. A folder `NAME.journals` exists beside the file until it is closed. For processes that
  /// share no memory, the first call may pass counters that all processes can reach (at least counters_for(trees));
  /// otherwise the counters are in a file that is mapped into memory. Throws Error(misuse) when the file is closed, is
  /// not a local file, or is shared by another process; Error(io).
  bytes::Buffer share(std::shared_ptr<io::SharedCounters> counters = nullptr);
  /// The number of counters for this number of trees.
  static std::size_t counters_for(std::size_t trees) noexcept;

  /// The processes that have joined so far. Throws Error(io).
  std::vector<ProcessReport> processes() const;

  /// Record what contexts that are made from now on do, and the close: filling, encoding, compressing, writing and
  /// waits, the memory in flight and the queue. `save_trace` writes it for `ramet trace`, Perfetto and Chrome. Null
  /// ends it.
  void trace(std::shared_ptr<TraceRecorder> recorder);

  /// The current state. Does not wait for checkpoints or for clusters being written.
  WriterStatus status() const;
  const MemoryBudget& budget() const noexcept;
  /// The current size of the file.
  std::uint64_t size() const noexcept;

 private:
  explicit ParallelWriter(std::shared_ptr<internal::OutputFile> output) noexcept;
  static std::shared_ptr<internal::OutputFile> output_for(std::unique_ptr<file::FileWriter> file,
                                                          const WriterOptions& options);
  std::shared_ptr<internal::OutputFile> output_;
};

}  // namespace ramet::inline v1::write
