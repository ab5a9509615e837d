#include "ramet/fit/internal/slopes.hpp"

#include <vector>

#include "unit/fit/sample/samples.hpp"
#include <doctest/doctest.h>

using namespace ramet::fit;
using namespace ramet::fit::internal;

TEST_CASE("slopes: those of a density are its value times those of its logarithm") {
  for (const auto& [name, model, parameters] : ramet::tests::sample_models()) {
    CAPTURE(name);
    const MixturePoint point = model.mixture().point_at(parameters);
    alignas(64) double x[strands] = {0.3, 1.2, 2.7, 4.4, 5.5, 6.1, 7.9, 7.9};
    std::vector<double> densities(7), of_densities(7 * parameters.size()), of_logarithms(of_densities.size());
    model.densities(parameters, {x, 7}, densities);
    write_slopes(model.mixture(), point, parameters, x, 7, SlopesOf::densities, of_densities.data());
    write_slopes(model.mixture(), point, parameters, x, 7, SlopesOf::logarithms, of_logarithms.data());
    for (std::size_t i = 0; i < of_densities.size(); ++i)
      CHECK(of_densities[i] ==
            doctest::Approx(of_logarithms[i] * densities[i / parameters.size()]).epsilon(1e-9).scale(1e-9));
  }
}
