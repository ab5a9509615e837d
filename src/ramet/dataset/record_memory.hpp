#pragma once

#include <atomic>
#include <cstddef>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/object_pool.hpp"

namespace ramet::inline v1::dataset {

/// Memory of records that were looked at, for those that will be: the system has given its pages already, which for
/// large records takes as long as reading them. Threads: any, without a lock.
class RecordMemory {
 public:
  static constexpr std::size_t most_kept = std::size_t{128} << 20U;  ///< bytes that wait for a next record, in all

  /// What `use` makes with a buffer that nobody else has meanwhile, and that holds anything or nothing.
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

  /// Unless that would be too much.
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
