#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/progress.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/generated_offsets.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree::internal {

/// One column of a read, divided into tasks of whole baskets that may run in parallel. Columns of fixed-size entries
/// are decoded directly into the result; for others each task makes an array, and `take` concatenates them. Threads:
/// `run` from any, each task once; the rest from one.
class ColumnRead {
 public:
  /// `counts` has the number of objects in each entry, if the branch's layout needs them; the first `counts_before` are
  /// of earlier entries in the first basket.
  ColumnRead(const Branch& branch, EntryRange entries, const CountsView& counts = {}, std::uint64_t counts_before = 0);

  std::size_t task_count() const noexcept { return tasks_.size(); }
  /// Add the extents of a task's baskets, if they are in the tree's own file.
  void add_extents(std::size_t task, std::vector<io::Extent>& to) const;

  void run(std::size_t task, const io::ByteSource& source, BasketReader& reader, ProgressSink* progress);

  /// The whole column, after all tasks have run.
  array::Array take();

 private:
  struct Task {
    std::uint64_t first_basket;
    std::uint64_t last_basket;
  };

  CountsView counts_of(EntryRange entries) const;
  void run_basket(BasketNumber basket, const io::ByteSource& source, BasketReader& reader, array::ArrayBuilder& part);

  const Branch& branch_;
  EntryRange entries_;
  CountsView counts_;  // none, or of each entry
  std::uint64_t counts_before_ = 0;
  bool in_place_ = false;
  std::size_t row_bytes_ = 0;  // of an entry in memory, if decoded in place
  array::ArrayBuilder whole_;
  std::span<std::byte> place_;  // of the innermost numbers of whole_, if decoded in place
  std::vector<Task> tasks_;
  std::vector<array::Array> parts_;  // one for each task, if not decoded in place
};

}  // namespace ramet::inline v1::tree::internal
