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

/// Hands out the space of a growing file, each byte once: by itself, or by a counter that it shares with other
/// processes. Threads: any; an extent is one atomic addition.
class ExtentAllocator {
 public:
  explicit ExtentAllocator(std::uint64_t begin) noexcept : end_(begin) {}
  /// Take from a file that others have shared; `begin` is where that began.
  ExtentAllocator(std::shared_ptr<SharedCounters> counters, std::size_t counter, std::uint64_t begin);
  ExtentAllocator(const ExtentAllocator&) = delete;
  ExtentAllocator& operator=(const ExtentAllocator&) = delete;
  ~ExtentAllocator();

  /// Throws only when the space is shared: as the counters do, and Error(corrupt) when what they say cannot be.
  Extent take(std::uint64_t size) {
    const std::uint64_t offset = end_.fetch_add(size, std::memory_order_relaxed);
    if (offset < shared_mark) [[likely]]
      return {offset, size};
    return take_shared(size);
  }

  /// Where the next extent would begin; of shared space, where the last one known here ended.
  std::uint64_t end() const noexcept;

  /// Whether others may have taken more than `end` says.
  bool is_shared() const noexcept { return end_.load(std::memory_order_relaxed) >= shared_mark; }

  /// From now on all space is that of a counter, which is set to the end as of now; threads may take extents meanwhile.
  /// Where the shared space begins is returned. To be called once. Throws as the counters do.
  std::uint64_t share(std::shared_ptr<SharedCounters> counters, std::size_t counter);

  /// The extents that were taken since `share`, or the last call of this, by who called `share`.
  std::vector<Extent> taken_of_shared();

 private:
  // No file is as large: what is taken from here on was taken of the shared counter.
  static constexpr std::uint64_t shared_mark = std::uint64_t{1} << 62;

  struct Shared;
  /// Waits for a `share` that is under way.
  Shared& shared() const noexcept;
  Extent take_shared(std::uint64_t size);

  std::atomic<std::uint64_t> end_;
  std::atomic<Shared*> shared_ = nullptr;  // owned; set once
};

}  // namespace ramet::inline v1::io
