#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ramet/core/function_ref.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::recovery::internal {

/// What a check may use: memory, as the caller says, and work, as the size of the file justifies. Threads: any.
class Allowance {
 public:
  /// `most_work`: bytes that may be unpacked; 0: what a file of that size justifies.
  Allowance(std::uint64_t most_memory, std::uint64_t most_work, std::uint64_t file_size, std::size_t threads) noexcept;

  /// Another file is read, too, whose size justifies more work.
  void justify(std::uint64_t file_size) noexcept;

  /// The bytes that a file of that size justifies to unpack.
  static std::uint64_t work_for(std::uint64_t file_size) noexcept;

  /// Count bytes that are going to be unpacked or decoded. Throws Error(unsupported) when they are too many.
  void work(std::uint64_t bytes);

  /// Whether anything was too much.
  bool has_refused() const noexcept { return has_refused_.load(std::memory_order_relaxed); }
  /// The bytes that were counted.
  std::uint64_t work_done() const noexcept { return done_.load(std::memory_order_relaxed); }

  /// Throws Error(unsupported) when one thing needs more memory than there may be used.
  void require_memory(std::uint64_t bytes) const;
  /// Whether so much memory may be used by every thread at once.
  bool is_small(std::uint64_t bytes) const noexcept { return bytes <= most_memory_ / threads_; }

  /// Call `run` for each job, in parallel; those for which it returns false, because they are not small, are called
  /// again one after the other. The second argument tells whether it is alone.
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

/// What the work of a check that finds nothing to do is counted as: nobody can ask for it without end.
inline constexpr std::uint64_t work_of_a_look = 1 << 10;

}  // namespace ramet::inline v1::recovery::internal
