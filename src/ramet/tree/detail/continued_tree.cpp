#include "ramet/tree/detail/continued_tree.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/tree/detail/tree_amender.hpp"
#include "ramet/tree/internal/encode/branch_plans.hpp"
#include "ramet/tree/internal/tree_parser.hpp"

namespace ramet::inline v1::tree {
namespace {

/// The contents of a branch for the new record of the tree.
BranchContents contents_of(const Branch& branch, std::span<const EncodedBasket> embedded, const BranchContents& more) {
  BranchContents contents;
  contents.maximum = more.maximum;
  contents.more_uncompressed_bytes = branch.total_bytes;
  for (std::uint64_t basket = 0; basket < branch.baskets.size(); ++basket) {
    const BasketLocation& place = branch.baskets.location({basket});
    const auto entries = static_cast<std::uint32_t>(branch.baskets.entries({basket}).size());
    contents.baskets.push_back({entries, place.record_size, 0, place.seek});
  }
  for (const auto baskets : {embedded, std::span<const EncodedBasket>(more.baskets)})
    contents.baskets.insert(contents.baskets.end(), baskets.begin(), baskets.end());
  return contents;
}

}  // namespace

ContinuedTree::ContinuedTree(std::shared_ptr<const file::FileReader> file, const file::Key& key,
                             std::shared_ptr<const ClassLayouts> classes)
    : file_(std::move(file)),
      classes_(std::move(classes)),
      class_name_(key.class_name),
      record_(file_->read_record(key)),
      tree_(detail::while_doing([&] { return fmt::format("file '{}': tree '{}'", file_->name(), key.name); },
                                [&] { return internal::parse_tree(record_, class_name_, classes_); })) {
  detail::while_doing([&] { return fmt::format("file '{}': tree '{}'", file_->name(), key.name); },
                      [&] {
                        auto [schema, branches] = plans_of(tree_);
                        schema_ = std::move(schema);
                        branches_ = std::move(branches);
                        for (const NamedBranch& named : all_branches(tree_)) stored_.push_back(named.branch);
                        require_continuable();
                      });
}

void ContinuedTree::require_continuable() const {
  for (std::size_t number = 0; number < branches_.size(); ++number) {
    if (branches_[number].packing == Packing::nothing) continue;
    const Branch& branch = *stored_[number];
    const EntryRange entries = branch.stored_entries();
    if (tree_.entries > 0 && (entries.first.number != 0 || entries.last.number != tree_.entries))
      detail::fail(ErrorKind::unsupported, "branch '{}' cannot be continued: it has entries {} to {} of {}",
                   branch.name, entries.first.number, entries.last.number, tree_.entries);
    if (!branch.between.empty())
      detail::fail(ErrorKind::unsupported, "branch '{}' cannot be continued: its basket {} is inside the tree's record",
                   branch.name, branch.between.begin()->first);
    for (const auto& basket : branch.embedded)
      if (branches_[number].has_offsets() == basket->offsets.empty())
        detail::fail(ErrorKind::unsupported,
                     "branch '{}' cannot be continued: a basket without the offsets of its entries", branch.name);
  }
}

bool ContinuedTree::has_embedded() const noexcept {
  return std::ranges::any_of(stored_, [](const Branch* branch) { return !branch->embedded.empty(); });
}

void ContinuedTree::encode_embedded(std::size_t branch, const BasketFrame& frame, BasketEncoder& encoder,
                                    bytes::Buffer& out, std::vector<EncodedBasket>& baskets) const {
  for (const auto& basket : stored_[branch]->embedded) {
    std::span<const std::uint32_t> starts = basket->offsets;
    if (!starts.empty()) starts = starts.first(basket->entries);
    encoder.encode_stored(frame, branches_[branch], basket->data.span(), starts, basket->entries, out, baskets);
  }
}

bytes::Buffer ContinuedTree::encode(std::span<const std::vector<EncodedBasket>> embedded, const TreeContents& more,
                                    std::size_t key_length) const {
  TreeContents all;
  all.entries = tree_.entries + more.entries;
  for (std::size_t cluster = 0; cluster < tree_.cluster_count(); ++cluster)
    all.cluster_sizes.push_back(tree_.cluster({cluster}).size());
  all.cluster_sizes.insert(all.cluster_sizes.end(), more.cluster_sizes.begin(), more.cluster_sizes.end());
  for (std::size_t branch = 0; branch < stored_.size(); ++branch)
    all.branches.push_back(contents_of(*stored_[branch], embedded[branch], more.branches[branch]));
  return detail::while_doing([&] { return fmt::format("tree '{}'", tree_.name); },
                             [&] {
                               AmendedTree amended = amend_tree(record_, class_name_, tree_, all, key_length);
                               if (!amended.left_out.empty())
                                 detail::fail(ErrorKind::unsupported,
                                              "it has objects of class '{}', which is not described",
                                              amended.left_out.front());
                               return std::move(amended.payload);
                             });
}

}  // namespace ramet::inline v1::tree
