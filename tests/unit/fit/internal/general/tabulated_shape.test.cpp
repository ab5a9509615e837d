#include "ramet/fit/internal/general/tabulated_shape.hpp"

#include <vector>

#include "unit/fit/sample/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/fit/internal/mixture.hpp"

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("tabulated shape: densities and derivatives are those of the shape") {
  std::vector<double> x;
  for (int k = 0; k < 200; ++k) x.push_back(0.01 + 0.05 * k);
  for (const auto& [name, model, parameters] : ramet::tests::sample_models()) {
    const Component& component = model.mixture().components().front();
    if (!component.general || !component.general->is_slow()) continue;
    CAPTURE(name);
    const GeneralShape& shape = *component.general;
    const auto table = tabulated_shape(component.general);
    const MixturePoint point = model.mixture().point_at(parameters);
    const std::span<const double> at(point.components[0].arguments.data(), component.arguments.size());
    std::vector<double> expected(x.size()), found(x.size());
    shape.densities(at, model.range(), x, expected.data());
    table->densities(at, model.range(), x, found.data());
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(found[i] == doctest::Approx(expected[i]).epsilon(1e-11));
    std::vector<std::vector<double>> slopes(at.size(), expected), others(at.size(), expected);
    std::vector<double*> rows, of_others;
    for (std::size_t k = 0; k < at.size(); ++k) rows.push_back(slopes[k].data()), of_others.push_back(others[k].data());
    shape.slopes(at, model.range(), x, rows.data());
    table->slopes(at, model.range(), x, of_others.data());
    for (std::size_t k = 0; k < at.size(); ++k)
      for (std::size_t i = 0; i < x.size(); ++i)
        CHECK(others[k][i] == doctest::Approx(slopes[k][i]).epsilon(1e-7).scale(1e-2));
    CHECK(table->integral(at, model.range(), model.range(), nullptr) ==
          shape.integral(at, model.range(), model.range(), nullptr));
    CHECK(table->bounds(at, model.range()) == shape.bounds(at, model.range()));
    CHECK(table->name() == shape.name());
  }
}

TEST_CASE("tabulated shape: models have tables for many events in a finite range") {
  const Interval range{.low = 0, .high = 10};
  const auto has_tables = [](const Model& model, std::size_t events) {
    return &for_events(model, events).mixture() != &model.mixture();
  };
  CHECK(has_tables(voigt("m", "s", "g", range), 100'000));
  CHECK(!has_tables(voigt("m", "s", "g", range), 1000));
  CHECK(!has_tables(voigt("m", "s", "g"), 100'000));
  CHECK(!has_tables(gauss("m", "s", range), 100'000));
  CHECK(!has_tables(argus("e", "s", "p", range), 100'000));
}
