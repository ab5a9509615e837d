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

/// Which order the entries of a tree have.
enum class Order {
  /// By the sequence numbers that contexts were given, then as each context filled them: the same however many threads
  /// there were and whichever was faster.
  sequence,
  /// As clusters reached the file.
  arrival,
};

/// What FillContext::flush does with few entries.
enum class Flushing {
  /// They are gathered until they make baskets of a healthy size, or somebody asks for a checkpoint.
  gathered,
  /// They become a cluster, however small.
  exact,
};

/// What a table is stored as.
enum class Format { ttree, rntuple };

/// Options of one tree or ntuple. Threads: a value.
struct TableOptions {
  Format format = Format::ttree;
  std::optional<compression::Settings> compression = std::nullopt;  ///< the file's by default
  Order order = Order::sequence;                                    ///< of its entries
  /// A context's cluster ends when its columns hold so many bytes, uncompressed; 0: 16 MiB, or more where these would
  /// be less than 8 kB a branch ...
  std::uint64_t cluster_bytes = 0;
  /// ... or so many entries, if not 0.
  std::uint64_t cluster_entries = 0;
  /// A cluster's column becomes baskets or pages of about so many bytes, uncompressed.
  std::uint32_t basket_bytes = 256 << 10;
  /// Of a name that the directory has already: add a cycle, instead of refusing. A tree of that name which this writer
  /// fills is finished then; its contexts must be closed.
  bool new_cycle = false;
  /// Whether checksums follow the pages of an ntuple; baskets have none.
  bool page_checksums = true;
  Flushing flushing = Flushing::gathered;        ///< and the ends of parts
  WhenFull when_full = WhenFull::write_smaller;  ///< of its contexts, unless they are told otherwise
  /// Who encodes and compresses a cluster's branches: the filling thread alone, or tasks of this executor, in which
  /// that thread takes part. It outlives the writer.
  schedule::Executor* encoder = nullptr;
  /// As `encoder`, with threads that come to help: contexts that wait for memory or in a pool, and who calls `help`.
  schedule::HelpedExecutor* helped = nullptr;
};

/// Options of an output file. Threads: a value.
struct WriterOptions {
  /// Of trees that say nothing else, and of objects. By default, of a new file that of compression::Settings, of one
  /// that is updated what its header says.
  std::optional<compression::Settings> compression = std::nullopt;
  /// Fixed dates and UUID; trees of Order::sequence are the same bytes for any number of threads: clusters get their
  /// places in the file in order. Contexts whose part is not the lowest wait for it when memory is used up, so parts
  /// are numbered 0, 1, 2, ..., begun in that order, and each thread fills the lowest of its own.
  bool reproducible = false;
  /// Memory that all contexts together may hold. TableOptions::when_full says what a context does that gets no more.
  std::uint64_t memory_budget = std::uint64_t{1} << 30;
  /// A checkpoint is made, by the context that has just written a cluster, when the file has grown by so many bytes
  /// since the last one, or so much time has passed; 0: not for that reason. A reproducible file, whose bytes do not
  /// depend on time, has none because of time. Whatever was written since is lost to readers when the process dies, but
  /// not to recovery::recover, which finds every cluster.
  std::uint64_t checkpoint_bytes = 0;
  std::chrono::milliseconds checkpoint_period{10'000};
  /// What a checkpoint and close survive.
  file::Durability durability = file::Durability::process;
  /// Of a file that is updated: what to do with what a dead writer left behind its end, and in its free segments.
  file::OnLeftovers leftovers = file::OnLeftovers::refuse;
};

/// What one context did. Threads: a value.
struct ContextReport {
  std::uint64_t number = 0;  ///< contexts are counted from 0 as they are made
  std::uint64_t entries = 0;
  std::uint64_t clusters = 0;
  StageTimes times;  ///< seconds that it filled, encoded, compressed, wrote, ...
};

/// What was written of a tree so far. Threads: a value.
struct TableReport {
  std::uint64_t entries = 0;
  std::uint64_t clusters = 0;
  std::uint64_t plain_bytes = 0;        ///< uncompressed baskets or pages
  std::uint64_t stored_bytes = 0;       ///< the same in the file
  std::vector<ContextReport> contexts;  ///< those that are closed, by number
};

/// What is in flight, to be looked at while contexts fill. Threads: a value.
struct WriterStatus {
  std::uint64_t bytes_in_flight = 0;       ///< taken from the budget: columns, and what encoding them takes
  std::uint64_t most_bytes_in_flight = 0;  ///< since the writer was made
  std::uint64_t memory_budget = 0;
  std::uint64_t gathered_bytes = 0;      ///< of ends of parts that wait for more
  std::uint64_t descriptor_bytes = 0;    ///< of where clusters are: beside the budget, since it grows with the file
  std::uint64_t clusters_in_flight = 0;  ///< being encoded or written
  std::uint64_t clusters_queued = 0;     ///< waiting, in a reproducible file, for those before them
  std::uint64_t contexts_waiting = 0;    ///< for memory
  double seconds_waited = 0;             ///< by all contexts together
};

/// What is known of a process that joined. Threads: a value.
struct ProcessReport {
  enum class State {
    running,  ///< it may write more
    left,     ///< it has closed its JoinedWriter
    died,     ///< it ended without that: what it had not written is lost
  };
  std::uint64_t number = 0;  ///< processes are counted from 0 as they join
  std::uint64_t pid = 0;     ///< the system's number
  State state = State::running;
  std::uint64_t entries = 0;                  ///< that are in the file
  std::uint64_t clusters = 0;                 ///< that are in the file
  std::vector<std::uint64_t> open_sequences;  ///< the sequence numbers that its open contexts began with
};

namespace internal {
class TableOutput;
struct OutputFile;
}  // namespace internal

/// A tree or ntuple that any number of contexts fill side by side. Threads: any.
class TableWriter {
 public:
  /// A new context, for one thread at a time. Its sequence number is one more than that of the context made before.
  /// Throws Error(misuse) when the memory budget is too small for one more (that it will not be
  /// because others have filled much: a quarter of it is kept for new contexts, a share of 256 kB each), or when the
  /// file is closed. The first one makes a checkpoint, so that the file says what the columns are before it has entries
  /// of them: throws Error(io) when that fails, after which it may be tried again.
  FillContext context();
  /// The same with a sequence number of the caller's: that of the part of the job that it will fill first. Entries are
  /// in the order of these numbers; those of one number that one context filled are in the order in which it did, and
  /// several contexts may fill the same. A number that is begun when every open context is beyond it may find that its
  /// neighbours share a cluster: then it comes behind that one. Behind the largest number, context() throws
  /// Error(misuse).
  FillContext context(std::uint64_t sequence);

  /// How its clusters are compressed.
  compression::Settings compression() const noexcept;

  /// Its columns as of now; what was returned before stays valid, and as it was.
  const table::Schema& schema() const noexcept;

  /// Add columns to the end of the schema while it is being filled. Contexts that are made from then on have them, and
  /// those of before once they are refreshed; entries of contexts that do not know them have zeros and empty
  /// collections in their place. Readers see them from the next checkpoint on. Throws Error(misuse), adding nothing,
  /// for columns that cannot be stored, and for trees: only ntuples can do that.
  void add_columns(std::vector<table::Column> columns, std::vector<table::Projection> projections = {});

  /// Entries that the last checkpoint has saved: whatever happens to this process, readers find them.
  std::uint64_t saved_entries() const noexcept;

  /// What is in the file, and what closed contexts did.
  TableReport report() const;

 private:
  friend class ParallelWriter;
  friend class JoinedWriter;
  friend class RowColumns;
  TableWriter(std::shared_ptr<internal::OutputFile> file, std::shared_ptr<internal::TableOutput> output) noexcept
      : file_(std::move(file)), output_(std::move(output)) {}
  FillContext context_for(std::optional<std::uint64_t> wanted);

  std::shared_ptr<internal::OutputFile> file_;
  std::shared_ptr<internal::TableOutput> output_;
};

/// Writes one file with any number of threads: trees through fill contexts, and whole objects. While contexts fill,
/// nothing is shared; a full cluster is compressed by its context, gets its place in the file by one atomic addition,
/// and is written by one positional write. Trees are described at checkpoints and at the end.
/// Threads: any; `add_table`, `put`, `checkpoint` and `close` take a lock, which filling never does.
class ParallelWriter {
 public:
  /// Throws as io::create_local, or as the sink does.
  static std::unique_ptr<ParallelWriter> create(const std::filesystem::path& path, WriterOptions options = {});
  static std::unique_ptr<ParallelWriter> create(std::unique_ptr<io::ByteSink> sink, WriterOptions options = {});

  /// Change a file that is there, whoever wrote it: trees and objects are added, replaced and removed. Nothing is
  /// written before the first cluster or checkpoint; see file::FileWriter::update. The path's file is locked until the
  /// writer closes it. Throws as io::update_local and file::FileWriter::update.
  static std::unique_ptr<ParallelWriter> update(const std::filesystem::path& path, WriterOptions options = {});
  /// The same with a source that reads what the sink writes to.
  static std::unique_ptr<ParallelWriter> update(std::unique_ptr<io::ByteSink> sink,
                                                std::shared_ptr<const io::ByteSource> source,
                                                WriterOptions options = {});

  /// Abandons what no checkpoint has saved; writes nothing.
  ~ParallelWriter();

  /// Add an empty tree or ntuple to the directory of a path as "a/b". Throws Error(misuse), changing nothing, for a
  /// schema that cannot be stored or a name that is there already (but see TableOptions::new_cycle).
  TableWriter add_table(table::Schema schema, TableOptions options = {}, std::string_view directory = "");

  /// Add entries to a tree or ntuple that was in the file before, whoever wrote it, behind those that it has; the
  /// newest of its cycles is the one that goes on. Of the options, the format says nothing. One that this writer fills
  /// already is returned as it is. Throws Error(not_found), naming near names; Error(unsupported), naming the branch or
  /// field, when one cannot be continued; Error(misuse) for what is no tree and no ntuple.
  TableWriter open_table(std::string_view name, TableOptions options = {}, std::string_view directory = "");

  /// The compression of trees and objects that are added from now on, where they say nothing else.
  void set_compression(compression::Settings compression);
  compression::Settings compression() const;

  /// Write what was filled of a tree or ntuple, for the last time: from then on its name can be given to something
  /// else, as a cycle more. Throws Error(misuse) while contexts of it are open, or when other processes may fill it;
  /// Error(io), after which it may be tried again.
  void finish(const TableWriter& tree);

  /// Take a tree or ntuple that add_table has added back, with all that was filled into it: as if it had never been.
  /// Throws Error(misuse) while contexts of it are open, for one that was in the file before, and when other processes
  /// may fill it.
  void withdraw(const TableWriter& tree);

  /// Write an object at a path as "dir/mass", whose directories are made: a histogram, a graph, a text, a described
  /// struct, or whatever else has an object::PayloadOf. A name that is there gets a cycle more. Throws as
  /// FileWriter::put and the type's PayloadOf, and Error(misuse) for a path that is none, when the name is that of a
  /// table which this writer fills, or when a class is there in the same version with other members.
  template <class Value>
  void put(std::string_view path, const Value& value) {
    put(path, object::payload_of(value));
  }
  /// The same of a payload, such as object::payload_of or object::described_payload gave.
  void put(std::string_view path, const object::Payload& payload);

  /// Make a directory, with its parents, if it is not there. Throws Error(misuse) when a part of the path is an object.
  /// Names of trees, objects and directories are not empty, and have neither ';' nor '/'.
  void make_directory(std::string_view path);

  /// The keys of a directory, as of the next checkpoint. Throws Error(not_found).
  std::vector<file::Key> keys(std::string_view directory = "") const;

  /// Take an object or a tree that was in the file before, or a directory with all that is in it, out of a directory:
  /// all cycles, or one. The space becomes free with the next checkpoint, that of a table's baskets or pages with its
  /// last cycle. Throws Error(not_found), naming near names, and Error(misuse) for what this writer fills.
  void remove(std::string_view directory, std::string_view name, std::optional<std::uint16_t> cycle = std::nullopt);

  /// Write what contexts have flushed and ended, however little, and make the file on disk whole, with all clusters and
  /// objects so far; filling goes on meanwhile. Throws Error(io); the file is then as of the checkpoint before, and
  /// what could not be written is kept for the next one. Throws Error(corrupt), the file being whole, when what another
  /// process said it wrote cannot be.
  void checkpoint();

  /// Checkpoint and close the file. Throws Error(io), after which it may be tried again, and Error(misuse) while
  /// contexts are open or processes have joined and not left, or, the file being whole, when contexts were abandoned
  /// with entries that they had not written. Then also Error(io), naming the processes that died and the parts that
  /// they were filling, and Error(corrupt) when what a process said it wrote cannot be.
  void close();

  /// Let other processes fill the trees and ntuples that there are now, side by side with this one: what is returned
  /// are the bytes that JoinedWriter::join asks for. They have nothing secret and may be sent anywhere, but are of use
  /// only where the file has the same path. May be called again, when there are more trees. A folder `NAME.journals`
  /// stands beside the file until it is closed. The first call may bring counters that all processes reach, for
  /// processes that share no memory (of counters_for(trees) or more); without, they are in a file that is mapped into
  /// memory. Throws Error(misuse) when the file is closed, none of the local file system, or shared by another process;
  /// Error(io).
  bytes::Buffer share(std::shared_ptr<io::SharedCounters> counters = nullptr);
  /// How many counters so many trees need.
  static std::size_t counters_for(std::size_t trees) noexcept;

  /// The processes that have joined, as of now. Throws Error(io).
  std::vector<ProcessReport> processes() const;

  /// Waits for nobody: not for a checkpoint, nor for who writes a cluster.
  WriterStatus status() const;
  const MemoryBudget& budget() const noexcept;
  /// Size of the file as of now.
  std::uint64_t size() const noexcept;

 private:
  explicit ParallelWriter(std::shared_ptr<internal::OutputFile> output) noexcept;
  static std::shared_ptr<internal::OutputFile> output_for(std::unique_ptr<file::FileWriter> file,
                                                          const WriterOptions& options);
  std::shared_ptr<internal::OutputFile> output_;
};

}  // namespace ramet::inline v1::write
