#include "ramet/tree/tree.hpp"

#include "ramet/core/error.hpp"
#include "ramet/file/detail/nearest_names.hpp"

namespace ramet::inline v1::tree {
namespace {

// Paths repeat the names above them, so a small file could otherwise need much memory.
constexpr std::uint64_t most_paths = 256 << 20;

void collect(const std::vector<Branch>& branches, const std::string& prefix, std::uint64_t& characters,
             std::vector<NamedBranch>& into) {
  for (const Branch& branch : branches) {
    characters += prefix.size() + branch.name.size();
    if (characters > most_paths)
      detail::fail(ErrorKind::corrupt, "the paths of the branches have more than {} characters", most_paths);
    into.push_back({prefix + branch.name, &branch});
    if (!branch.branches.empty()) collect(branch.branches, prefix + branch.name + "/", characters, into);
  }
}

const Branch* find_by_path(const std::vector<Branch>& branches, std::string_view path) noexcept {
  for (const Branch& branch : branches) {
    if (branch.name == path) return &branch;
    if (path.size() > branch.name.size() && path.starts_with(branch.name) && path[branch.name.size()] == '/')
      if (const Branch* found = find_by_path(branch.branches, path.substr(branch.name.size() + 1))) return found;
  }
  return nullptr;
}

/// The nearest collection above `member`, which is searched in `branches` and below; `collection` is above these.
const Branch* find_counter(const std::vector<Branch>& branches, const Branch* collection,
                           const Branch& member) noexcept {
  for (const Branch& branch : branches) {
    if (&branch == &member) return collection;
    if (const Branch* found = find_counter(branch.branches, branch.is_collection() ? &branch : collection, member))
      return found;
  }
  return nullptr;
}

/// The branch whose only leaf has a name.
const Branch* find_leaf(const std::vector<Branch>& branches, std::string_view leaf) noexcept {
  for (const Branch& branch : branches) {
    if (branch.leaves.size() == 1 && branch.leaves.front().name == leaf) return &branch;
    if (const Branch* found = find_leaf(branch.branches, leaf)) return found;
  }
  return nullptr;
}

const Branch* find_by_name(const std::vector<Branch>& branches, std::string_view name) noexcept {
  for (const Branch& branch : branches) {
    if (branch.name == name) return &branch;
    if (const Branch* found = find_by_name(branch.branches, name)) return found;
  }
  return nullptr;
}

}  // namespace

const ColumnLayout& Branch::layout() const {
  const ColumnLayout* known = lazy_layout.find();
  return known != nullptr ? *known : lazy_layout.publish(layout_of(*this));
}

EntryRange Branch::stored_entries() const noexcept {
  EntryRange range = baskets.entries();
  if (!embedded.empty() && baskets.size() == 0) range.first = embedded.front()->range().first;
  if (!embedded.empty()) range.last = embedded.back()->range().last;
  return range;
}

const Branch* Tree::find(std::string_view path) const noexcept {
  const Branch* found = find_by_path(branches, path);
  return found != nullptr ? found : find_by_name(branches, path);
}

const Branch& Tree::at(std::string_view path) const {
  if (const Branch* found = find(path)) return *found;
  const auto named = all_branches(*this);
  std::vector<std::string_view> names;
  for (const NamedBranch& branch : named) names.push_back(branch.path);
  detail::fail(ErrorKind::not_found, "no branch '{}' in tree '{}'{}", path, name, file::suggest_names(path, names));
}

const Branch* counter_of(const Tree& tree, const Branch& member) {
  // First search above the branch: two collections may have counting leaves of the same name.
  if (const Branch* above = find_counter(tree.branches, nullptr, member)) {
    const std::string& counting = member.layout().counting_member;
    if (counting.empty()) return above;
    const std::size_t own = member.name.rfind('.') + 1;  // 0 when there is no dot
    return find_by_name(above->branches, member.name.substr(0, own) + counting);
  }
  if (member.leaves.empty() || member.leaves.front().count_leaf.empty()) return nullptr;
  return find_leaf(tree.branches, member.leaves.front().count_leaf);
}

std::vector<NamedBranch> all_branches(const Tree& tree) {
  std::vector<NamedBranch> named;
  std::uint64_t characters = 0;
  collect(tree.branches, "", characters, named);
  return named;
}

}  // namespace ramet::inline v1::tree
