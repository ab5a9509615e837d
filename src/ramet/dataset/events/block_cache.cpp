#include "ramet/dataset/events/block_cache.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::dataset {

std::shared_ptr<const EventBlock> BlockCache::find(EntryNumber first) {
  const MutexLock lock(mutex_);
  const auto found = slots_.find(first);
  if (found == slots_.end()) return nullptr;
  found->second.last_use = ++uses_;
  return found->second.block;
}

std::shared_ptr<const EventBlock> BlockCache::put(std::shared_ptr<const EventBlock> made) {
  const MutexLock lock(mutex_);
  const EntryNumber first = made->entries.first;
  Slot& slot = slots_[first];
  slot.last_use = ++uses_;
  if (slot.block) return slot.block;
  slot.block = std::move(made);
  bytes_ += slot.block->bytes;
  while (bytes_ > budget_ && slots_.size() > 1) drop_oldest(first);
  return slot.block;
}

std::uint64_t BlockCache::bytes() const {
  const MutexLock lock(mutex_);
  return bytes_;
}

void BlockCache::drop_oldest(EntryNumber but) {
  const std::uint64_t newest = uses_ + 1;
  const auto age_of = [&](const auto& slot) { return slot.first == but ? newest : slot.second.last_use; };
  const auto oldest = std::ranges::min_element(slots_, {}, age_of);
  bytes_ -= oldest->second.block->bytes;
  slots_.erase(oldest);
}

}  // namespace ramet::inline v1::dataset
