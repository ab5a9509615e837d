#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/core/strong_id.hpp"

namespace ramet::inline v1::dataset {

/// Entries that were decoded together, as columns. Threads: immutable.
struct EventBlock {
  EntryRange entries;
  std::vector<array::Array> columns;
  std::uint64_t bytes = 0;  ///< that they take in memory
};

/// The blocks that were used last, within a budget. A block that somebody holds lives on when it is dropped. Threads:
/// any; a lock is held while a pointer is copied.
class BlockCache {
 public:
  BlockCache(std::size_t blocks, std::uint64_t budget) : budget_(budget), slots_(blocks) {}

  /// Null if it is not there.
  std::shared_ptr<const EventBlock> find(std::size_t block);
  /// Keep a block, and drop those that were not used for longest until all fit the budget; the one that is put stays.
  /// Returns the one to use: another thread may have been faster.
  std::shared_ptr<const EventBlock> put(std::size_t block, std::shared_ptr<const EventBlock> made);

  std::uint64_t bytes() const;

 private:
  struct Slot {
    std::shared_ptr<const EventBlock> block;
    std::uint64_t last_use = 0;
  };

  void drop_oldest(std::size_t but) RAMET_REQUIRES(mutex_);

  const std::uint64_t budget_;
  mutable Mutex mutex_;
  std::vector<Slot> slots_ RAMET_GUARDED_BY(mutex_);
  std::vector<std::size_t> held_ RAMET_GUARDED_BY(mutex_);  // which slots have a block
  std::uint64_t bytes_ RAMET_GUARDED_BY(mutex_) = 0;
  std::uint64_t uses_ RAMET_GUARDED_BY(mutex_) = 0;
};

}  // namespace ramet::inline v1::dataset
