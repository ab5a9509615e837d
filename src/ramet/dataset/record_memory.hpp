#pragma once

#include <atomic>
#include <cstddef>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/object_pool.hpp"

namespace ramet::inline v1::dataset {

/// Keeps the memory of records for reuse, because for large records the system takes as long to provide pages as to
/// read them. Threads: any, without a lock.
class RecordMemory {
 public:
  static constexpr std::size_t most_kept = std::size_t{128} << 20U;  ///< bytes that are kept in all

  /// Call `use` with a buffer for its exclusive use, with unspecified contents, and return the result.
  template <class Use>
  decltype(auto) with_buffer(const Use& use) {
    const auto lease = buffers_.lend();
    kept_.fetch_sub(lease->capacity(), std::memory_order_relaxed);
    const Return at_end{*this, *lease};
    return use(*lease);
  }

  std::size_t kept() const noexcept { return kept_.load(std::memory_order_relaxed); }

 private:
  struct Return {
    RecordMemory& memory;
    bytes::Buffer& buffer;
    ~Return() { memory.keep(buffer); }
  };

  /// Keep a buffer, unless the limit is reached.
  void keep(bytes::Buffer& buffer) noexcept {
    const std::size_t size = buffer.capacity();
    if (kept_.fetch_add(size, std::memory_order_relaxed) + size <= most_kept) return;
    kept_.fetch_sub(size, std::memory_order_relaxed);
    buffer = bytes::Buffer();
  }

  ObjectPool<bytes::Buffer> buffers_;
  std::atomic<std::size_t> kept_ = 0;
};

}  // namespace ramet::inline v1::dataset
