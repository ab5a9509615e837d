#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ramet/core/function_ref.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::recovery::internal {

/// The limits of a check: memory, set by the caller, and work, which depends on the file's size. Threads: any.
class Allowance {
 public:
  /// `most_work`: the limit on bytes decompressed and decoded; 0: work_for(file_size).
  Allowance(std::uint64_t most_memory, std::uint64_t most_work, std::uint64_t file_size, std::size_t threads) noexcept;

  /// Raise the limit because another file is read, too.
  void justify(std::uint64_t file_size) noexcept;

  /// The default limit on bytes decompressed and decoded for a file of this size.
  static std::uint64_t work_for(std::uint64_t file_size) noexcept;

  /// Count bytes before they are decompressed or decoded. Throws Error(unsupported) when the limit is exceeded.
  void work(std::uint64_t bytes);

  /// Whether a limit was exceeded.
  bool has_refused() const noexcept { return has_refused_.load(std::memory_order_relaxed); }
  /// The bytes that were counted.
  std::uint64_t work_done() const noexcept { return done_.load(std::memory_order_relaxed); }

  /// Throw Error(unsupported) when one part needs more than the memory limit.
  void require_memory(std::uint64_t bytes) const;
  /// Whether every thread may use this much memory at the same time.
  bool is_small(std::uint64_t bytes) const noexcept { return bytes <= most_memory_ / threads_; }

  /// Call `run(job, is_alone)` for each job in parallel, with is_alone false. Jobs for which it returns false, because
  /// they need too much memory, are run again one after the other, with is_alone true.
  void for_each(schedule::Executor& executor, std::size_t jobs, FunctionRef<bool(std::size_t, bool)> run,
                const StopToken& stop) const;

 private:
  std::uint64_t most_memory_;
  bool is_work_given_;
  std::atomic<std::uint64_t> most_work_;
  std::atomic<std::uint64_t> file_size_;
  std::uint64_t threads_;
  std::atomic<std::uint64_t> done_ = 0;
  mutable std::atomic<bool> has_refused_ = false;
};

/// The minimum work that is counted for a check, so that many empty checks also reach the limit.
inline constexpr std::uint64_t work_of_a_look = 1 << 10;

}  // namespace ramet::inline v1::recovery::internal
