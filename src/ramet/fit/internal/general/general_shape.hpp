#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/fit/internal/shape.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

/// A shape without kernels for each machine: its density may have any form. `arguments` are the values of its
/// parameters, which are within their limits. Threads: immutable.
class GeneralShape {
 public:
  virtual ~GeneralShape() = default;
  GeneralShape() = default;
  GeneralShape(const GeneralShape&) = delete;
  GeneralShape& operator=(const GeneralShape&) = delete;

  virtual std::string_view name() const noexcept = 0;
  virtual std::span<const ShapeParameter> parameters() const noexcept = 0;

  /// Throws Error(misuse) for a range in which it cannot be normalised.
  virtual void check_range(const Interval& range) const;

  /// Whether there is a density.
  virtual bool is_defined(std::span<const double> arguments, const Interval& range) const noexcept = 0;

  /// Write the densities, which are not normalised; NaN where there is none.
  virtual void densities(std::span<const double> arguments, const Interval& range, std::span<const double> x,
                         double* densities) const noexcept = 0;

  /// Write the derivatives of the densities by each argument: a row for each. There are up to 512 x.
  virtual void slopes(std::span<const double> arguments, const Interval& range, std::span<const double> x,
                      double* const* rows) const noexcept = 0;

  /// The integral of the density over a part of the range, and its derivatives, unless `slopes` is null. NaN if there
  /// is none.
  virtual double integral(std::span<const double> arguments, const Interval& range, const Interval& part,
                          double* slopes) const noexcept = 0;

  /// Bounds of parts of the range in which it is smooth, in ascending order, for random events.
  virtual std::vector<double> bounds(std::span<const double> arguments, const Interval& range) const = 0;

  /// An estimate of the relative error of the integral over the range, beyond rounding.
  virtual double integral_error(std::span<const double> /*arguments*/, const Interval& /*range*/) const { return 0; }

  /// Whether a table of densities is much faster than they are, and they are smooth enough for one.
  virtual bool is_slow() const noexcept { return false; }

  /// The variance of the integral over a part, because the shape itself is measured.
  virtual double variance(const Interval& /*part*/) const noexcept { return 0; }
};

}  // namespace ramet::inline v1::fit::internal
