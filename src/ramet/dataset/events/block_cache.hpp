#pragma once

#include <cstdint>
#include <map>
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
  explicit BlockCache(std::uint64_t budget) : budget_(budget) {}

  /// The block that begins with an entry; null if it is not there.
  std::shared_ptr<const EventBlock> find(EntryNumber first);
  /// Keep a block, and drop those that were not used for longest until all fit the budget; the one that is put stays.
  /// Returns the one to use: another thread may have been faster.
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
