#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "ramet/bytes/buffer.hpp"

namespace ramet::inline v1::expr {

/// Memory that arenas take pieces of and give back. Threads: one at a time.
class ArenaPool {
 public:
  static constexpr std::size_t piece_bytes = 256 << 10;

  /// At least `bytes`; a piece that was given back, or a new one. Throws Error(misuse) above the limit.
  bytes::Buffer take(std::size_t bytes);
  void give_back(bytes::Buffer piece) noexcept;

  /// Bytes that one program may have in use; above it, take() refuses.
  static constexpr std::size_t most_bytes = std::size_t{1} << 30;

 private:
  std::vector<bytes::Buffer> free_;
  std::size_t used_ = 0;
  std::size_t taken_ = 0;  // pieces in use
};

/// Memory for values, which is freed as a whole. Threads: one at a time.
class Arena {
 public:
  explicit Arena(ArenaPool& pool) noexcept : pool_(&pool) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() { clear(); }

  /// Room for so many values, not initialised, aligned to 64 bytes.
  template <class Value>
  std::span<Value> make(std::size_t count) {
    return {static_cast<Value*>(allocate(count, sizeof(Value))), count};
  }
  /// Room for values of so many bytes each.
  void* allocate(std::size_t count, std::size_t size);
  void clear() noexcept;

 private:
  ArenaPool* pool_;
  std::vector<bytes::Buffer> pieces_;
  std::size_t used_ = 0;  // of the last piece
};

}  // namespace ramet::inline v1::expr
