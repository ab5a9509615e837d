#pragma once

#include <span>

#include "ramet/random/parameter.hpp"
#include "ramet/random/stream.hpp"

// Distributions that are made of gamma-distributed numbers, by rejection. All functions write the same bits for any
// split of the numbers into calls, on any machine, and for one value of a parameter or a column of that value. They
// throw Error(misuse) as the functions of continuous.hpp do, and for parameters that are not above 0. Threads: any.

namespace ramet::inline v1::random {

/// Density x^(shape - 1) exp(-x / scale), normalised (G. Marsaglia, W. W. Tsang, ACM Trans. Math. Softw. 26, 2000).
void fill_gamma(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& shape,
                const Parameter& scale = 1);

/// Sums of the squares of so many normal numbers; degrees of freedom need not be whole.
void fill_chi_square(const Stream& stream, const Draws& draws, std::span<double> numbers,
                     const Parameter& degrees_of_freedom);

/// Density x^(a - 1) (1 - x)^(b - 1), normalised.
void fill_beta(const Stream& stream, const Draws& draws, std::span<double> numbers, const Parameter& a,
               const Parameter& b);

/// Student's t with these degrees of freedom.
void fill_student_t(const Stream& stream, const Draws& draws, std::span<double> numbers,
                    const Parameter& degrees_of_freedom);

}  // namespace ramet::inline v1::random
