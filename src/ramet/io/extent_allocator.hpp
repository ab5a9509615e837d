#pragma once

#include <atomic>
#include <cstdint>

namespace ramet::inline v1::io {

/// Bytes [offset, offset + size) of a sink. Threads: a value.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// Hands out the space of a growing file, each byte once. Threads: any; an extent is one atomic addition.
class ExtentAllocator {
 public:
  explicit ExtentAllocator(std::uint64_t begin) noexcept : end_(begin) {}

  Extent take(std::uint64_t size) noexcept { return {end_.fetch_add(size, std::memory_order_relaxed), size}; }

  /// Where the next extent would begin.
  std::uint64_t end() const noexcept { return end_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> end_;
};

}  // namespace ramet::inline v1::io
