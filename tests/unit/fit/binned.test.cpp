#include "ramet/fit/binned.hpp"

#include <cmath>
#include <limits>

#include "unit/fit/sample/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet::fit;

namespace {

const std::vector<double> edges{0, 1, 2, 4, 5, 7, 9.5};
const std::vector<double> contents{30, 0, 80, 90, 50, 12};
const std::vector<double> variances{45, 0, 100, 90, 70, 10};

}  // namespace

TEST_CASE("binned: the derivatives are those of differences, of all shapes and costs") {
  const auto executor = ramet::schedule::make_serial_executor();
  for (const auto& [name, model, parameters] : ramet::tests::sample_models())
    for (const BinnedCost kind : {BinnedCost::likelihood, BinnedCost::chi_square})
      for (const bool is_weighted : {false, true}) {
        if (kind == BinnedCost::chi_square && !model.is_extended()) continue;
        CAPTURE(name);
        CAPTURE(is_weighted);
        Bins bins{.edges = edges, .contents = contents};
        if (is_weighted) bins.variances = variances;
        const auto cost = binned(bins, model, kind);
        std::vector<double> gradient(parameters.size());
        cost->evaluate(parameters, gradient, *executor);
        const auto value = [&](const std::vector<double>& at) { return cost->evaluate(at, {}, *executor).value; };
        for (std::size_t i = 0; i < parameters.size(); ++i)
          CHECK(gradient[i] == doctest::Approx(ramet::tests::slope_of(value, parameters, i)).epsilon(1e-6).scale(1));
      }
}

TEST_CASE("binned: the likelihood is Baker and Cousins', with integrals over the bins") {
  const auto executor = ramet::schedule::make_serial_executor();
  const Model model = extended({uniform({.low = 0, .high = 10})}, {"n"});
  const auto cost = binned({.edges = std::vector<double>{0, 2, 5}, .contents = std::vector<double>{3, 0}}, model);
  CHECK(cost->points() == 2);
  const double expected = 2 * (2 - 3 + 3 * std::log(3.0 / 2)) + 2 * 3;
  CHECK(cost->evaluate(std::vector{10.0}, {}, *executor).value == doctest::Approx(expected));
  // without yields, of the shape alone
  const auto shape = binned({.edges = std::vector<double>{0, 2, 5}, .contents = std::vector<double>{4, 6}},
                            uniform({.low = 0, .high = 10}));
  CHECK(shape->evaluate({}, {}, *executor).value == doctest::Approx(0).scale(1));
  CHECK(binned({.edges = std::vector<double>{0, 2, 5}, .contents = std::vector<double>{3, 0}}, model,
               BinnedCost::chi_square)
            ->points() == 1);
}

TEST_CASE("binned: without yields, the cost is the least one of any number of events, with weights, too") {
  const auto executor = ramet::schedule::make_serial_executor();
  const Model shape = mixture({exponential(3.0, {.low = 0, .high = 10}), uniform({.low = 0, .high = 10})}, {"f"});
  const Model with_yield = extended({shape}, {"n"});
  const std::vector<double> weighted{4, 3, 50, 100, 150, 50}, squares{4, 3, 2500, 5000, 7500, 2500};
  const Bins bins{.edges = edges, .contents = weighted, .variances = squares};
  const auto of_shape = binned(bins, shape), of_both = binned(bins, with_yield);
  for (const double fraction : {0.1, 0.5, 0.9}) {
    const auto with = [&](double events) {
      return of_both->evaluate(std::vector{fraction, events}, {}, *executor).value;
    };
    double low = 1, high = 10000;
    while (high - low > 1e-5) {
      const double third = (high - low) / 3;
      (with(low + third) < with(high - third) ? high : low) += with(low + third) < with(high - third) ? -third : third;
    }
    CHECK(of_shape->evaluate(std::vector{fraction}, {}, *executor).value ==
          doctest::Approx(with(0.5 * (low + high))).epsilon(1e-10));
  }
}

TEST_CASE("binned: bins that cannot be are refused") {
  const Model model = extended({gauss("m", "s")}, {"n"}), shape = gauss("m", "s");
  const auto make = [&](const std::vector<double>& some_edges, const std::vector<double>& some_contents,
                        const std::vector<double>& some_variances = {}) {
    return binned({.edges = some_edges, .contents = some_contents, .variances = some_variances}, model);
  };
  CHECK_THROWS_AS(make({0}, {}), ramet::Error);
  CHECK_THROWS_AS(make({0, 1, 2}, {1}), ramet::Error);
  CHECK_THROWS_AS(make({0, 0}, {1}), ramet::Error);
  CHECK_THROWS_AS(make({0, std::nan("")}, {1}), ramet::Error);
  CHECK_THROWS_AS(make({0, 1}, {-1}), ramet::Error);
  CHECK_THROWS_AS(make({0, 1}, {std::nan("")}), ramet::Error);
  CHECK_THROWS_AS(make({0, 1}, {0}), ramet::Error);
  CHECK_THROWS_AS(make({0, 1}, {1}, {1, 2}), ramet::Error);
  CHECK_THROWS_AS(make({0, 1}, {1}, {-1}), ramet::Error);
  CHECK_THROWS_AS(binned({.edges = edges, .contents = contents}, shape, BinnedCost::chi_square), ramet::Error);
  CHECK_THROWS_AS(binned({.edges = edges, .contents = contents}, shape.within({.low = 1, .high = 10})), ramet::Error);
  const auto executor = ramet::schedule::make_serial_executor();
  const auto cost = binned({.edges = edges, .contents = contents}, shape);
  CHECK(cost->evaluate(std::vector{1.0, 0.0}, {}, *executor).value == std::numeric_limits<double>::infinity());
}

TEST_CASE("binned: templates with errors have a factor for each bin, and derivatives by the yields") {
  const auto executor = ramet::schedule::make_serial_executor();
  const std::vector<double> first{30, 20, 40, 10, 20, 5}, second{5, 5, 30, 60, 20, 5};
  const auto parts = [&](std::span<const double> one, std::span<const double> other) {
    return std::vector{histogram(edges, first, one), histogram(edges, second, other)};
  };
  const Model known = extended(parts({}, {}), {"a", "b"}), measured = extended(parts(first, second), {"a", "b"});
  for (const BinnedCost kind : {BinnedCost::likelihood, BinnedCost::chi_square}) {
    const Bins bins{.edges = edges, .contents = contents};
    const auto cost = binned(bins, measured, kind);
    const std::vector<double> at{120, 140};
    std::vector<double> gradient(2);
    cost->evaluate(at, gradient, *executor);
    const auto value = [&](const std::vector<double>& values) { return cost->evaluate(values, {}, *executor).value; };
    for (std::size_t i = 0; i < 2; ++i)
      CHECK(gradient[i] == doctest::Approx(ramet::tests::slope_of(value, at, i)).epsilon(1e-6));
    CHECK(value(at) < binned(bins, known, kind)->evaluate(at, {}, *executor).value);
  }
  const Model of_shape = mixture(parts(first, second), {"f"});
  CHECK_THROWS_AS(binned({.edges = edges, .contents = contents}, of_shape), ramet::Error);
}
