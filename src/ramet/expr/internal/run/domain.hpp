#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "ramet/expr/internal/graph/node.hpp"
#include "ramet/expr/internal/run/arena.hpp"
#include "ramet/expr/internal/run/values.hpp"

namespace ramet::inline v1::expr {

struct PointKeys;

/// The points for which nodes are computed: the entries of a batch; or, of the points of the domain above, those that a
/// condition selects, the elements of lists at them, or those for which a loop goes on. What has been computed is kept
/// until the domain ends. Threads: one at a time.
class Domain {
 public:
  /// The entries.
  Domain(ArenaPool& pool, std::size_t nodes, std::size_t points)
      : pool_(&pool), arena_(pool), known_(nodes), points_(points) {}
  /// Points below `above`: the k-th belongs to its point up[k]. They are a selection of its points, or in a space
  /// below.
  Domain(Domain& above, SpaceId space, std::span<const std::uint32_t> up, bool is_selection)
      : Domain(above, space, up.size()) {
    up_ = up;
    is_selection_ = is_selection;
  }
  /// The elements, in a space below, of a list at each point of `above`: so many in all.
  Domain(Domain& above, SpaceId space, const Values& lists, std::size_t points) : Domain(above, space, points) {
    lists_ = lists;
  }
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;

  std::size_t points() const noexcept { return points_; }
  SpaceId space() const noexcept { return space_; }
  Domain* above() const noexcept { return above_; }
  bool is_selection() const noexcept { return is_selection_; }
  /// Whether each point above has one here: a loop's body has, as long as the loop goes on at all of them.
  bool has_all_above() const noexcept {
    return above_ != nullptr && lists_.begins == nullptr && (is_of_all_above || points_ == above_->points_);
  }
  /// Which point above each point belongs to.
  std::span<const std::uint32_t> up();
  /// Of elements: the lists that they are of, for each point above.
  const Values& lists() const noexcept { return lists_; }
  Arena& arena() noexcept { return arena_; }

  const Values* known(NodeId node) const noexcept { return known_[node]; }
  const Values& keep(NodeId node, const Values& values) {
    Values* const kept = arena_.make<Values>(1).data();
    *kept = values;
    known_[node] = kept;
    return *kept;
  }

  /// Which point of `higher`, a domain above this one, each point belongs to.
  std::span<const std::uint32_t> up_to(const Domain& higher);

  /// The domain below this one that was made for the node (and, of conditions, the truth), or null.
  Domain* below(NodeId node, bool truth) const noexcept;
  Domain& keep_below(NodeId node, bool truth, std::unique_ptr<Domain> domain);

  /// Of a loop: each point above has one here, or in another domain of the same loop's runs.
  bool is_of_all_above = false;
  /// Of a loop: which run of its body it is.
  std::uint64_t run = 0;
  /// What random numbers at the points are functions of, when it is known.
  const PointKeys* keys = nullptr;
  /// The variables of loops that have ended, by the loop's number.
  std::vector<std::pair<std::uint32_t, std::vector<Values>>> outcomes;

 private:
  struct Below {
    NodeId node;
    bool truth;
    std::unique_ptr<Domain> domain;
  };

  Domain(Domain& above, SpaceId space, std::size_t points)
      : pool_(above.pool_),
        arena_(*above.pool_),
        known_(above.known_.size()),
        points_(points),
        space_(space),
        above_(&above) {}

  ArenaPool* pool_;
  Arena arena_;
  std::vector<const Values*> known_;
  std::size_t points_;
  SpaceId space_ = entries_space;
  Domain* above_ = nullptr;
  std::span<const std::uint32_t> up_;  // of elements, made when it is asked for
  Values lists_;
  bool is_selection_ = false;
  std::vector<Below> below_;
  std::vector<std::pair<const Domain*, std::span<const std::uint32_t>>> ways_up_;
};

}  // namespace ramet::inline v1::expr
