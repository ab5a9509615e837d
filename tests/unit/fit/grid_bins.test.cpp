#include "ramet/fit/grid_bins.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "unit/fit/sample/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/fit/binned.hpp"
#include "ramet/fit/internal/joint.hpp"
#include "ramet/fit/joint.hpp"
#include "ramet/fit/shapes.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet::fit;
namespace schedule = ramet::schedule;

namespace {

constexpr Interval of_mass{.low = 0, .high = 10}, of_time{.low = 0, .high = 20}, of_angle{.low = -1, .high = 1};

/// A histogram whose cells have contents that look random. Threads: a value.
struct Cells {
  std::vector<std::vector<double>> edges;
  std::vector<double> contents{}, variances{};
  std::vector<std::span<const double>> axes{};

  explicit Cells(std::vector<std::vector<double>> of_axes, bool is_weighted = false) : edges(std::move(of_axes)) {
    std::size_t count = 1;
    for (const std::vector<double>& one : edges) {
      axes.emplace_back(one);
      count *= one.size() - 1;
    }
    for (std::size_t i = 0; i < count; ++i) {
      contents.push_back(static_cast<double>((i * 7919 + 13) % 23) / (is_weighted ? 1.7 : 1));
      if (is_weighted) variances.push_back(static_cast<double>((i * 104729 + 5) % 31) / 3);
    }
  }
  GridBins bins() const { return {.edges = axes, .contents = contents, .variances = variances}; }
};

std::vector<double> steps(double low, double high, std::size_t bins) {
  std::vector<double> edges;
  for (std::size_t i = 0; i <= bins; ++i)
    edges.push_back(low +
                    (high - low) * static_cast<double>(i * i + 3 * i) / static_cast<double>(bins * bins + 3 * bins));
  return edges;
}

struct Sample {
  std::string name;
  JointModel model;
  std::vector<double> parameters;
  std::vector<std::vector<double>> edges;
};

std::vector<Sample> samples() {
  const JointModel peak =
      product({mixture({gauss("m", "s", of_mass), gauss("m", 1.5, of_mass)}, {"core"}), exponential("tau", of_time)});
  const JointModel rest = product({exponential("slope", of_mass), exponential("short", of_time)});
  const JointModel third = product({uniform(of_mass), exponential("tau", of_time)});
  const std::vector<double> shape{5, 0.4, 0.7, 3, 6, 0.8};
  const auto with = [&](std::vector<double> more) {
    std::vector<double> all = shape;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const std::vector<std::vector<double>> plane{steps(0, 10, 9), steps(0.5, 19, 13)};
  const JointModel space =
      product({gauss("m", "s", of_mass), exponential("tau", of_time), chebyshev({"c", 0.1}, of_angle)});
  const JointModel flat = product({formula("1+[a]*x", of_mass), exponential("short", of_time), uniform(of_angle)});
  const std::vector<std::vector<double>> cube{steps(1, 9, 5), steps(0, 20, 7), steps(-1, 0.8, 6)};
  return {
      {"yields", extended({peak, rest, third}, {"a", "b", "c"}), with({300, 500, 200}), plane},
      {"fractions", mixture({peak, rest, third}, {"f", "g"}), with({0.3, 0.5}), plane},
      {"a nested mixture",
       extended({mixture({peak, third}, {"f"}), rest}, {"a", "b"}),
       {5, 0.4, 0.7, 3, 0.9, 6, 0.8, 500, 400},
       plane},
      {"a product", peak, {5, 0.4, 0.7, 3}, plane},
      {"three axes with yields",
       extended({space, flat}, {"some", "others"}),
       {5, 1.2, 3, 0.3, 0.2, 0.9, 900, 700},
       cube},
      {"three axes with a fraction", mixture({space, flat}, {"f"}), {5, 1.2, 3, 0.3, 0.2, 0.9, 0.4}, cube},
      {"one axis",
       extended({product({gauss("m", "s", of_mass)}), product({uniform(of_mass)})}, {"a", "b"}),
       {5, 1, 200, 300},
       {steps(0, 10, 40)}},
  };
}

/// What a cell expects, one by one.
std::vector<double> expectations(const Sample& sample) {
  const internal::Joint& joint = sample.model.joint();
  const internal::JointPoint point = joint.point_at(sample.parameters);
  std::vector<double> made;
  std::size_t count = 1;
  for (const auto& axis : sample.edges) count *= axis.size() - 1;
  for (std::size_t cell = 0; cell < count; ++cell) {
    double sum = 0;
    for (std::size_t k = 0; k < joint.terms().size(); ++k) {
      double product = point.weights[k];
      for (std::size_t axis = sample.edges.size(), left = cell; axis-- > 0; left /= sample.edges[axis].size() - 1) {
        const std::size_t bin = left % (sample.edges[axis].size() - 1);
        product *= joint.terms()[k].parts[axis].model.integral(
            point.parts[k * sample.edges.size() + axis].parameters,
            {.low = sample.edges[axis][bin], .high = sample.edges[axis][bin + 1]});
      }
      sum += product;
    }
    made.push_back(sum);
  }
  return made;
}

}  // namespace

TEST_CASE("grid bins: the value is the sum over cells, with products of integrals") {
  const auto executor = schedule::make_serial_executor();
  for (const Sample& sample : samples()) {
    CAPTURE(sample.name);
    const Cells cells(sample.edges);
    std::vector<double> expected = expectations(sample);
    double events = 0, all = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      events += cells.contents[i];
      all += expected[i];
    }
    double likelihood = 0, squares = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double n = cells.contents[i], mean = expected[i] * (sample.model.is_extended() ? 1 : events / all);
      likelihood += 2 * (mean - n + (n > 0 ? n * std::log(n / mean) : 0));
      if (n > 0) squares += (n - mean) * (n - mean) / n;
    }
    const auto cost = binned(cells.bins(), sample.model);
    CHECK(cost->points() == expected.size());
    CHECK(cost->evaluate(sample.parameters, {}, *executor).value == doctest::Approx(likelihood).epsilon(1e-11));
    if (!sample.model.is_extended()) continue;
    const auto chi_square = binned(cells.bins(), sample.model, BinnedCost::chi_square);
    CHECK(chi_square->evaluate(sample.parameters, {}, *executor).value == doctest::Approx(squares).epsilon(1e-11));
  }
}

TEST_CASE("grid bins: the derivatives are those of differences, of all costs and numbers of axes") {
  const auto executor = schedule::make_serial_executor();
  for (const Sample& sample : samples())
    for (const BinnedCost kind : {BinnedCost::likelihood, BinnedCost::chi_square})
      for (const bool is_weighted : {false, true}) {
        if (kind == BinnedCost::chi_square && !sample.model.is_extended()) continue;
        CAPTURE(sample.name);
        CAPTURE(is_weighted);
        const Cells cells(sample.edges, is_weighted);
        const auto cost = binned(cells.bins(), sample.model, kind);
        std::vector<double> gradient(sample.parameters.size());
        const Evaluation found = cost->evaluate(sample.parameters, gradient, *executor);
        const auto value = [&](const std::vector<double>& at) { return cost->evaluate(at, {}, *executor).value; };
        CHECK(found.value == doctest::Approx(value(sample.parameters)).epsilon(1e-13));
        for (std::size_t i = 0; i < sample.parameters.size(); ++i) {
          CAPTURE(sample.model.parameters()[i].name);
          CHECK(gradient[i] ==
                doctest::Approx(ramet::tests::slope_of(value, sample.parameters, i)).epsilon(1e-6).scale(10));
        }
      }
}

TEST_CASE("grid bins: products of all shapes have the derivatives of differences") {
  const auto executor = schedule::make_serial_executor();
  for (const auto& [name, model, parameters] : ramet::tests::sample_models()) {
    if (model.is_extended()) continue;
    CAPTURE(name);
    const Cells cells({steps(0, 10, 6), steps(0, 10, 4)});
    std::vector<double> at = parameters;
    at.push_back(2.5);
    at.push_back(120);
    const JointModel joint = extended({product({model, exponential("time", of_time)})}, {"events"});
    const auto cost = binned(cells.bins(), joint);
    std::vector<double> gradient(at.size());
    cost->evaluate(at, gradient, *executor);
    const auto value = [&](const std::vector<double>& values) { return cost->evaluate(values, {}, *executor).value; };
    for (std::size_t i = 0; i < at.size(); ++i)
      CHECK(gradient[i] == doctest::Approx(ramet::tests::slope_of(value, at, i)).epsilon(1e-5).scale(1));
  }
}

TEST_CASE("grid bins: an axis with one bin of a uniform model changes nothing") {
  const auto executor = schedule::make_serial_executor();
  const Model first = gauss("m", "s", of_mass), second = exponential("t", of_mass), none = uniform(of_time);
  const std::vector<double> parameters{5, 1, 4, 300, 200};
  const Cells wide({steps(0, 10, 50), {0, 20}}), tall({{0, 20}, steps(0, 10, 50)});
  const Bins bins{.edges = wide.edges[0], .contents = wide.contents};
  for (const BinnedCost kind : {BinnedCost::likelihood, BinnedCost::chi_square}) {
    const double expected =
        binned(bins, extended({first, second}, {"a", "b"}), kind)->evaluate(parameters, {}, *executor).value;
    const auto before = extended({product({none, first}), product({none, second})}, {"a", "b"});
    const auto behind = extended({product({first, none}), product({second, none})}, {"a", "b"});
    CHECK(binned(wide.bins(), behind, kind)->evaluate(parameters, {}, *executor).value ==
          doctest::Approx(expected).epsilon(1e-13));
    CHECK(binned(tall.bins(), before, kind)->evaluate(parameters, {}, *executor).value ==
          doctest::Approx(expected).epsilon(1e-13));
  }
}

TEST_CASE("grid bins: any number of threads gives the same bits") {
  for (Sample& sample : samples()) {
    CAPTURE(sample.name);
    for (auto& axis : sample.edges)
      axis = steps(axis.front(), axis.back(), sample.edges.size() == 2 ? 211 : sample.edges.size() == 3 ? 41 : 3000);
    const Cells cells(sample.edges, true);
    const auto cost = binned(cells.bins(), sample.model);
    std::vector<double> expected(sample.parameters.size());
    const double value = cost->evaluate(sample.parameters, expected, *schedule::make_serial_executor()).value;
    const double alone = cost->evaluate(sample.parameters, {}, *schedule::make_serial_executor()).value;
    for (const std::size_t threads : {1U, 2U, 7U}) {
      const auto executor = schedule::make_thread_executor(threads);
      std::vector<double> gradient(sample.parameters.size());
      CHECK(cost->evaluate(sample.parameters, gradient, *executor).value == value);
      CHECK(gradient == expected);
      CHECK(cost->evaluate(sample.parameters, {}, *executor).value == alone);
    }
  }
}

TEST_CASE("grid bins: cells without a density are counted, and parameters without one are infinite") {
  const auto executor = schedule::make_serial_executor();
  const JointModel model = product({gauss("m", "s", of_mass), exponential("t", of_time)});
  const Cells cells({{0, 1, 9, 10}, {0, 5, 20}});
  const auto cost = binned(cells.bins(), model);
  std::vector<double> gradient(3);
  const Evaluation far = cost->evaluate(std::vector{5.0, 1e-3, 1.0}, gradient, *executor);
  CHECK(far.absent == 4);
  CHECK(std::isfinite(far.value));
  for (const double slope : gradient) CHECK(std::isfinite(slope));
  const Evaluation none = cost->evaluate(std::vector{5.0, 0.0, 1.0}, gradient, *executor);
  CHECK(none.value == std::numeric_limits<double>::infinity());
  CHECK(none.absent == 6);
  const Cells many({steps(0, 10, 60), steps(0, 20, 60)});
  for (const BinnedCost kind : {BinnedCost::likelihood, BinnedCost::chi_square}) {
    const auto extended_cost = binned(many.bins(), extended({model}, {"n"}), kind);
    const double huge = extended_cost->evaluate(std::vector{5.0, 1.0, 1.0, 1e308}, {}, *executor).value;
    CHECK(huge > 1e307);
    CHECK(extended_cost->evaluate(std::vector{5.0, 1.0, 1.0, 1e300}, {}, *executor).value > 1e299);
  }
}

TEST_CASE("grid bins: what cannot be is refused, with axis and place") {
  const JointModel model = extended({product({gauss("m", "s", of_mass), exponential("t", of_time)})}, {"n"});
  const JointModel shape = product({gauss("m", "s", of_mass), exponential("t", of_time)});
  const auto refused = [&](std::vector<std::vector<double>> edges, std::vector<double> contents, const char* text,
                           const std::vector<double>& variances = {}) {
    std::vector<std::span<const double>> axes(edges.begin(), edges.end());
    CHECK_THROWS_WITH_AS(binned({.edges = axes, .contents = contents, .variances = variances}, model), text,
                         ramet::Error);
  };
  const std::vector<double> x{0, 1, 2}, y{0, 5, 10, 20}, six{1, 2, 3, 4, 5, 6};
  const double nan = std::nan("");
  refused({x}, {1, 2}, "the number of axes is 1, that of the model's variables 2");
  refused({x, y, y}, six, "the number of axes is 3, that of the model's variables 2");
  refused({x, {3}}, {}, "there are 1 edges of axis 1, expected two or more");
  refused({x, {}}, {}, "there are 0 edges of axis 1, expected two or more");
  refused({{0, 2, 2}, y}, six, "the edges 2 and 2 of bin 1 of axis 0 do not ascend");
  refused({x, {0, nan, 2, 3}}, six, "the edges 0 and nan of bin 0 of axis 1 do not ascend");
  refused({x, {0, 5, 10, 20.5}}, six, "the bins from 0 to 20.5 of axis 1 are not in the model's range 0 to 20");
  refused({x, y}, {1, 2, 3, 4, 5}, "there are 5 contents of 2 x 3 cells");
  refused({x, y}, {1, 2}, "there are 2 contents of 2 x 3 cells");
  refused({x, y}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, "there are 12 contents of 2 x 3 cells");
  refused({x, y}, {}, "there are 0 contents of 2 x 3 cells");
  refused({x, y}, {1, 2, 3, 4, nan, 6}, "cell (1, 1) has the content nan with the variance nan");
  refused({x, y}, {1, 2, -3, 4, 5, 6}, "cell (0, 2) has the content -3: a likelihood has no negative contents");
  refused({x, y}, six, "cell (1, 2) has the content 6 with the variance -1", {1, 1, 1, 1, 1, -1});
  refused({x, y}, six, "there are 2 variances of 6 bins", {1, 1});
  refused({x, y}, {0, 0, 0, 0, 0, 0}, "all 6 bins are empty");
  const std::vector<std::span<const double>> axes{x, y};
  CHECK_THROWS_WITH_AS(binned({.edges = axes, .contents = six}, shape, BinnedCost::chi_square),
                       "chi square compares numbers of events: the model needs yields", ramet::Error);
}

TEST_CASE("grid bins: a product of sizes beyond the numbers is no number of cells") {
  // 2^16 bins of each of four axes: 2^64 cells, which are 0 modulo 2^64
  const Model flat = uniform({.low = 0, .high = 1});
  std::vector<double> edges;
  for (std::size_t i = 0; i <= 65536; ++i) edges.push_back(static_cast<double>(i) / 65536);
  const std::vector<std::span<const double>> axes(4, edges);
  CHECK_THROWS_WITH_AS(binned({.edges = axes, .contents = {}}, product({flat, flat, flat, flat})),
                       "there are 0 contents of 65536 x 65536 x 65536 x 65536 cells", ramet::Error);
}

TEST_CASE("grid bins: templates are parts of products, those with errors are not") {
  const std::vector<double> edges{0, 1, 2}, contents{3, 1}, cells{9, 3, 3, 1};
  const std::vector<std::span<const double>> axes{edges, edges};
  const Model known = histogram(edges, contents, {}), measured = histogram(edges, contents, contents);
  const auto cost = binned({.edges = axes, .contents = cells}, extended({product({known, known})}, {"n"}));
  const auto executor = schedule::make_serial_executor();
  CHECK(cost->evaluate(std::vector{16.0}, {}, *executor).value == doctest::Approx(0).scale(1));
  try {
    binned({.edges = axes, .contents = cells}, extended({product({known, measured})}, {"n"}));
    FAIL("nothing was thrown");
  } catch (const ramet::Error& error) {
    CHECK(error.kind() == ramet::ErrorKind::unsupported);
    CHECK(std::string(error.what()).find("a template with errors, of axis 1") == 0);
  }
}
