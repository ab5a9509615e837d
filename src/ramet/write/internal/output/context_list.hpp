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

/// The contexts that fill a table: their numbers, which of them are open and fill, what they did, and what they lost.
/// Threads: any.
class ContextList {
 public:
  /// `table` is the table's number. The output outlives it.
  ContextList(OutputFile& output, std::uint32_t table);

  /// The number of one more context. Throws as shared counters do, and so do the next ones.
  std::uint64_t next_number();
  /// A sequence number above all that were given or noted. Throws Error(misuse) behind the last one.
  std::uint64_t next_sequence(const OutputLock& held);
  /// Later contexts get higher sequence numbers than this one.
  void note_sequence(std::uint64_t sequence, const OutputLock& held);
  /// Numbers go on in the counters of the output from now on. Throws Error(misuse) when these are too few.
  void share_numbers(const OutputLock& held);

  /// Throws only in a process that joined: Error(misuse) when the file is closed meanwhile, Error(io).
  void note_opened(std::uint64_t number, std::uint64_t sequence);
  /// What this context hands over is written at checkpoints.
  void remember(const std::shared_ptr<ClusterWriter>& context);
  /// `lost`: entries that were filled and not written.
  void note_closed(const ContextReport& report, std::uint64_t lost);
  /// The same of another process's context.
  void note_report(const ContextReport& report, std::uint64_t lost);
  /// Those that were remembered and are still there.
  std::vector<std::shared_ptr<ClusterWriter>> all() const;
  /// What closed contexts did, by number.
  std::vector<ContextReport> reports() const;

  std::uint64_t open() const noexcept { return open_.load(); }
  /// Whether more contexts are filled than threads can run.
  bool is_crowded() const noexcept { return filled_.load() > cores_; }
  /// A context has handed over its last rows. Returns, when it was crowded and is no more, how many contexts are left
  /// to write what is gathered, this one among them; else 0.
  std::uint64_t end_filling() noexcept;

  /// Entries that were filled and cannot be written.
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
