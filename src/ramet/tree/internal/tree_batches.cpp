#include "ramet/tree/internal/tree_batches.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/out_of_memory.hpp"

namespace ramet::inline v1::tree::internal {

TreeBatches::TreeBatches(const BranchFiles& files, const io::ByteSource& own, const Tree& tree,
                         std::vector<const Branch*> branches, std::vector<const Branch*> counters,
                         std::function<std::string()> place)
    : files_(files),
      tree_(tree),
      branches_(std::move(branches)),
      counters_(std::move(counters)),
      place_(std::move(place)),
      stays_(own, tree.cluster_count(),
             [this](std::size_t cluster, std::vector<io::Extent>& to) { add_extents_of(cluster, to); }) {}

void TreeBatches::add_extents_of(std::size_t cluster, std::vector<io::Extent>& to) const {
  const EntryRange entries = tree_.cluster({cluster});
  for (const Branch* branch : branches_) tree::add_extents(*branch, entries, to);
  for (const Branch* counter : counters_)
    if (counter != nullptr) tree::add_extents(*counter, entries, to);
}

std::size_t TreeBatches::cluster_of(EntryNumber entry) const {
  const auto next = std::ranges::upper_bound(tree_.cluster_starts, entry.number);
  if (next == tree_.cluster_starts.begin() || next == tree_.cluster_starts.end())
    detail::fail(ErrorKind::not_found, "tree '{}' has {} entries: none is {}", tree_.name, tree_.entries, entry.number);
  return static_cast<std::size_t>(next - tree_.cluster_starts.begin()) - 1;
}

Batch TreeBatches::read(EntryRange entries) try {
  const io::ByteSource& source = stays_.enter(cluster_of(entries.first));
  if (&source != source_ || !cursor_) {  // a cursor may hold a view of what was fetched
    source_ = nullptr;
    cursor_.emplace(files_, source, branches_, counters_);
    source_ = &source;
  }
  return cursor_->decode(entries);
} catch (...) {
  rethrow_naming(place_);
}

}  // namespace ramet::inline v1::tree::internal
