#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "ramet/fit/internal/kernels/kernels.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

inline constexpr std::size_t most_parameters = most_features;  ///< of a shape

/// What a shape needs: names and limits of its parameters.
struct ShapeParameter {
  std::string_view name;
  double low, high;  ///< limits; the parameter is between them
};

/// What is computed once for a value of the parameters, where the kernels compute for each event. `parameters` are
/// those of the shape alone. Threads: immutable.
struct Shape {
  std::string_view name;
  std::span<const ShapeParameter> parameters;  ///< of polynomials only the first; all coefficients are alike
  bool needs_low;                              ///< the range must have a lower bound
  bool needs_high;                             ///< the range must have an upper bound

  /// Make the constants of the kernels. Returns false if the shape has no density for these parameters.
  bool (*prepare)(std::span<const double> parameters, const Interval& range, Constants& constants);

  /// The integral of the density, not normalised, from low to high, and its derivatives by the parameters, unless
  /// `slopes` is null. `range` is that of the model.
  double (*integral)(std::span<const double> parameters, const Interval& range, const Interval& part, double* slopes);

  /// The derivatives by the parameters of what `features` are the sums of.
  void (*slopes)(std::span<const double> parameters, const double* features, double* slopes);
};

const Shape& shape_of(ShapeKind kind) noexcept;

}  // namespace ramet::inline v1::fit::internal
