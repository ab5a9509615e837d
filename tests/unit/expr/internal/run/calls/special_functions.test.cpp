#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("special functions are computed for each point, with all arguments") {
  CHECK(sample::values("TMath::BetaIncomplete(0.5, 1, i + 1)") == "0.875 0.5 0.984375");
  CHECK(sample::values("TMath::Poisson(0, 0 * x)") == "1 1 1");
  CHECK(sample::values("TMath::BreitWigner(v, v, 2) * TMath::Pi()") == "[1,1,1] [] [1]");
}
