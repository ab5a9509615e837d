#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("distributions have the arguments that TMath gives them") {
  CHECK(sample::values("TMath::Factorial(5)") == "120 120 120");
  CHECK(sample::values("TMath::Binomial(5, 2)") == "10 10 10");
  CHECK(sample::values("TMath::Gaus(0)") == "1 1 1");
  CHECK(sample::values("TMath::Freq(0)") == "0.5 0.5 0.5");
  CHECK(sample::type("TMath::Landau(v)") == "var * float64");
  CHECK(sample::error("TMath::Landau()").find("TMath::Landau takes 1 to 4 arguments, not 0") == 0);
  CHECK(sample::error("TMath::Prob(s, 1)").find("TMath::Prob of a string") == 0);
  CHECK(sample::error("TMath::Vavilov(x, 1, 1)").find("TMath::Vavilov is not supported") == 0);
}

TEST_CASE("means of samples") {
  CHECK(sample::values("TMath::Mean(w.begin(), w.end()) > 0") == "true false false");
  CHECK(sample::values("TMath::LocMax(w.size(), w.data())") == "2 -1 0");
  CHECK(sample::values("TMath::RMS(2, RVec<float>{1, 3}.data()) * TMath::RMS(2, RVec<float>{1, 3}.data()) > 1.99") ==
        "true true true");
}
