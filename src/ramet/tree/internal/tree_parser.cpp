#include "ramet/tree/internal/tree_parser.hpp"

#include <algorithm>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/object/detail/member_plans.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/internal/branch_parser.hpp"
#include "ramet/tree/internal/companion_parser.hpp"

namespace ramet::inline v1::tree::internal {
namespace {

/// Members of a TTree. Threads: one thread.
struct TreeFields : StoredClusters {
  BranchParser branches_parser;
  std::string name, title;
  std::int64_t entries = 0, total_bytes = 0, zip_bytes = 0;
  std::int32_t cluster_ranges = 0;
  std::vector<Branch> branches;

  CompanionParser companions;

  void read_aliases(object::ObjectReader& reader) { companions.read_aliases(reader); }
  void read_friends(object::ObjectReader& reader) { companions.read_friends(reader); }
  void read_index(object::ObjectReader& reader) { companions.read_index(reader); }
  void read_user_info(object::ObjectReader& reader) { companions.read_user_info(reader); }
  void read_branches(object::ObjectReader& reader) { branches = branches_parser.read_branches(reader); }
};

using TreeMember = object::Member<TreeFields>;

std::vector<TreeMember> tree_members() {
  return {TreeMember::at<&TreeFields::name>("fName"),
          TreeMember::at<&TreeFields::title>("fTitle"),
          TreeMember::at<&TreeFields::entries>("fEntries"),
          TreeMember::at<&TreeFields::total_bytes>("fTotBytes"),
          TreeMember::at<&TreeFields::zip_bytes>("fZipBytes"),
          TreeMember::at<&TreeFields::auto_flush>("fAutoFlush"),
          TreeMember::at<&TreeFields::cluster_ranges>("fNClusterRange"),
          TreeMember::at<&TreeFields::range_end>("fClusterRangeEnd"),
          TreeMember::at<&TreeFields::range_size>("fClusterSize"),
          TreeMember::at<&TreeFields::read_branches>("fBranches"),
          TreeMember::at<&TreeFields::read_aliases>("fAliases"),
          TreeMember::at<&TreeFields::read_index>("fTreeIndex"),
          TreeMember::at<&TreeFields::read_friends>("fFriends"),
          TreeMember::at<&TreeFields::read_user_info>("fUserInfo")};
}

/// Keep only the numbers that are also the first entry of one of the branch's baskets.
void keep_common(std::vector<std::uint64_t>& common, const Branch& branch) {
  std::uint64_t basket = 0;
  const auto start = [&] { return basket_entries(branch, {basket}).first.number; };
  std::erase_if(common, [&](std::uint64_t candidate) {
    while (basket < basket_count(branch) && start() < candidate) ++basket;
    return basket == basket_count(branch) || start() != candidate;
  });
}

void collect_boundaries(const std::vector<Branch>& branches, std::vector<std::uint64_t>& common, bool& is_first) {
  for (const Branch& branch : branches) {
    if (basket_count(branch) > 0) {
      if (is_first)
        for (std::uint64_t basket = 0; basket < basket_count(branch); ++basket)
          common.push_back(basket_entries(branch, {basket}).first.number);
      else
        keep_common(common, branch);
      is_first = false;
    }
    collect_boundaries(branch.branches, common, is_first);
  }
}

/// Entries at which all branches begin a basket; a tree without cluster numbers is split there.
std::vector<std::uint64_t> common_boundaries(const std::vector<Branch>& branches, std::uint64_t entries) {
  std::vector<std::uint64_t> common;
  bool is_first = true;
  collect_boundaries(branches, common, is_first);
  std::vector<std::uint64_t> starts = {0};
  for (const std::uint64_t start : common)
    if (start > starts.back() && start < entries) starts.push_back(start);
  if (entries > 0) starts.push_back(entries);
  return starts;
}

std::size_t most_baskets(const std::vector<Branch>& branches) {
  std::size_t most = 0;
  for (const Branch& branch : branches) most = std::max({most, basket_count(branch), most_baskets(branch.branches)});
  return most;
}

/// The clusters that the tree's record states (TTree::TClusterIterator); empty when it states none, or more than the
/// baskets allow.
std::vector<std::uint64_t> declared_clusters(const StoredClusters& stored, const std::vector<Branch>& branches,
                                             std::uint64_t entries) {
  const std::size_t most = 16 * (most_baskets(branches) + 2);
  std::vector<std::uint64_t> starts = {0};
  const auto cover = [&](std::uint64_t end, std::int64_t size) {
    if (size <= 0) return false;
    const auto step = static_cast<std::uint64_t>(size);
    while (starts.back() < end) {
      if (starts.size() > most) return false;
      starts.push_back(end - starts.back() > step ? starts.back() + step : end);
    }
    return true;
  };
  const std::size_t ranges = std::min(stored.range_end.size(), stored.range_size.size());
  for (std::size_t range = 0; range < ranges; ++range) {
    const auto last = static_cast<std::uint64_t>(std::max<std::int64_t>(stored.range_end[range], -1));
    const std::uint64_t end = std::min(last + 1, entries);  // -1, the largest number, wraps around to 0
    if (end > starts.back() && !cover(end, stored.range_size[range])) return {};
  }
  if (starts.back() < entries && !cover(entries, stored.auto_flush)) return {};
  return starts;
}

}  // namespace

std::vector<std::uint64_t> cluster_starts_of(const StoredClusters& stored, const std::vector<Branch>& branches,
                                             std::uint64_t entries) {
  std::vector<std::uint64_t> starts = declared_clusters(stored, branches, entries);
  if (starts.empty()) starts = common_boundaries(branches, entries);
  return starts;
}

Tree parse_tree(const file::Record& record, std::string_view class_name, std::shared_ptr<const ClassLayouts> classes) {
  object::ObjectReader reader(record.bytes.span(), record.key_length, classes->view());
  TreeFields fields;
  object::MemberPlans<TreeFields> plans(tree_members());
  plans.read(reader, class_name, fields);
  fields.branches_parser.finish(reader, fields.branches, classes.get());
  Tree tree;
  tree.entries = detail::narrow<std::uint64_t>(fields.entries, "number of entries");
  tree.cluster_starts = cluster_starts_of(fields, fields.branches, tree.entries);
  tree.name = std::move(fields.name);
  tree.title = std::move(fields.title);
  tree.total_bytes = fields.total_bytes;
  tree.zip_bytes = fields.zip_bytes;
  tree.branches = std::move(fields.branches);
  tree.companions = fields.companions.take();
  tree.classes = std::move(classes);
  return tree;
}

}  // namespace ramet::inline v1::tree::internal
