#pragma once

#include <cstdint>
#include <span>

#include "ramet/random/parameter.hpp"
#include "ramet/random/stream.hpp"

// Whole numbers. All functions write the same bits for any split of the numbers into calls, on any machine, and for one
// value of a parameter or a column of that value. They throw Error(misuse) as the functions of continuous.hpp do, and
// for parameters outside their range. Threads: any.

namespace ramet::inline v1::random {

using Count = std::int64_t;
using CountParameter = ParameterOf<Count>;

/// 0 to below - 1, each with the same probability; `below` is at least 1.
void fill_integers(const Stream& stream, const Draws& draws, std::span<Count> numbers, const CountParameter& below);

/// Poisson's distribution; the mean is 0 to 10^15.
void fill_poisson(const Stream& stream, const Draws& draws, std::span<Count> numbers, const Parameter& mean);

/// How many of `trials`, 0 to 10^15, succeed with this probability, 0 to 1.
void fill_binomial(const Stream& stream, const Draws& draws, std::span<Count> numbers, const CountParameter& trials,
                   const Parameter& probability);

/// How many of `trials`, 0 to 10^15, have each of some outcomes, with probabilities in proportion to these: `numbers`
/// has a span for each outcome, 1 to 65,536, with a number for each draw.
void fill_multinomial(const Stream& stream, const Draws& draws, std::span<const std::span<Count>> numbers,
                      const CountParameter& trials, std::span<const double> probabilities);

}  // namespace ramet::inline v1::random
