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
/// decompressed basket, or some rows of one that is stored plain, so that all columns together stay in the cache.
/// Threads: one thread.
class BatchCursor {
 public:
  BatchCursor(const io::ByteSource& source, std::span<const Branch* const> branches);

  void for_each_batch(EntryRange entries, std::size_t batch_entries, const StopToken& stop,
                      FunctionRef<void(const Batch&)> body);

 private:
  /// One column and the rows that it holds.
  struct Column {
    const Branch* branch = nullptr;
    BasketMemory memory;
    Basket rows;
    EntryRange held;  // entries of these rows; none before the first
    BasketNumber number;
    EntryRange in_basket;            // entries of the basket that is read by parts, if one is
    std::uint64_t basket_start = 0;  // where the first of them is in the source
  };

  void load(Column& column, EntryRange wanted);
  void load_part(Column& column, EntryRange wanted);
  void decode(Column& column, EntryRange entries, array::Array& to);

  const io::ByteSource& source_;
  BasketReader reader_;
  std::vector<Column> columns_;
  std::vector<array::Array> arrays_;
};

}  // namespace ramet::inline v1::tree::internal
