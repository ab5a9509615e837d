#include "ramet/expr/internal/run/special/probabilities.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>

#include <doctest/doctest.h>

using namespace ramet::expr;
using doctest::Approx;

namespace {

double value_named(std::string_view name, std::initializer_list<double> given) {
  const auto* const found =
      std::ranges::find_if(probabilities, [&](const Probability& one) { return one.name == name; });
  REQUIRE(found != probabilities.end());
  std::array<double, most_probability_arguments> arguments = found->defaults;
  std::ranges::copy(given, arguments.begin());
  return probability_value(static_cast<double>(found - probabilities.begin()), arguments.data());
}

}  // namespace

TEST_CASE("shares below and above are one together, and densities are their slopes") {
  for (const Probability& one : probabilities) {
    const std::string name(one.name);
    if (!name.ends_with("_cdf")) continue;
    CAPTURE(name);
    const double x = name.starts_with("beta") ? 0.375 : 2.5;
    const double step = one.whole[0] ? 1 : 1e-5;
    const double place = one.whole[0] ? 2 : x;
    const double third = one.least <= 2 ? 0.5 : 3.5;  // a shift, or a parameter
    const double fourth = name.starts_with("crystal") ? 2 : 0.5;
    const auto of = [&](const std::string& what, double where) {
      if (what.find("binomial") != std::string::npos) return value_named(what, {where, 0.25, 5});
      return value_named(what, {where, 1.25, third, fourth});
    };
    CHECK(of(name, place) + of(name + "_c", place) == Approx(1).epsilon(1e-12));
    const std::string density = name.substr(0, name.size() - 3) + "pdf";
    const double slope = one.whole[0] ? of(name, place) - of(name, place - 1)
                                      : (of(name, place + step) - of(name, place - step)) / (2 * step);
    if (!name.starts_with("landau")) CHECK(of(density, place) == Approx(slope).epsilon(1e-6));
  }
}

TEST_CASE("quantiles are where the share is") {
  for (const Probability& one : probabilities) {
    const std::string name(one.name);
    const bool is_above = name.ends_with("_quantile_c");
    if (!is_above && !name.ends_with("_quantile")) continue;
    CAPTURE(name);
    const std::string integral = name.substr(0, name.rfind("_quantile")) + (is_above ? "_cdf_c" : "_cdf");
    for (const double share : {1e-6, 0.25, 0.75}) {
      const bool has_one = one.most == 2;
      const double place = has_one ? value_named(name, {share, 1.25}) : value_named(name, {share, 1.25, 3.5});
      const double found = has_one ? value_named(integral, {place, 1.25}) : value_named(integral, {place, 1.25, 3.5});
      CHECK(found == Approx(share).epsilon(1e-9));
    }
  }
}

TEST_CASE("values beyond a range") {
  CHECK(value_named("exponential_pdf", {-1, 2}) == 0);
  CHECK(value_named("exponential_cdf_c", {-1, 2}) == 1);
  CHECK(value_named("normal_quantile", {0, 1}) == -INFINITY);
  CHECK(value_named("poisson_pdf", {-1, 2}) == 0);
  CHECK(value_named("binomial_pdf", {0, 0, 3}) == 1);
  CHECK(std::isnan(value_named("crystalball_pdf", {0, 1, 0.5, 1})));
  CHECK(value_named("gamma_quantile_c", {1e-30, 2, 1}) == Approx(73.43).epsilon(1e-3));
}

TEST_CASE("a place without a function has no value") {
  const double arguments[most_probability_arguments] = {};
  CHECK(std::isnan(probability_value(-1, arguments)));
  CHECK(std::isnan(probability_value(1000, arguments)));
}
