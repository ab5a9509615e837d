#pragma once

#include <span>
#include <string>
#include <vector>

#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit {

// Shapes beside those of model.hpp, which take longer for each event. All throw Error(misuse) for a range that does not
// ascend or that the shape cannot have.

/// A Breit-Wigner folded with a Gauss; gamma is the full width of the former, sigma the standard deviation of the
/// latter.
Model voigt(const Argument& mean = "mean", const Argument& sigma = "sigma", const Argument& gamma = "gamma",
            const Interval& range = {});

/// x (1 - (x / end)^2)^power exp(slope (1 - (x / end)^2)) from 0 to the end: what combinations of energies leave below
/// a kinematic limit.
Model argus(const Argument& end = "end", const Argument& slope = "slope", const Argument& power = 0.5,
            const Interval& range = {.low = 0});

/// Johnson's S_U: gamma + delta arsinh((x - mean) / width) has a normal distribution.
Model johnson_su(const Argument& mean = "mean", const Argument& width = "width", const Argument& gamma = "gamma",
                 const Argument& delta = "delta", const Interval& range = {});

/// b_0 B_0(t) + b_1 B_1(t) + ... with Bernstein's polynomials, whose sum is 1, and t from 0 at the lower end of the
/// range to 1 at the upper one; 1 to 12 coefficients from 0 on. A common factor of all means nothing: fix one of them.
Model bernstein(const std::vector<Argument>& coefficients, const Interval& range);

/// A histogram as a density, the same everywhere in a bin, in the range of its bins. Variances of the contents make
/// errors of what a binned cost expects; without them the contents are known. Throws Error(misuse) for numbers that do
/// not fit together, are negative, or not finite.
Model histogram(std::span<const double> edges, std::span<const double> contents,
                std::span<const double> variances = {});

/// What the value of a formula is: a density that is to be normalised, or that of expected events.
enum class FormulaScale { normalised, events };

/// A formula of x, as expr::Formula::compile takes it, in a finite range. Its parameters have these arguments, in their
/// order; without arguments, their names. Its derivatives are symbolic, its integral is adaptive (see
/// Model::integral_error). Where it is negative, there is no density. Throws Error as expr::Formula::compile, and
/// Error(misuse) for several variables, more than 12 parameters, and another number of arguments.
Model formula(const std::string& text, const Interval& range, const std::vector<Argument>& arguments = {},
              FormulaScale scale = FormulaScale::normalised);

/// The density of the sum of two independent numbers, each of a model, such as a true value and an error of its
/// measurement; in a finite range. The models may be of any shape, each normalised in its own range. Computed
/// numerically, to about 10^-9 (see Model::integral_error). Throws Error(misuse) for models with yields, and more than
/// 12 parameters.
Model convolution(const Model& shape, const Model& resolution, const Interval& range);

/// A density that is estimated from events: a Gauss of this width around each of them. With mirrors, what leaves the
/// range at an end comes back, so that the density does not fall there. Throws Error(misuse) for fewer than 2 events,
/// for events outside the range, and for a width below a 10,000th of the range.
Model kernel_estimate(std::span<const double> events, double width, const Interval& range, bool is_mirrored = true);

}  // namespace ramet::inline v1::fit
