#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("functions of ROOT::Math have the arguments that ROOT gives them") {
  CHECK(sample::values("ROOT::Math::normal_cdf(0)") == "0.5 0.5 0.5");
  CHECK(sample::values("ROOT::Math::gaussian_cdf(3, 2, 3)") == "0.5 0.5 0.5");
  CHECK(sample::values("ROOT::Math::uniform_pdf(1.5f, 1, 3)") == "0.5 0.5 0.5");
  CHECK(sample::values("ROOT::Math::poisson_cdf(2.9, 3) == ROOT::Math::poisson_cdf(2, 3)") == "true true true");
  CHECK(sample::type("ROOT::Math::landau_pdf(v)") == "var * float64");
  CHECK(sample::error("ROOT::Math::chisquared_cdf(1)").find("ROOT::Math::chisquared_cdf takes 2 to 3") == 0);
  CHECK(sample::error("ROOT::Math::normal_pdf(s)").find("ROOT::Math::normal_pdf of a string") == 0);
}
