#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::merge::internal {

/// Where the baskets of a tree are. It is kept of small trees, whose records then need not be read again when they are
/// moved. Threads: a value.
struct TreePlaces {
  struct Basket {
    std::uint32_t entries = 0;
    std::uint32_t size = 0;  ///< of its record
    std::uint64_t seek = 0;
  };
  struct Branch {
    std::int64_t total_bytes = 0;
    std::uint64_t maximum = 0;  ///< as maximum_of
    std::uint32_t baskets = 0;  ///< how many
  };

  std::vector<std::uint64_t> cluster_sizes;
  std::vector<Branch> branches;  ///< as all_branches has them
  std::vector<Basket> baskets;   ///< those of one branch after the other

  std::uint64_t stored_bytes() const noexcept;
};

/// The largest count of a branch that counts values, characters or objects; 0 of others.
std::uint64_t maximum_of(const tree::Branch& branch) noexcept;

/// The places of a small tree. Null if it is a large one, or there is more to be moved than records of its file: it has
/// an index, or baskets in its record or in other files. `branches` are all of the tree.
std::shared_ptr<const TreePlaces> places_of_small(const tree::Tree& tree, std::span<const tree::NamedBranch> branches);

}  // namespace ramet::inline v1::merge::internal
