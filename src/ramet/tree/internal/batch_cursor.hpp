#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/branch_files.hpp"
#include "ramet/tree/generated_offsets.hpp"
#include "ramet/tree/tree.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::inline v1::tree::internal {

/// Walks over a range of entries and decodes a few thousand at a time of every column. It keeps one decompressed basket
/// of each column, or some rows of an uncompressed one, so that all columns together stay in the cache. Threads: one
/// thread.
class BatchCursor {
 public:
  /// Baskets of the tree's own file are read from `own`. `counters` is empty, or has for each branch the branch with
  /// the number of objects in its entries, or null if its layout does not need one. Everything except the spans must
  /// outlive this object.
  BatchCursor(const BranchFiles& files, const io::ByteSource& own, std::span<const Branch* const> branches,
              std::span<const Branch* const> counters = {});

  /// All columns of these entries, until the next call; columns that are copied stay.
  Batch decode(EntryRange entries);
  void for_each_batch(EntryRange entries, std::size_t batch_entries, const StopToken& stop,
                      FunctionRef<void(const Batch&)> body);

 private:
  /// One column and its rows in memory.
  struct Column {
    const Branch* branch = nullptr;
    const io::ByteSource* source = nullptr;
    std::size_t counter = none;  // the column of counters_ that counts its objects
    BasketMemory memory;
    Basket rows;
    EntryRange held;  // entries whose bytes are in memory
    BasketNumber number;
    EntryRange in_basket;            // entries of the basket
    std::uint64_t basket_start = 0;  // where their bytes begin in the source, if read in parts
  };

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// Prepare builders_ for the next batch, with the memory of the last one if nobody has kept it.
  void take_back();
  void load(Column& column, EntryNumber first);
  void load_part(Column& column, EntryNumber first);
  void decode(Column& column, EntryRange entries, array::ArrayBuilder& to);
  CountsView counts_of(const Column& column) const;

  BasketReader reader_;
  std::vector<Column> columns_;
  bool has_batch_ = false;                     // arrays_ have all columns of a batch: not after an exception
  std::vector<array::ArrayBuilder> builders_;  // with the memory of the batch before
  std::vector<array::Array> arrays_;           // of the batch
  std::vector<Column> counters_;
  std::vector<array::ArrayBuilder> counts_;  // of each counter, in the batch's entries
  std::vector<Counts> numbers_of_;           // the same numbers
};

}  // namespace ramet::inline v1::tree::internal
