#include "ramet/fit/internal/joining.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::fit;
using namespace ramet::fit::internal;

namespace {

Component of(ShapeKind kind) { return {.kind = kind, .arguments = {}, .factors = {}}; }

}  // namespace

TEST_CASE("joining: a name is one parameter, with the narrower limits") {
  std::vector<Parameter> parameters;
  CHECK(term_of("a", -1, 5, parameters).parameter == 0);
  CHECK(term_of("b", 0, 1, parameters).parameter == 1);
  CHECK(term_of("a", 0, 9, parameters).parameter == 0);
  CHECK(parameters[0] == Parameter{"a", 0, 5});
  CHECK(term_of(2.5, 0, 1, parameters).value({}) == 2.5);
  CHECK(parameters.size() == 2);
}

TEST_CASE("joining: ranges are checked, and compared") {
  CHECK_NOTHROW(check_range(of(ShapeKind::gauss), {}));
  CHECK_THROWS_AS(check_range(of(ShapeKind::uniform), {.low = 0}), ramet::Error);
  CHECK_THROWS_AS(check_range(of(ShapeKind::gauss), {.low = 2, .high = 1}), ramet::Error);
  CHECK_THROWS_AS(check_range(of(ShapeKind::gauss), {.low = std::numeric_limits<double>::quiet_NaN()}), ramet::Error);
  CHECK(common_range({gauss(), gauss("m", "s")}) == Interval{});
  CHECK_THROWS_AS(common_range({gauss(), exponential()}), ramet::Error);
  CHECK_THROWS_AS(common_range({}), ramet::Error);
}

TEST_CASE("joining: the weights of nested models are products") {
  const Interval range{.low = 0, .high = 1};
  const Model inner = join({uniform(range), uniform(range)}, {"f"}, range, Weights::fractions);
  const Model outer = join({inner, uniform(range)}, {"g"}, range, Weights::fractions);
  const std::vector<double> values{0.25, 0.5};
  std::vector<double> weights;
  for (const Component& one : outer.mixture().components())
    weights.push_back(internal::product_of(one.factors, values));
  CHECK(weights == std::vector{0.125, 0.375, 0.5});
}
