#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "ramet/fit/internal/mixture.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

/// The density of one variable, and where its parameters are among those of the whole.
struct JointPart {
  Model model;
  std::vector<std::size_t> places;
};

/// A product of densities, one for each variable, with its weight, the product of the factors.
struct JointTerm {
  std::vector<JointPart> parts;
  std::vector<Factor> factors;
};

/// A part for values of the parameters.
struct JointPartPoint {
  std::vector<double> parameters;
  MixturePoint mixture;
};

/// A joint density for values of its parameters. It is made for each evaluation.
struct JointPoint {
  bool is_defined;
  double total;                                 ///< the sum of the weights
  std::array<double, most_components> weights;  ///< of the terms
  std::vector<JointPartPoint> parts;            ///< of each term, one behind the other
};

/// Products of densities that are added: what a JointModel is. All terms have parts of the same variables. Threads:
/// immutable.
class Joint {
 public:
  Joint(std::vector<Parameter> parameters, std::vector<JointTerm> terms, bool is_extended);

  const std::vector<Parameter>& parameters() const noexcept { return parameters_; }
  const std::vector<JointTerm>& terms() const noexcept { return terms_; }
  std::size_t variables() const noexcept { return terms_.front().parts.size(); }
  bool is_extended() const noexcept { return is_extended_; }

  /// The number of shapes in all parts.
  std::size_t components() const noexcept;

  /// The density of a part: those of a term are one behind the other.
  const Mixture& mixture(std::size_t part) const noexcept {
    return terms_[part / variables()].parts[part % variables()].model.mixture();
  }

  JointPoint prepare(std::span<const double> parameters) const;

  /// Throws Error(misuse) for another number of values, and for those for which there is no density.
  JointPoint point_at(std::span<const double> parameters) const;

  /// How many sums a gradient is made of.
  std::size_t sums() const noexcept;

  /// Add what sums over events or cells give to a gradient: for each term the derivative by its weight; then for each
  /// shape of its parts that by what its density is multiplied by, and those by its arguments.
  void add_gradient(std::span<const double> parameters, const JointPoint& point, std::span<const double> sums,
                    std::span<double> gradient) const;

 private:
  std::vector<Parameter> parameters_;
  std::vector<JointTerm> terms_;
  bool is_extended_;
};

}  // namespace ramet::inline v1::fit::internal
