#include "ramet/merge/internal/schemas/tree_places.hpp"

#include <algorithm>

#include "ramet/tree/basket.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// Trees with more branches and baskets are read again: that takes little time beside copying these.
constexpr std::size_t most_places = 1024;

}  // namespace

std::uint64_t TreePlaces::stored_bytes() const noexcept {
  std::uint64_t bytes = 0;
  for (const Basket& basket : baskets) bytes += basket.size;
  return bytes;
}

std::uint64_t maximum_of(const tree::Branch& branch) noexcept {
  std::int64_t maximum = branch.is_collection() ? branch.maximum : 0;
  for (const tree::Leaf& leaf : branch.leaves) {
    if (leaf.is_range) maximum = std::max(maximum, leaf.maximum);
    if (leaf.class_name == "TLeafC") maximum = std::max({maximum, leaf.maximum, std::int64_t{leaf.length}});
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>(maximum, 0));
}

std::shared_ptr<const TreePlaces> places_of_small(const tree::Tree& tree, std::span<const tree::NamedBranch> branches) {
  if (tree.companions.index != nullptr) return nullptr;
  const auto places = std::make_shared<TreePlaces>();
  for (const tree::NamedBranch& named : branches) {
    const tree::Branch& branch = *named.branch;
    const std::size_t count = branch.baskets.size();
    const bool is_plain = branch.embedded.empty() && branch.between.empty() && branch.file_name.empty();
    if (!is_plain || places->branches.size() + places->baskets.size() + count >= most_places) return nullptr;
    places->branches.push_back({branch.total_bytes, maximum_of(branch), static_cast<std::uint32_t>(count)});
    for (std::size_t number = 0; number < count; ++number) {
      const tree::BasketLocation location = branch.baskets.location({number});
      places->baskets.push_back(
          {static_cast<std::uint32_t>(basket_entries(branch, {number}).size()), location.record_size, location.seek});
    }
  }
  for (std::size_t cluster = 0; cluster < tree.cluster_count(); ++cluster)
    places->cluster_sizes.push_back(tree.cluster({cluster}).size());
  places->baskets.shrink_to_fit();
  places->branches.shrink_to_fit();
  return places;
}

}  // namespace ramet::inline v1::merge::internal
