#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/array/batch.hpp"
#include "ramet/io/detail/fetched_stays.hpp"
#include "ramet/tree/internal/batch_cursor.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree::internal {

/// Some branches of a tree, batch after batch: TreeReader::batch_reader. Threads: one thread.
class TreeBatches final : public array::BatchReader {
 public:
  /// `counters` as BatchCursor takes them; `place` is what errors name. Files and tree outlive this.
  TreeBatches(const BranchFiles& files, const io::ByteSource& own, const Tree& tree,
              std::vector<const Branch*> branches, std::vector<const Branch*> counters,
              std::function<std::string()> place);

  Batch read(EntryRange entries) override;

 private:
  void add_extents_of(std::size_t cluster, std::vector<io::Extent>& to) const;
  std::size_t cluster_of(EntryNumber entry) const;

  const BranchFiles& files_;
  const Tree& tree_;
  std::vector<const Branch*> branches_;
  std::vector<const Branch*> counters_;
  std::function<std::string()> place_;
  io::FetchedStays stays_;
  const io::ByteSource* source_ = nullptr;  // of cursor_
  std::optional<BatchCursor> cursor_;
};

}  // namespace ramet::inline v1::tree::internal
