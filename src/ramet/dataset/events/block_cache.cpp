#include "ramet/dataset/events/block_cache.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::dataset {

std::shared_ptr<const EventBlock> BlockCache::find(std::size_t block) {
  const MutexLock lock(mutex_);
  Slot& slot = slots_[block];
  if (slot.block) slot.last_use = ++uses_;
  return slot.block;
}

std::shared_ptr<const EventBlock> BlockCache::put(std::size_t block, std::shared_ptr<const EventBlock> made) {
  const MutexLock lock(mutex_);
  Slot& slot = slots_[block];
  slot.last_use = ++uses_;
  if (slot.block) return slot.block;
  slot.block = std::move(made);
  bytes_ += slot.block->bytes;
  held_.push_back(block);
  while (bytes_ > budget_ && held_.size() > 1) drop_oldest(block);
  return slot.block;
}

std::uint64_t BlockCache::bytes() const {
  const MutexLock lock(mutex_);
  return bytes_;
}

void BlockCache::drop_oldest(std::size_t but) {
  const auto age_of = [&](std::size_t block) { return block == but ? uses_ + 1 : slots_[block].last_use; };
  const auto oldest = std::ranges::min_element(held_, {}, age_of);
  Slot& slot = slots_[*oldest];
  bytes_ -= slot.block->bytes;
  slot.block.reset();
  *oldest = held_.back();
  held_.pop_back();
}

}  // namespace ramet::inline v1::dataset
