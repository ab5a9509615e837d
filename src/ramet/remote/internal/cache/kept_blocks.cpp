#include "ramet/remote/internal/cache/kept_blocks.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::remote::internal {

bool KeptBlocks::copy(std::uint64_t offset, std::span<std::byte> into) const {
  const MutexLock lock(mutex_);
  for (const Block& block : blocks_) {
    const std::uint64_t begin = offset - block.offset;  // wraps around before the block
    if (begin > block.bytes.size() || into.size() > block.bytes.size() - begin) continue;
    std::ranges::copy(block.bytes.span().subspan(static_cast<std::size_t>(begin), into.size()), into.begin());
    return true;
  }
  return false;
}

void KeptBlocks::keep(std::uint64_t offset, bytes::Buffer bytes) {
  if (bytes.size() > most_bytes_) return;
  const MutexLock lock(mutex_);
  byte_count_ += bytes.size();
  blocks_.push_back({offset, std::move(bytes)});
  while (byte_count_ > most_bytes_) {
    byte_count_ -= blocks_.front().bytes.size();
    blocks_.pop_front();
  }
}

}  // namespace ramet::inline v1::remote::internal
