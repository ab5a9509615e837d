#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/batch.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/core/strong_id.hpp"

namespace ramet::inline v1::dataset {

/// Entries that were decoded together, as columns. Threads: immutable.
struct EventBlock {
  EntryRange entries;
  std::vector<array::Array> columns;
  std::uint64_t bytes = 0;  ///< size in memory

  array::Batch batch() const noexcept { return {entries, columns}; }
};

/// The most recently used blocks, within a budget. A dropped block lives on while somebody holds it. Threads: any; a
/// lock is held while a pointer is copied.
class BlockCache {
 public:
  explicit BlockCache(std::uint64_t budget) : budget_(budget) {}

  /// The block that begins with this entry; null if it is not cached.
  std::shared_ptr<const EventBlock> find(EntryNumber first);
  /// Add a block, and drop the least recently used others until all fit the budget. Returns the block to use: that of
  /// another thread if it was faster.
  std::shared_ptr<const EventBlock> put(std::shared_ptr<const EventBlock> made);

  std::uint64_t bytes() const;

 private:
  struct Slot {
    std::shared_ptr<const EventBlock> block;
    std::uint64_t last_use = 0;
  };

  void drop_oldest(EntryNumber but) RAMET_REQUIRES(mutex_);

  const std::uint64_t budget_;
  mutable Mutex mutex_;
  std::map<EntryNumber, Slot> slots_ RAMET_GUARDED_BY(mutex_);  // by first entry
  std::uint64_t bytes_ RAMET_GUARDED_BY(mutex_) = 0;
  std::uint64_t uses_ RAMET_GUARDED_BY(mutex_) = 0;
};

}  // namespace ramet::inline v1::dataset
