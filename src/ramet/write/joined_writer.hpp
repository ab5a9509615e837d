#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/core/memory_budget.hpp"
#include "ramet/core/trace/recorder.hpp"
#include "ramet/io/shared_counters.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::write {

/// Options of a process that joins. Threads: a value.
struct JoinOptions {
  /// Memory that all contexts of this process together may hold; by default as much as the owner's.
  std::optional<std::uint64_t> memory_budget = std::nullopt;
  /// Encodes and compresses, like TableOptions::executor of the owner. It must outlive the writer.
  schedule::Executor* executor = nullptr;
  /// The counters that the owner passed to ParallelWriter::share, as seen from this process.
  std::shared_ptr<io::SharedCounters> counters = nullptr;
};

/// Fills the trees of a file that another process owns: contexts take space by the same atomic addition as the owner's,
/// write their clusters directly to the file, and record them in a journal, which the owner reads at checkpoints and at
/// the end. Threads: any.
class JoinedWriter {
 public:
  /// Join with the bytes that ParallelWriter::share returned. Throws Error(misuse) when the file is no longer shared,
  /// Error(corrupt) for other bytes, Error(file_missing), Error(io).
  static std::unique_ptr<JoinedWriter> join(std::span<const std::byte> handle, const JoinOptions& options = {});

  /// Drops what is not written; the owner then sees that this process died.
  ~JoinedWriter();

  /// The paths of the trees, like "a/b/Events".
  std::vector<std::string> names() const;
  /// The tree of a path. Throws Error(not_found) with similar names.
  TableWriter table(std::string_view path) const;

  /// Record what contexts of this process that are made from now on do, as ParallelWriter::trace does.
  void trace(std::shared_ptr<TraceRecorder> recorder);

  /// Write everything that contexts have handed over or ended, so that the owner's next checkpoint includes it. Throws
  /// Error(io); what could not be written is kept.
  void flush();

  /// Write everything that contexts have ended, and leave, so that the owner can close the file. Throws Error(misuse)
  /// while contexts are open, Error(io), after which it may be called again.
  void close();

  /// The number of this process, counted from 0 in the order of joining.
  std::uint64_t number() const noexcept;
  const MemoryBudget& budget() const noexcept;

 private:
  explicit JoinedWriter(std::shared_ptr<internal::OutputFile> output) noexcept;
  std::shared_ptr<internal::OutputFile> output_;
};

}  // namespace ramet::inline v1::write
