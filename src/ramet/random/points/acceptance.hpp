#pragma once

#include <cstdint>
#include <span>

#include "ramet/core/function_ref.hpp"
#include "ramet/random/stream.hpp"

namespace ramet::inline v1::random {

/// One side of the box in which points are drawn. Threads: a value.
struct Interval {
  double low = 0, high = 1;
};

/// Attempts for one point, after which fill_accepted gives up.
inline constexpr std::uint32_t most_attempts = 1'000'000;

/// Write the coordinates of points in a box whose density is a function of any number of variables, not necessarily
/// normalised: points are drawn uniformly, and accepted with a probability of density / largest. `coordinates` has a
/// span for each side of the box, all of one length. Throws Error(misuse) as fill_uniform does, for another number of
/// spans, sides that do not ascend, a density that is negative, not finite or above `largest`, and for a point of which
/// most_attempts are rejected. Threads: any, if the function may be called by several.
void fill_accepted(const Stream& stream, const Draws& draws, std::span<const Interval> box, double largest,
                   FunctionRef<double(std::span<const double>)> density,
                   std::span<const std::span<double>> coordinates);

}  // namespace ramet::inline v1::random
