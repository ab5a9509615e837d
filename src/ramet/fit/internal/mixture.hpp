#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/fit/internal/general/general_shape.hpp"
#include "ramet/fit/internal/kernels/kernels.hpp"
#include "ramet/fit/internal/shape.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

inline constexpr std::size_t most_components = 16;
inline constexpr std::size_t most_at_once = 512;  ///< events, whose densities of some components stay in the cache

/// A number that is one of the model's parameters, or fixed.
struct Term {
  std::optional<std::size_t> parameter;
  double fixed = 0;

  double value(std::span<const double> parameters) const noexcept { return parameter ? parameters[*parameter] : fixed; }
};

/// A factor of a weight: a term, or what several terms leave of 1.
struct Factor {
  std::vector<Term> terms;
  bool is_rest = false;

  double value(std::span<const double> parameters) const noexcept;
};

/// The product of factors, and what it gives to a gradient: `by` is the derivative by the product.
double product_of(std::span<const Factor> factors, std::span<const double> parameters) noexcept;
void add_gradient_of_product(std::span<const Factor> factors, std::span<const double> parameters, double by,
                             std::span<double> gradient) noexcept;

/// A shape with its parameters and its weight, the product of the factors.
struct Component {
  ShapeKind kind = ShapeKind::uniform;
  std::vector<Term> arguments;
  std::vector<Factor> factors;
  std::shared_ptr<const GeneralShape> general = nullptr;  ///< of the kind of this name
  bool is_absolute = false;  ///< its density is not normalised: the integral is the number of expected events
};

/// A component for values of the parameters.
struct ComponentPoint {
  Constants constants;
  std::array<double, most_parameters> arguments;
  double integral;                             ///< of its density over the range
  std::array<double, most_parameters> slopes;  ///< of the integral
  double weight;                               ///< what the normalised density is multiplied by

  double scale() const noexcept { return weight / integral; }  ///< what the density is multiplied by
};

/// A model for values of its parameters. It is made for each evaluation, without allocation.
struct MixturePoint {
  std::array<ComponentPoint, most_components> components;
  bool is_defined;  ///< false where the model has no density: parameters outside their limits
  double total;     ///< the sum of the weights
};

/// Components whose densities are added: what a Model is. Threads: immutable.
class Mixture {
 public:
  Mixture(std::vector<Parameter> parameters, std::vector<Component> components, const Interval& range,
          bool is_extended);

  const std::vector<Parameter>& parameters() const noexcept { return parameters_; }
  const std::vector<Component>& components() const noexcept { return components_; }
  const Interval& range() const noexcept { return range_; }
  bool is_extended() const noexcept { return is_extended_; }

  /// Compute what is common to all events. `parameters` are as many as those of the model.
  void prepare(std::span<const double> parameters, MixturePoint& point) const noexcept;

  /// Write the densities of a component, which are not normalised, for a multiple of 8 x.
  void densities(const ComponentPoint& at, std::size_t component, const double* x, std::size_t count,
                 double* densities) const noexcept;

  /// Add to the sums of features, as ShapeKernels::features does; up to 512 x.
  void add_features(const ComponentPoint& at, std::size_t component, const double* x, const double* densities,
                    const double* ratios, std::size_t count, FeatureSums& sums) const noexcept;

  /// The derivatives by the component's arguments of what `features` are the sums of.
  void slopes(const ComponentPoint& at, std::size_t component, const double* features, double* slopes) const noexcept;

  /// The integral of a component's density over a part of the range, not normalised; and its derivatives by the
  /// component's arguments, unless `slopes` is null.
  double integral(const ComponentPoint& at, std::size_t component, const Interval& part, double* slopes) const noexcept;

  /// Add what a component gives to a gradient: `sum` is the derivative by what its density is multiplied by, `slopes`
  /// are those of its density by the component's arguments, both summed over events or bins.
  void add_gradient(std::span<const double> parameters, const MixturePoint& point, std::size_t component, double sum,
                    const double* slopes, std::span<double> gradient) const noexcept;

  /// Add `factor` times the derivatives of the sum of the weights.
  void add_gradient_of_total(std::span<const double> parameters, const MixturePoint& point, double factor,
                             std::span<double> gradient) const noexcept;

  /// Write the densities of all components together, for a multiple of 8 x, up to 512.
  void densities(const MixturePoint& point, const double* x, std::size_t count, double* densities) const;

  /// Bounds of parts of the range in which a component is smooth, in ascending order.
  std::vector<double> bounds(const ComponentPoint& at, std::size_t component) const;

  /// Throws Error(misuse) for another number of values, and for those for which there is no density.
  MixturePoint point_at(std::span<const double> parameters) const;

 private:
  std::vector<Parameter> parameters_;
  std::vector<Component> components_;
  Interval range_;
  bool is_extended_;
};

}  // namespace ramet::inline v1::fit::internal
