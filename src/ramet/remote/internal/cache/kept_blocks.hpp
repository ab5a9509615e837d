#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/mutex.hpp"

namespace ramet::inline v1::remote::internal {

/// Parts of a file that were read and may be needed again; the oldest go when they take too much memory. Threads: any.
class KeptBlocks {
 public:
  explicit KeptBlocks(std::uint64_t most_bytes) noexcept : most_bytes_(most_bytes) {}

  /// Copy bytes that one block has. False if none has all of them.
  bool copy(std::uint64_t offset, std::span<std::byte> into) const;
  /// Keep a block that begins at `offset`.
  void keep(std::uint64_t offset, bytes::Buffer bytes);

 private:
  struct Block {
    std::uint64_t offset = 0;
    bytes::Buffer bytes;
  };

  const std::uint64_t most_bytes_;
  mutable Mutex mutex_;
  std::deque<Block> blocks_ RAMET_GUARDED_BY(mutex_);
  std::uint64_t byte_count_ RAMET_GUARDED_BY(mutex_) = 0;
};

}  // namespace ramet::inline v1::remote::internal
