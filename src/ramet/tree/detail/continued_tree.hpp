#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/tree/detail/basket_encoder.hpp"
#include "ramet/tree/detail/branch_plan.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {

/// An existing tree, written by any program, to which entries are added. Its record is rewritten with more baskets;
/// everything else in it, such as titles, aliases and user info, stays, in the stored versions of the classes. Threads:
/// const-safe.
class ContinuedTree {
 public:
  /// Throws Error(unsupported), naming the branch, for one that cannot be continued: types that are not written,
  /// baskets in another file, or fewer entries than the tree. Throws as TreeReader.
  ContinuedTree(std::shared_ptr<const file::FileReader> file, const file::Key& key,
                std::shared_ptr<const ClassLayouts> classes);

  /// The class name of its key: TTree, TNtuple, ...
  std::string_view class_name() const noexcept { return class_name_; }
  /// The columns of new entries: one for each branch that is not only a counter.
  const table::Schema& schema() const noexcept { return schema_; }
  /// How each of all_branches stores its values.
  const std::vector<BranchPlan>& branches() const noexcept { return branches_; }
  /// The number of existing entries.
  std::uint64_t entries() const noexcept { return tree_.entries; }

  /// Whether the tree's record contains baskets. These get records of their own before the tree is written.
  bool has_embedded() const noexcept;
  /// Append the embedded baskets of a branch to `out`, as BasketEncoder::encode does.
  void encode_embedded(std::size_t branch, const BasketFrame& frame, BasketEncoder& encoder, bytes::Buffer& out,
                       std::vector<EncodedBasket>& baskets) const;

  /// The tree's record for a key of the given length. `embedded` has, for each branch, the positions of
  /// encode_embedded's baskets in the file; `more` describes the new entries. Throws Error(unsupported) for numbers too
  /// large for an old version of a class, or for user info of classes that cannot be copied.
  bytes::Buffer encode(std::span<const std::vector<EncodedBasket>> embedded, const TreeContents& more,
                       std::size_t key_length) const;

 private:
  void require_continuable() const;

  std::shared_ptr<const file::FileReader> file_;
  std::shared_ptr<const ClassLayouts> classes_;
  std::string class_name_;
  file::Record record_;
  Tree tree_;
  table::Schema schema_;
  std::vector<BranchPlan> branches_;
  std::vector<const Branch*> stored_;  // branches of the tree, one for each plan
};

}  // namespace ramet::inline v1::tree
