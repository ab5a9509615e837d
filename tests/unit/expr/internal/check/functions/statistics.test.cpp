#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("distributions have the arguments that TMath gives them") {
  CHECK(sample::values("TMath::Factorial(5)") == "120 120 120");
  CHECK(sample::values("TMath::Binomial(5, 2)") == "10 10 10");
  CHECK(sample::values("TMath::Gaus(0)") == "1 1 1");
  CHECK(sample::values("TMath::IsNaN(TMath::Gaus(sqrt(-1.)))") == "true true true");
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

TEST_CASE("samples are put in order") {
  CHECK(sample::values("TMath::Median(4, RVec<int>{2, 1, 3, 7})") == sample::values("2.5"));
  CHECK(sample::values("TMath::Median(3, RVec<int>{2, 1, 3, 7})") == sample::values("2."));
  CHECK(sample::values("TMath::Median(0, RVec<int>{})") == sample::values("0."));
  CHECK(sample::values("TMath::KOrdStat(3, RVec<int>{2, 1, 3}, 2)") == sample::values("3"));
  CHECK(sample::values("TMath::BinarySearch(3, RVec<int>{1, 2, 5}, 2)") == sample::values("1l"));
  CHECK(sample::values("TMath::BinarySearch(3, RVec<int>{1, 2, 5}, 0)") == sample::values("-1l"));
  CHECK(sample::values("TMath::Mean(2, RVec<int>{1, 4}, RVec<int>{2, 1})") == sample::values("2."));
  CHECK(sample::values("TMath::GeomMean(0, RVec<int>{})") == sample::values("-1."));
  CHECK(sample::values("TMath::Gaus(1, 0, 0, true)") == sample::values("1e30"));
  CHECK(sample::values("TMath::NormQuantile(2) + TMath::ErfInverse(1)") == sample::values("0."));
}

TEST_CASE("functions of ROOT::Math have the arguments that ROOT gives them") {
  CHECK(sample::values("ROOT::Math::normal_cdf(0)") == "0.5 0.5 0.5");
  CHECK(sample::values("ROOT::Math::gaussian_cdf(3, 2, 3)") == "0.5 0.5 0.5");
  CHECK(sample::values("ROOT::Math::uniform_pdf(1.5f, 1, 3)") == "0.5 0.5 0.5");
  CHECK(sample::values("ROOT::Math::poisson_cdf(2.9, 3) == ROOT::Math::poisson_cdf(2, 3)") == "true true true");
  CHECK(sample::type("ROOT::Math::landau_pdf(v)") == "var * float64");
  CHECK(sample::error("ROOT::Math::chisquared_cdf(1)").find("ROOT::Math::chisquared_cdf takes 2 to 3") == 0);
  CHECK(sample::error("ROOT::Math::normal_pdf(s)").find("ROOT::Math::normal_pdf of a string") == 0);
}
