#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace ramet::inline v1::expr {

/// The arguments that a function of ROOT::Math has, at most.
inline constexpr std::size_t most_probability_arguments = 7;

/// How a density, a probability or a quantile of ROOT::Math is called. Threads: immutable.
struct Probability {
  std::string_view name;  ///< without its namespace
  std::size_t least = 1;  ///< arguments
  std::size_t most = 1;
  std::array<double, most_probability_arguments> defaults = {};  ///< of all arguments
  std::array<bool, most_probability_arguments> whole = {};       ///< which of them are whole numbers
};

inline constexpr auto probabilities = std::to_array<Probability>({
    {"normal_pdf", 1, 3, {0, 1, 0}},
    {"normal_cdf", 1, 3, {0, 1, 0}},
    {"normal_cdf_c", 1, 3, {0, 1, 0}},
    {"normal_quantile", 2, 2},
    {"normal_quantile_c", 2, 2},
    {"gaussian_pdf", 1, 3, {0, 1, 0}},
    {"gaussian_cdf", 1, 3, {0, 1, 0}},
    {"gaussian_cdf_c", 1, 3, {0, 1, 0}},
    {"gaussian_quantile", 2, 2},
    {"gaussian_quantile_c", 2, 2},
    {"bigaussian_pdf", 2, 7, {0, 0, 1, 1, 0, 0, 0}},
    {"lognormal_pdf", 3, 4},
    {"lognormal_cdf", 3, 4},
    {"lognormal_cdf_c", 3, 4},
    {"lognormal_quantile", 3, 3},
    {"lognormal_quantile_c", 3, 3},
    {"crystalball_function", 4, 5},
    {"crystalball_pdf", 4, 5},
    {"crystalball_cdf", 4, 5},
    {"crystalball_cdf_c", 4, 5},
    {"cauchy_pdf", 1, 3, {0, 1, 0}},
    {"cauchy_cdf", 2, 3},
    {"cauchy_cdf_c", 2, 3},
    {"cauchy_quantile", 2, 2},
    {"cauchy_quantile_c", 2, 2},
    {"breitwigner_pdf", 2, 3},
    {"breitwigner_cdf", 2, 3},
    {"breitwigner_cdf_c", 2, 3},
    {"breitwigner_quantile", 2, 2},
    {"breitwigner_quantile_c", 2, 2},
    {"exponential_pdf", 2, 3},
    {"exponential_cdf", 2, 3},
    {"exponential_cdf_c", 2, 3},
    {"exponential_quantile", 2, 2},
    {"exponential_quantile_c", 2, 2},
    {"uniform_pdf", 3, 4},
    {"uniform_cdf", 3, 4},
    {"uniform_cdf_c", 3, 4},
    {"uniform_quantile", 3, 3},
    {"uniform_quantile_c", 3, 3},
    {"landau_pdf", 1, 3, {0, 1, 0}},
    {"landau_cdf", 1, 3, {0, 1, 0}},
    {"landau_cdf_c", 1, 3, {0, 1, 0}},
    {"gamma_pdf", 3, 4},
    {"gamma_cdf", 3, 4},
    {"gamma_cdf_c", 3, 4},
    {"gamma_quantile", 3, 3},
    {"gamma_quantile_c", 3, 3},
    {"chisquared_pdf", 2, 3},
    {"chisquared_cdf", 2, 3},
    {"chisquared_cdf_c", 2, 3},
    {"chisquared_quantile", 2, 2},
    {"chisquared_quantile_c", 2, 2},
    {"poisson_pdf", 2, 2, {}, {true}},
    {"poisson_cdf", 2, 2, {}, {true}},
    {"poisson_cdf_c", 2, 2, {}, {true}},
    {"binomial_pdf", 3, 3, {}, {true, false, true}},
    {"binomial_cdf", 3, 3, {}, {true, false, true}},
    {"binomial_cdf_c", 3, 3, {}, {true, false, true}},
    {"negative_binomial_pdf", 3, 3, {}, {true}},
    {"negative_binomial_cdf", 3, 3, {}, {true}},
    {"negative_binomial_cdf_c", 3, 3, {}, {true}},
    {"beta_pdf", 3, 3},
    {"beta_cdf", 3, 3},
    {"beta_cdf_c", 3, 3},
    {"beta_quantile", 3, 3},
    {"beta_quantile_c", 3, 3},
    {"fdistribution_pdf", 3, 4},
    {"fdistribution_cdf", 3, 4},
    {"fdistribution_cdf_c", 3, 4},
    {"fdistribution_quantile", 3, 3},
    {"fdistribution_quantile_c", 3, 3},
    {"tdistribution_pdf", 2, 3},
    {"tdistribution_cdf", 2, 3},
    {"tdistribution_cdf_c", 2, 3},
    {"tdistribution_quantile", 2, 2},
    {"tdistribution_quantile_c", 2, 2},
    {"inc_gamma", 2, 2},
    {"inc_gamma_c", 2, 2},
    {"inc_beta", 3, 3},
});

/// The value of the function at a place in `probabilities`, of all its arguments, none of which is NaN. Takes bounded
/// time. Threads: a pure function.
double probability_value(double place, const double* arguments) noexcept;

}  // namespace ramet::inline v1::expr
