#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"

namespace ramet::inline v1::hist {

/// Adds up what numbered parts of a job give, as they come, so that the result depends on the parts alone and not on
/// who was first: two neighbours are added as soon as both are there, then two neighbouring pairs, and so on. Addition
/// need not be associative, and that of floating-point numbers is not.
///
///   part        0   1   2   3   4        The sums that wait for their neighbours are at most about
///                \ /     \ /    |        log2(parts) for every part that is being worked on.
///                 +       +     |
///                  \     /      |
///                     +         |
///                       \       /
///                           +
///
/// `Sum` has operator+= and is cheap to move. Threads: any for `add`; `total` when all are done.
template <class Sum>
class PartialSums {
 public:
  /// The sum of the parts [number << level, (number + 1) << level). Threads: a value.
  struct Tree {
    std::size_t level;
    std::size_t number;
    Sum sum;

    std::size_t first_part() const noexcept { return number << level; }
    std::size_t last_part() const noexcept { return (number + 1) << level; }
  };

  /// Add the sum of part `part`; each part must be added once.
  void add(std::size_t part, Sum sum) { add(Tree{0, part, std::move(sum)}); }

  /// Add what was added up elsewhere; the total has the same bits.
  void add(Tree tree) {
    Place place{tree.level, tree.number};
    Sum& sum = tree.sum;
    for (std::optional<Sum> neighbour; (neighbour = take_neighbour_or_leave(place, sum)).has_value();) {
      if (place.number % 2 != 0) std::swap(*neighbour, sum);  // add the right one to the left one
      sum += *neighbour;
      place = {place.level + 1, place.number / 2};
    }
  }

  /// Take what waits for its neighbours: of parts that are not all of a job, as many as 2 log2(parts) trees.
  std::vector<Tree> take_trees() {
    const MutexLock lock(mutex_);
    std::vector<Tree> trees;
    for (auto& [place, sum] : waiting_) trees.push_back({place.level, place.number, std::move(sum)});
    waiting_.clear();
    std::ranges::sort(trees, {}, &Tree::first_part);
    return trees;
  }

  /// Take over what another has by now, in place of what this has.
  void assign(const PartialSums& other) {
    std::map<Place, Sum> taken;
    {
      const MutexLock lock(other.mutex_);
      taken = other.waiting_;
    }
    const MutexLock lock(mutex_);
    waiting_ = std::move(taken);
  }

  /// The sum of all parts, or nothing when there were none. Throws Error(misuse) when a part before the last is missing
  /// or was added twice.
  std::optional<Sum> total() && {
    const MutexLock lock(mutex_);
    std::optional<Sum> all;
    std::size_t next = 0;
    // Complete trees are left, from the largest to the smallest.
    for (auto tree = waiting_.rbegin(); tree != waiting_.rend(); ++tree) {
      const auto& [place, sum] = *tree;
      if (place.number << place.level != next)
        detail::fail(ErrorKind::misuse, "the parts are not complete: {} is missing or was added twice", next);
      next += std::size_t{1} << place.level;
      if (all) {
        *all += sum;
      } else {
        all = std::move(tree->second);
      }
    }
    waiting_.clear();
    return all;
  }

 private:
  /// A tree over the parts [number << level, (number + 1) << level). Threads: a value.
  struct Place {
    std::size_t level;
    std::size_t number;

    auto operator<=>(const Place&) const = default;
  };

  /// Take the neighbour's sum; or leave `sum` for the neighbour and return nothing.
  std::optional<Sum> take_neighbour_or_leave(Place place, Sum& sum) {
    const MutexLock lock(mutex_);
    const auto neighbour = waiting_.find({place.level, place.number ^ 1U});
    if (neighbour == waiting_.end()) {
      if (!waiting_.try_emplace(place, std::move(sum)).second)
        detail::fail(ErrorKind::misuse, "part {} was added twice", place.number << place.level);
      return std::nullopt;
    }
    std::optional<Sum> taken(std::move(neighbour->second));
    waiting_.erase(neighbour);
    return taken;
  }

  mutable Mutex mutex_;
  std::map<Place, Sum> waiting_ RAMET_GUARDED_BY(mutex_);
};

}  // namespace ramet::inline v1::hist
