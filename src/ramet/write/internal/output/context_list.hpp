#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/write/internal/output/output_file.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::write::internal {

class ClusterWriter;

/// The contexts of a table: their numbers, how many are open, their reports and lost entries. Threads: any.
class ContextList {
 public:
  /// `table` is the table's number. The output must outlive it.
  ContextList(OutputFile& output, std::uint32_t table);

  /// The number of a new context. This and the following functions throw as shared counters do.
  std::uint64_t next_number();
  /// A sequence number above all numbers given or noted. Throws Error(misuse) when there are no more.
  std::uint64_t next_sequence(const OutputLock& held);
  /// Give later contexts higher numbers than this one.
  void note_sequence(std::uint64_t sequence, const OutputLock& held);
  /// Continue the numbers in the output's shared counters. Throws Error(misuse) when there are too few counters.
  void share_numbers(const OutputLock& held);

  /// Note a new context. Throws in a process that joined only: Error(misuse) when the file is being closed, Error(io).
  void note_opened(std::uint64_t number, std::uint64_t sequence);
  /// Remember a context, so that its rows are written at checkpoints.
  void remember(const std::shared_ptr<ClusterWriter>& context);
  /// Note the end of a context; `lost` entries were filled and not written.
  void note_closed(const ContextReport& report, std::uint64_t lost);
  /// The same for another process's context.
  void note_report(const ContextReport& report, std::uint64_t lost);
  /// The remembered contexts that still exist.
  std::vector<std::shared_ptr<ClusterWriter>> all() const;
  /// The reports of closed contexts, ordered by number.
  std::vector<ContextReport> reports() const;

  std::uint64_t open() const noexcept { return open_.load(); }
  /// Whether more contexts fill than the machine has cores.
  bool is_crowded() const noexcept { return filled_.load() > cores_; }
  /// Note that a context has handed over its last rows. If contexts were crowded and no longer are, returns how many
  /// contexts are left, including this one, to write the gathered rows; otherwise 0.
  std::uint64_t end_filling() noexcept;

  /// Add entries that were filled and cannot be written.
  void note_lost(std::uint64_t entries) noexcept { lost_entries_.fetch_add(entries); }
  std::uint64_t lost_entries() const noexcept { return lost_entries_.load(); }
  void forget_lost() noexcept { lost_entries_.store(0); }

 private:
  OutputFile& output_;
  const std::uint32_t table_;
  const std::uint64_t cores_;
  std::atomic<std::uint64_t> next_number_ = 0;
  std::uint64_t next_sequence_ RAMET_GUARDED_BY(output_.mutex) = 0;
  std::atomic<std::uint64_t> open_ = 0;
  std::atomic<std::uint64_t> filled_ = 0;
  std::atomic<bool> was_crowded_ = false;
  std::atomic<std::uint64_t> lost_entries_ = 0;
  mutable Mutex mutex_;
  std::vector<ContextReport> reports_ RAMET_GUARDED_BY(mutex_);
  std::vector<std::weak_ptr<ClusterWriter>> contexts_ RAMET_GUARDED_BY(mutex_);
};

}  // namespace ramet::inline v1::write::internal
