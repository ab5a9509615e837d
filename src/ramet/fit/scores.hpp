#pragma once

#include <span>

#include "ramet/fit/joint.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit {

/// Write the derivatives of the logarithm of the density at each x, by all parameters: a row for each x; 0 where there
/// is no density. The sum of their products, each multiplied by the square of the event's weight, is what the
/// covariance of weighted fits has between two inverse matrices of second derivatives. Throws Error(misuse) as
/// Model::densities.
void scores(const Model& model, std::span<const double> parameters, std::span<const double> x,
            std::span<double> scores);

/// The same of events of several variables. Throws Error(misuse) as JointModel::densities.
void scores(const JointModel& model, std::span<const double> parameters, Columns columns, std::span<double> scores);

}  // namespace ramet::inline v1::fit
