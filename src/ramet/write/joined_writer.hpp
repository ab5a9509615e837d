#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/core/memory_budget.hpp"
#include "ramet/io/shared_counters.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::write {

/// Options of a process that joins. Threads: a value.
struct JoinOptions {
  /// Memory that all contexts of this process together may hold; by default what the file's owner has for his.
  std::optional<std::uint64_t> memory_budget = std::nullopt;
  /// Who encodes, as TableOptions::encoder of the owner, who cannot lend his. It outlives the writer.
  schedule::Executor* encoder = nullptr;
  /// Counters that the owner gave to ParallelWriter::share, as this process reaches them.
  std::shared_ptr<io::SharedCounters> counters = nullptr;
};

/// Fills the trees of a file that another process owns: contexts take their space by the same atomic addition as the
/// owner's, write their clusters into the file by themselves, and say so in a journal, which the owner reads at
/// checkpoints and at the end. Threads: any.
class JoinedWriter {
 public:
  /// Join with the bytes that ParallelWriter::share returned. Throws Error(misuse) when nobody shares the file any
  /// more, Error(corrupt) for other bytes, Error(not_found), Error(io).
  static std::unique_ptr<JoinedWriter> join(std::span<const std::byte> handle, const JoinOptions& options = {});

  /// Abandons what is not written; the owner is told that this process died.
  ~JoinedWriter();

  /// The paths of the trees, as "a/b/Events".
  std::vector<std::string> names() const;
  /// A tree by its path. Throws Error(not_found), naming near names.
  TableWriter table(std::string_view path) const;

  /// Write what contexts have flushed and ended, however little, so that the owner's next checkpoint has it. Throws
  /// Error(io); what could not be written is kept.
  void write_now();

  /// Write what contexts have ended, and leave: the owner may close the file. Throws Error(misuse) while contexts are
  /// open, Error(io), after which it may be tried again.
  void close();

  /// Processes are counted from 0 as they join.
  std::uint64_t number() const noexcept;
  const MemoryBudget& budget() const noexcept;

 private:
  explicit JoinedWriter(std::shared_ptr<internal::OutputFile> output) noexcept;
  std::shared_ptr<internal::OutputFile> output_;
};

}  // namespace ramet::inline v1::write
