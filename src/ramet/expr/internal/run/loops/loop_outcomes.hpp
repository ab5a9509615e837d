#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ramet/expr/internal/graph/value_type.hpp"
#include "ramet/expr/internal/run/arena.hpp"
#include "ramet/expr/internal/run/values.hpp"

namespace ramet::inline v1::expr {

/// A copy of all that is seen of values at so many points: nothing of it stays in other memory.
Values copied(const Values& values, const ValueType& type, std::size_t points, Arena& arena);

/// What the variables of a loop are at the points that have left it. Threads: one at a time.
class LoopOutcomes {
 public:
  /// `stay` says of which variables the content is the same at all times, and lists stay in it: they are not copied.
  LoopOutcomes(std::span<const ValueType> types, const std::vector<bool>& stay, std::size_t points, Arena& arena);

  /// Points leave: those of `places` among the values, which are at `points`.
  void add(std::span<const Values> values, std::span<const std::uint32_t> places,
           std::span<const std::uint32_t> points);

  /// The variables at all points, which have left.
  std::vector<Values> take();

 private:
  struct Leaving {
    std::uint32_t leave;
    std::uint32_t place;
  };

  Values joined(const ValueType& type, const std::vector<Values>& parts);
  bool are_copied(std::size_t variable) const { return !types_[variable].is_number() && !stay_[variable]; }

  std::span<const ValueType> types_;
  const std::vector<bool>& stay_;
  std::size_t points_;
  Arena& arena_;
  std::vector<void*> numbers_;
  std::vector<std::int64_t*> begins_;  // of lists that stay
  std::vector<std::int64_t*> ends_;
  std::vector<const Values*> contents_;
  std::vector<std::vector<Values>> lists_;  // of each variable, for each time that points left
  std::vector<Leaving> leavings_;           // of each point, if there are lists
  std::uint32_t leaves_ = 0;
};

}  // namespace ramet::inline v1::expr
