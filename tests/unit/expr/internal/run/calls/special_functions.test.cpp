#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("special functions are computed for each point, with all arguments") {
  CHECK(sample::values("TMath::BetaIncomplete(0.5, 1, i + 1)") == "0.875 0.5 0.984375");
  CHECK(sample::values("TMath::Poisson(0, 0 * x)") == "1 1 1");
  CHECK(sample::values("TMath::BreitWigner(v, v, 2) * TMath::Pi()") == "[1,1,1] [] [1]");
}

TEST_CASE("neighbours with the same bits share a value, those that are only equal do not") {
  const std::string phi = "[](double y) { return ROOT::Math::PxPyPzEVector(-1, y, 0, 1).Phi(); })";
  CHECK(sample::values("Map(RVec<double>{0.0, -0.0, 0.0 * i}, " + phi + " > 0") == "[1,0,1] [1,0,1] [1,0,1]");
  CHECK(sample::values("Map(RVec<double>{1.0, 1.0, 0.0 * i}, " + phi + " > 3") == "[0,0,1] [0,0,1] [0,0,1]");
  CHECK(sample::values("Map(RVec<double>{i, i, 5}, [](double n) { return TMath::BetaIncomplete(0.5, 1, n + 1); })") ==
        "[0.875,0.875,0.984375] [0.5,0.5,0.984375] [0.984375,0.984375,0.984375]");
}
