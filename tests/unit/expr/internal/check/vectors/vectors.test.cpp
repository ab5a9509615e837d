#include <cmath>
#include <numbers>
#include <string>
#include <string_view>

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

namespace {

double number(const std::string& text) { return std::stod(sample::values(text)); }

constexpr std::string_view one = "ROOT::Math::PtEtaPhiMVector(3, 0.5, 1, 0.1)";
constexpr std::string_view other = "ROOT::Math::PxPyPzEVector(1, 2, 3, 5)";

}  // namespace

TEST_CASE("coordinates are converted") {
  CHECK(number(fmt::format("{}.Px()", one)) == doctest::Approx(3 * std::cos(1)));
  CHECK(number(fmt::format("{}.Pz()", one)) == doctest::Approx(3 * std::sinh(0.5)));
  CHECK(number(fmt::format("{}.E()", one)) == doctest::Approx(std::sqrt(std::pow(3 * std::cosh(0.5), 2) + 0.01)));
  CHECK(number(fmt::format("{}.M()", other)) == doctest::Approx(std::sqrt(25. - 14)));
  CHECK(number(fmt::format("{}.Eta()", other)) == doctest::Approx(std::asinh(3 / std::sqrt(5.))));
  CHECK(number("TLorentzVector(1, 2, 3, 1).M()") == doctest::Approx(-std::sqrt(13.)));
}

TEST_CASE("sums are vectors of the first one's class") {
  const std::string sum = fmt::format("({} + {})", one, other);
  CHECK(number(sum + ".Px()") == doctest::Approx(1 + 3 * std::cos(1)));
  CHECK(number(sum + ".E()") == doctest::Approx(5 + std::sqrt(std::pow(3 * std::cosh(0.5), 2) + 0.01)));
  CHECK(sample::type(sum) == "{pt: float64, eta: float64, phi: float64, m: float64}");
  CHECK(number(fmt::format("({} * 2).E()", other)) == doctest::Approx(10));
}

TEST_CASE("vectors are scaled in their own coordinates") {
  CHECK(sample::values(fmt::format("({} * 2).M() / {}.M()", one, one)) == "2 2 2");
  const std::string turned = fmt::format("({} * (i - 7))", one);  // by -5, -7 and -2
  CHECK(number(turned + ".Pt()") == doctest::Approx(15));
  CHECK(number(turned + ".Eta()") == doctest::Approx(-0.5));
  CHECK(number(turned + ".Phi()") == doctest::Approx(1 - std::numbers::pi));
  CHECK(number(turned + ".M()") == doctest::Approx(0.5));
  CHECK(number("(ROOT::Math::PtEtaPhiEVector(3, 0.5, 1, 9) * -2).E()") == doctest::Approx(-18));
  CHECK(number("(-ROOT::Math::PxPyPzMVector(1, 2, 3, 4)).M()") == doctest::Approx(-4));
  CHECK(number("(ROOT::Math::Polar3DVector(2, 0.5, 1) * -1).Z()") == doctest::Approx(-2 * std::cos(0.5)));
}

TEST_CASE("coordinates are numbers") {
  CHECK(sample::error("ROOT::Math::XYZVector(1, s, 2).X()").find("expected a number, found std::string") == 0);
}

TEST_CASE("methods take other vectors") {
  CHECK(number("ROOT::Math::XYZVector(1, 2, 3).Dot(ROOT::Math::XYZVector(3, 2, 1))") == doctest::Approx(10));
  CHECK(number(fmt::format("ROOT::Math::VectorUtil::DeltaR({}, {})", one, one)) == doctest::Approx(0));
  CHECK(number("ROOT::Math::XYZVector(1, 0, 0).Cross(ROOT::Math::XYZVector(0, 1, 0)).Z()") == doctest::Approx(1));
}
