#include "ramet/tree/append/continued_tree.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "ramet/core/error.hpp"
#include "ramet/object/copy/object_copier.hpp"
#include "ramet/object/member_plan.hpp"
#include "ramet/tree/append/branch_plans.hpp"
#include "ramet/tree/internal/tree_parser.hpp"

namespace ramet::inline v1::tree {
namespace {

using object::ObjectCopier;
using object::ObjectWriter;

struct Sums {
  std::int64_t total = 0;
  std::int64_t stored = 0;

  void add(std::span<const EncodedBasket> baskets) {
    for (const EncodedBasket& basket : baskets) {
      total += basket.plain_size;
      stored += basket.record_size;
    }
  }
};

/// What a branch's record says of its baskets, the new ones included.
struct BranchNumbers {
  std::vector<std::int64_t> sizes, first_entries, seeks;  // with room, as the arrays are written
  std::size_t baskets = 0;
  Sums sums;
};

BranchNumbers numbers_of(const Branch& branch, std::span<const EncodedBasket> embedded,
                         std::span<const EncodedBasket> more) {
  BranchNumbers numbers;
  numbers.baskets = branch.baskets.size() + embedded.size() + more.size();
  const std::size_t places = std::max<std::size_t>(10, numbers.baskets + 1);
  numbers.sizes.resize(places);
  numbers.first_entries.resize(places);
  numbers.seeks.resize(places);
  std::size_t next = 0;
  auto entry = static_cast<std::int64_t>(branch.baskets.entries().first.number);
  const auto add = [&](std::uint64_t seek, std::uint32_t size, std::uint64_t entries) {
    numbers.seeks[next] = static_cast<std::int64_t>(seek);
    numbers.sizes[next] = size;
    numbers.first_entries[next++] = entry;
    entry += static_cast<std::int64_t>(entries);
  };
  for (std::uint64_t basket = 0; basket < branch.baskets.size(); ++basket) {
    const BasketLocation& place = branch.baskets.location({basket});
    add(place.seek, place.record_size, branch.baskets.entries({basket}).size());
  }
  for (const auto baskets : {embedded, more})
    for (const EncodedBasket& basket : baskets) add(basket.offset, basket.record_size, basket.entries);
  numbers.first_entries[next] = entry;
  numbers.sums = {branch.total_bytes, branch.zip_bytes};
  numbers.sums.add(embedded);
  numbers.sums.add(more);
  return numbers;
}

/// Replaces what a tree's record says of entries, baskets and clusters.
class TreeRewriter {
 public:
  TreeRewriter(const Tree& tree, std::span<const BranchPlan> plans,
               std::span<const std::vector<EncodedBasket>> embedded, const TreeContents& more, ObjectWriter& to)
      : to_(to), entries_(static_cast<std::int64_t>(tree.entries + more.entries)) {
    sums_ = {tree.total_bytes, tree.zip_bytes};
    for (std::size_t branch = 0; branch < tree.branches.size(); ++branch) {
      sums_.add(embedded[branch]);
      sums_.add(more.branches[branch].baskets);
      branches_.push_back(numbers_of(tree.branches[branch], embedded[branch], more.branches[branch].baskets));
      const bool has_maximum = plans[branch].is_counter || plans[branch].packing == Packing::c_string;
      if (!has_maximum) continue;
      const Leaf& leaf = tree.branches[branch].leaves.at(0);
      maxima_[leaf.name] = largest(leaf, more.branches[branch].maximum.value);
    }
    std::vector<std::uint64_t> clusters;
    for (std::size_t cluster = 0; cluster < tree.cluster_count(); ++cluster)
      clusters.push_back(tree.cluster({cluster}).size());
    clusters.insert(clusters.end(), more.cluster_sizes.begin(), more.cluster_sizes.end());
    ranges_ = ranges_of(clusters);
  }

  /// Told of each object: a branch is the next one, a leaf may be one whose maximum is known.
  void meet(std::string_view class_name, object::ObjectReader& from) {
    if (class_name.starts_with("TBranch") && class_name != "TBranchRef") {
      branch_ = branch_ ? *branch_ + 1 : 0;
      if (*branch_ >= branches_.size()) fail(ErrorKind::unsupported, "there are branches in branches");
    }
    leaf_maximum_.reset();
    if (!class_name.starts_with("TLeaf")) return;
    LeafName leaf;
    leaf_names_.read(from, class_name, leaf);
    if (const auto known = maxima_.find(leaf.name); known != maxima_.end()) leaf_maximum_ = known->second;
  }

  bool replace(const ObjectCopier::Member& member) {
    if (member.class_name == "TTree") return replace_in_tree(member.form);
    if (member.class_name == "TBranch") return replace_in_branch(member.form);
    if (member.class_name.starts_with("TLeaf")) return replace_in_leaf(member);
    return false;
  }

 private:
  struct LeafName {
    std::string name;
  };

  struct Maximum {
    std::int64_t value = 0;
    std::optional<std::int64_t> length;  // of a C string
  };

  static Maximum largest(const Leaf& leaf, std::uint64_t found) {
    const auto now = static_cast<std::int64_t>(found);
    Maximum maximum{std::max(now, leaf.maximum), std::nullopt};
    if (leaf.class_name == "TLeafC") maximum.length = std::max<std::int64_t>(now, leaf.length);
    return maximum;
  }

  bool number(const object::MemberForm& member, std::int64_t value) {
    object::write_number(to_, member.form, value);
    return true;
  }

  bool array(const object::MemberForm& member, std::span<const std::int64_t> values) {
    to_.write(std::uint8_t{values.empty() ? std::uint8_t{0} : std::uint8_t{1}});
    for (const std::int64_t value : values) object::write_number(to_, member.form.contents.at(0), value);
    return true;
  }

  bool replace_in_tree(const object::MemberForm& member) {
    if (member.name == "fEntries") return number(member, entries_);
    if (member.name == "fTotBytes" || member.name == "fSavedBytes") return number(member, sums_.total);
    if (member.name == "fZipBytes" || member.name == "fFlushedBytes") return number(member, sums_.stored);
    if (member.name == "fNClusterRange") return number(member, static_cast<std::int64_t>(ranges_.size.size()));
    if (member.name == "fAutoFlush") return number(member, ranges_.auto_flush);
    if (member.name == "fClusterRangeEnd") return array(member, ranges_.last_entry);
    if (member.name == "fClusterSize") return array(member, ranges_.size);
    return false;
  }

  bool replace_in_branch(const object::MemberForm& member) {
    const BranchNumbers& numbers = branches_.at(branch_.value());
    const auto baskets = static_cast<std::int64_t>(numbers.baskets);
    if (member.name == "fWriteBasket") return number(member, baskets);
    if (member.name == "fMaxBaskets") return number(member, static_cast<std::int64_t>(numbers.seeks.size()));
    if (member.name == "fEntries" || member.name == "fEntryNumber") return number(member, entries_);
    if (member.name == "fTotBytes") return number(member, numbers.sums.total);
    if (member.name == "fZipBytes") return number(member, numbers.sums.stored);
    if (member.name == "fBasketBytes") return array(member, numbers.sizes);
    if (member.name == "fBasketEntry") return array(member, numbers.first_entries);
    if (member.name == "fBasketSeek") return array(member, numbers.seeks);
    if (member.name != "fBaskets") return false;
    to_.object_array("", 0, [](std::size_t) {});
    return true;
  }

  bool replace_in_leaf(const ObjectCopier::Member& member) {
    if (!leaf_maximum_) return false;
    if (member.form.name == "fMaximum") return number(member.form, leaf_maximum_->value);
    return leaf_maximum_->length && member.form.name == "fLen" && number(member.form, *leaf_maximum_->length);
  }

  ObjectWriter& to_;
  std::int64_t entries_;
  Sums sums_;
  std::vector<BranchNumbers> branches_;
  std::map<std::string, Maximum, std::less<>> maxima_;  // of counters and C strings, by their leaves' names
  ClusterRanges ranges_;
  object::MemberPlans<LeafName> leaf_names_{{object::Member<LeafName>::at<&LeafName::name>("fName")}};
  std::optional<std::size_t> branch_;  // the one that is being copied
  std::optional<Maximum> leaf_maximum_;
};

}  // namespace

ContinuedTree::ContinuedTree(std::shared_ptr<const file::FileReader> file, const file::Key& key,
                             std::shared_ptr<const ClassLayouts> classes)
    : file_(std::move(file)),
      classes_(std::move(classes)),
      class_name_(key.class_name),
      record_(file_->read_record(key)),
      tree_(while_doing([&] { return fmt::format("file '{}': tree '{}'", file_->name(), key.name); },
                        [&] { return internal::parse_tree(record_, class_name_, classes_); })) {
  while_doing([&] { return fmt::format("file '{}': tree '{}'", file_->name(), key.name); },
              [&] {
                auto [schema, branches] = plans_of(tree_);
                schema_ = std::move(schema);
                branches_ = std::move(branches);
                require_continuable();
              });
}

void ContinuedTree::require_continuable() const {
  for (std::size_t number = 0; number < branches_.size(); ++number) {
    const Branch& branch = tree_.branches[number];
    const EntryRange stored = branch.stored_entries();
    if (tree_.entries > 0 && (stored.first.number != 0 || stored.last.number != tree_.entries))
      fail(ErrorKind::unsupported, "branch '{}' cannot be continued: it has entries {} to {} of {}", branch.name,
           stored.first.number, stored.last.number, tree_.entries);
    for (const auto& basket : branch.embedded)
      if (branches_[number].has_offsets() == basket->offsets.empty())
        fail(ErrorKind::unsupported, "branch '{}' cannot be continued: a basket without the offsets of its entries",
             branch.name);
  }
}

bool ContinuedTree::has_embedded() const noexcept {
  return std::ranges::any_of(tree_.branches, [](const Branch& branch) { return !branch.embedded.empty(); });
}

void ContinuedTree::encode_embedded(std::size_t branch, const BasketFrame& frame, BasketEncoder& encoder,
                                    bytes::Buffer& out, std::vector<EncodedBasket>& baskets) const {
  for (const auto& basket : tree_.branches[branch].embedded) {
    std::span<const std::uint32_t> starts = basket->offsets;
    if (!starts.empty()) starts = starts.first(basket->entries);
    encoder.encode_stored(frame, branches_[branch], basket->data.span(), starts, basket->entries, out, baskets);
  }
}

bytes::Buffer ContinuedTree::encode(std::span<const std::vector<EncodedBasket>> embedded, const TreeContents& more,
                                    std::size_t key_length) const {
  ObjectWriter writer(key_length);
  TreeRewriter rewriter(tree_, branches_, embedded, more, writer);
  while_doing([&] { return fmt::format("tree '{}'", tree_.name); },
              [&] {
                const auto replace = [&](const ObjectCopier::Member& member) { return rewriter.replace(member); };
                const auto meet = [&](std::string_view class_name, object::ObjectReader& from) {
                  rewriter.meet(class_name, from);
                };
                ObjectCopier(record_.bytes.span(), record_.key_length, classes_->view(), writer, replace, meet)
                    .copy(class_name_);
              });
  bytes::Buffer payload;
  payload.append(writer.payload());
  return payload;
}

}  // namespace ramet::inline v1::tree
