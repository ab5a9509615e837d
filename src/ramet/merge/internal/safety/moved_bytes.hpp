#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ramet/dataset/session.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/merge/merge.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::merge::internal {

/// Compares what was moved with what it was moved from, byte by byte: the baskets of a tree without their keys, the
/// pages of an ntuple. Both are found by the descriptions in the files, not by what the merge remembers. Threads: one
/// thread.
class MovedBytes {
 public:
  MovedBytes(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options,
             std::shared_ptr<const dataset::File> output)
      : inputs_(inputs), executor_(executor), options_(options), output_(std::move(output)) {}

  /// Compare the runs of Way::move. Throws Error(corrupt), naming branch and basket, or column and page; BadInput;
  /// Error(cancelled).
  void require_same(const PlannedTable& table) const;

 private:
  struct NamedPage;
  struct Pair;

  static std::vector<NamedPage> pages_of(const file::FileReader& file, const file::Key& key,
                                         const std::optional<EntryRange>& entries);
  template <class Work>
  static void for_each_moved(const PlannedTable& table, const Work& work);
  void require_same_part(const PlannedTable& table, const TablePart& part, std::uint64_t first_entry,
                         std::span<const tree::NamedBranch> to) const;
  void require_same_part(const PlannedTable& table, const TablePart& part, std::span<const NamedPage> to) const;
  void compare(std::span<const Pair> pairs, std::size_t input, const PlannedTable& table) const;

  const Inputs& inputs_;
  schedule::Executor& executor_;
  const MergeOptions& options_;
  std::shared_ptr<const dataset::File> output_;
};

}  // namespace ramet::inline v1::merge::internal
