#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/io/extent.hpp"

namespace ramet::inline v1::io {

class SharedCounters;

/// Hands out the space of a growing file, each byte once, from a counter of its own or one shared with other processes.
/// Threads: any; an extent is one atomic addition.
class ExtentAllocator {
 public:
  explicit ExtentAllocator(std::uint64_t begin) noexcept : end_(begin) {}
  /// Take extents of a file that another process has shared; `begin` is the begin of the shared space.
  ExtentAllocator(std::shared_ptr<SharedCounters> counters, std::size_t counter, std::uint64_t begin);
  ExtentAllocator(const ExtentAllocator&) = delete;
  ExtentAllocator& operator=(const ExtentAllocator&) = delete;
  ~ExtentAllocator();

  /// Take an extent. Throws only when the space is shared: as the counters do, and Error(corrupt) when a counter has an
  /// impossible value.
  Extent take(std::uint64_t size) {
    const std::uint64_t offset = end_.fetch_add(size, std::memory_order_relaxed);
    if (offset < shared_mark) [[likely]]
      return {offset, size};
    return take_shared(size);
  }

  /// Where the next extent would begin. For shared space, the end of the last extent known to this process.
  std::uint64_t end() const noexcept;

  /// Whether other processes may have taken space beyond `end`.
  bool is_shared() const noexcept { return end_.load(std::memory_order_relaxed) >= shared_mark; }

  /// From now on take all space from a counter, which is set to the current end; threads may take extents meanwhile.
  /// Returns where the shared space begins. Call it once. Throws as the counters do.
  std::uint64_t share(std::shared_ptr<SharedCounters> counters, std::size_t counter);

  /// The extents that this process took since `share` or the last call of this function.
  std::vector<Extent> taken_of_shared();

 private:
  // No file is this large: offsets from here on mean that the space comes from the shared counter.
  static constexpr std::uint64_t shared_mark = std::uint64_t{1} << 62;

  struct Shared;
  /// Waits for a `share` in progress.
  Shared& shared() const noexcept;
  Extent take_shared(std::uint64_t size);

  std::atomic<std::uint64_t> end_;
  std::atomic<Shared*> shared_ = nullptr;  // owned; set once
};

}  // namespace ramet::inline v1::io
