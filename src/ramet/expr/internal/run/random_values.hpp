#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/expr/internal/graph/random_call.hpp"
#include "ramet/expr/internal/run/evaluation.hpp"

namespace ramet::inline v1::expr {

/// The values of a parameter of a distribution: one for all numbers, or one for each. Threads: a value that borrows.
struct RandomParameter {
  const void* values = nullptr;  ///< float64, or int64 of parameters that count
  bool is_column = false;
};

/// Which numbers the points of a domain have: the entries' numbers or keys, and the place within the entry: of elements
/// in their list, of a loop's runs in their order. Deeper ones have a key of all places above as their entry. Where
/// there are no entries, they are those of the batch. Threads: a value that borrows.
struct PointKeys {
  std::span<const std::uint64_t> entries;
  std::span<const std::uint32_t> places;
};

/// The values of a random node: functions of the seed, its call, and the points' keys, so that they do not depend on
/// batches and selections. Throws Error(misuse), naming the entry, for parameters outside the distribution's range.
Values random_values(Evaluation& evaluation, const Node& node, Domain& domain);

/// The values of a key node: one number for those of several columns.
Values key_values(Evaluation& evaluation, const Node& node, Domain& domain);

/// Draw a number with parameters that are the same for all. Throws Error(misuse) if they are outside the range.
void check_parameters(Distribution distribution, std::span<const RandomParameter> parameters);

}  // namespace ramet::inline v1::expr
