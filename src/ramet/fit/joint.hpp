#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "ramet/fit/cost.hpp"
#include "ramet/fit/model.hpp"
#include "ramet/fit/sampler.hpp"

namespace ramet::inline v1::fit {

namespace internal {
class Joint;
}

/// Numbers of each variable: an event has the same place in all columns. Borrows. Threads: a value.
using Columns = std::span<const std::span<const double>>;

/// A probability density of several variables: a product of densities of one each, or a sum of such products.
/// Parameters of one name are one. Threads: immutable; copies share what they have.
class JointModel {
 public:
  /// The parameters, in the order in which the terms first name them; yields and fractions follow their terms.
  const std::vector<Parameter>& parameters() const noexcept;

  /// The number of variables.
  std::size_t variables() const noexcept;

  /// Of a variable; the same in all terms.
  const Interval& range(std::size_t variable) const;

  /// Whether it has yields.
  bool is_extended() const noexcept;

  /// Write the density at each event. Outside the ranges it is 0. Throws Error(misuse) for another number of
  /// parameters, values outside their limits, another number of columns, and those of different lengths.
  void densities(std::span<const double> parameters, Columns columns, std::span<double> densities) const;

  /// The density of everything; see internal/joint.hpp.
  const internal::Joint& joint() const noexcept { return *joint_; }
  explicit JointModel(std::shared_ptr<const internal::Joint> joint) noexcept : joint_(std::move(joint)) {}

 private:
  std::shared_ptr<const internal::Joint> joint_;
};

/// The product of densities, one for each variable in their order: of variables that are independent of each other.
/// Throws Error(misuse) if there are none, for models with yields, and for more than 16 shapes in all.
JointModel product(const std::vector<Model>& models);

/// The sum of densities of the same variables, as for densities of one variable: see model.hpp. Throws Error(misuse)
/// also for other numbers of variables and other ranges.
JointModel mixture(const std::vector<JointModel>& models, const std::vector<Argument>& fractions);

/// yield_1 * model_1 + ...: an extended density of several variables. Throws as mixture.
JointModel extended(const std::vector<JointModel>& models, const std::vector<Argument>& yields);

/// The cost of events of several variables, as for those of one. Throws Error(misuse) also for columns of different
/// lengths.
std::shared_ptr<const Cost> unbinned(Columns columns, const JointModel& model, std::span<const double> weights = {});

/// Random events of several variables: see Sampler. Threads: immutable.
class JointSampler {
 public:
  JointSampler(const JointModel& model, std::span<const double> parameters);

  /// Write the events of entries 0, 1, ... of the stream. Throws Error(misuse) for another number of columns, and those
  /// of different lengths.
  void fill(const random::Stream& stream, std::span<const std::span<double>> columns) const;

  /// The number of events: see Sampler::count.
  std::size_t count(const random::Stream& stream) const;

 private:
  std::vector<Sampler> samplers_;  ///< of the parts, one term behind the other
  std::vector<double> cumulative_;
  std::size_t variables_;
  double expected_;
};

}  // namespace ramet::inline v1::fit
