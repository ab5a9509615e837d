#include "ramet/recovery/internal/limits/allowance.hpp"

#include <algorithm>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

// A few times the ratio that a good codec reaches, because bytes are counted when they are decompressed, checked and
// decoded. Small files with many zeros exceed it, hence the constant part.
constexpr std::uint64_t work_of_any_file = std::uint64_t{1} << 30;
constexpr std::uint64_t work_of_a_byte = 4096;

}  // namespace

std::uint64_t Allowance::work_for(std::uint64_t file_size) noexcept {
  return work_of_any_file + work_of_a_byte * std::min(file_size, std::uint64_t{1} << 50);
}

Allowance::Allowance(std::uint64_t most_memory, std::uint64_t most_work, std::uint64_t file_size,
                     std::size_t threads) noexcept
    : most_memory_(most_memory),
      is_work_given_(most_work != 0),
      most_work_(most_work != 0 ? most_work : work_for(file_size)),
      file_size_(file_size),
      threads_(std::max<std::uint64_t>(threads, 1)) {}

void Allowance::justify(std::uint64_t file_size) noexcept {
  constexpr std::uint64_t largest = std::uint64_t{1} << 50;
  if (!is_work_given_ && most_work_.load() < work_of_a_byte * largest)
    most_work_ += work_of_a_byte * std::min(file_size, largest);
  file_size_ += file_size;
}

void Allowance::work(std::uint64_t bytes) {
  const std::uint64_t before = done_.load(std::memory_order_relaxed);
  const std::uint64_t most_work = most_work_.load(std::memory_order_relaxed);
  if (bytes > most_work || before > most_work - bytes) {
    has_refused_.store(true, std::memory_order_relaxed);
    detail::fail(ErrorKind::unsupported,
                 "not checked: decompressing everything exceeds {} bytes, the limit for a file of {} bytes", most_work,
                 file_size_.load(std::memory_order_relaxed));
  }
  done_.fetch_add(bytes, std::memory_order_relaxed);
}

void Allowance::require_memory(std::uint64_t bytes) const {
  if (bytes <= most_memory_) return;
  has_refused_.store(true, std::memory_order_relaxed);
  detail::fail(ErrorKind::unsupported, "not checked: it could need {} bytes of memory, the limit is {}", bytes,
               most_memory_);
}

void Allowance::for_each(schedule::Executor& executor, std::size_t jobs, FunctionRef<bool(std::size_t, bool)> run,
                         const StopToken& stop) const {
  Mutex mutex;
  std::vector<std::size_t> large;
  executor.for_each_index(
      jobs,
      [&](std::size_t job) {
        if (run(job, false)) return;
        const MutexLock lock(mutex);
        large.push_back(job);
      },
      stop);
  std::ranges::sort(large);
  for (const std::size_t job : large) {
    throw_if_stopped(stop);
    run(job, true);
  }
}

}  // namespace ramet::inline v1::recovery::internal
