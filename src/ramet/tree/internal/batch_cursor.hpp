#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/tree/decode/basket.hpp"
#include "ramet/tree/tree.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::inline v1::tree::internal {

/// Walks over a range of entries and decodes a few thousand at a time of every column; of each column it holds one
/// decompressed basket. Threads: one thread.
class BatchCursor {
 public:
  BatchCursor(const io::ByteSource& source, std::span<const Branch* const> branches);

  void for_each_batch(EntryRange entries, std::size_t batch_entries, const StopToken& stop,
                      FunctionRef<void(const Batch&)> body);

 private:
  /// One column and the basket that it stands in.
  struct Column {
    const Branch* branch = nullptr;
    BasketReader reader;
    Basket basket;
    BasketNumber number;
    EntryRange held;  // entries of the basket; empty before the first
  };

  void decode(Column& column, EntryRange entries, array::Array& to);

  const io::ByteSource& source_;
  std::vector<Column> columns_;
  std::vector<array::Array> arrays_;
};

}  // namespace ramet::inline v1::tree::internal
