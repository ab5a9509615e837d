#pragma once

#include <span>

#include "ramet/array/array.hpp"
#include "ramet/core/strong_id.hpp"

namespace ramet::inline v1::array {

/// Entries that lie one after the other, as columns in the order asked for. Threads: a view, valid during the call that
/// it is passed to, or until the next call of the BatchReader that returned it.
struct Batch {
  EntryRange entries;
  std::span<const Array> columns;
};

/// Reads the same columns of one batch after the other, into memory that it uses again, so that a batch of a few
/// hundred kilobytes stays in the cache. Threads: one thread.
class BatchReader {
 public:
  BatchReader() = default;
  BatchReader(const BatchReader&) = delete;
  BatchReader& operator=(const BatchReader&) = delete;
  virtual ~BatchReader() = default;

  /// Entries of one cluster. Baskets and pages are decompressed once when each batch begins where the one before ended.
  /// Throws as the reader that made it.
  virtual Batch read(EntryRange entries) = 0;
};

}  // namespace ramet::inline v1::array
