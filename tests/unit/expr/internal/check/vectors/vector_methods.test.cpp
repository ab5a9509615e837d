#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("methods of vectors with vectors") {
  CHECK(sample::values("TVector3(1, 2, 3).Cross(TVector3(0, 0, 1)).X()") == "2 2 2");
  CHECK(sample::values("TVector3(3, 4, 12).Unit().Mag()") == "1 1 1");
  CHECK(sample::values("ROOT::Math::XYZTVector(1, 2, 3, 4).Dot(ROOT::Math::XYZTVector(1, 1, 1, 2))") == "2 2 2");
  CHECK(sample::values("ROOT::Math::VectorUtil::Perp2(TVector3(3, 4, 5), TVector3(0, 0, 2))") == "25 25 25");
  CHECK(sample::values("TLorentzVector(1, 2, 2, 4).BoostVector().Mag()") == "0.75 0.75 0.75");
  CHECK(sample::values("TVector2(3, 4).Rotate(0).Y()") == "4 4 4");
  CHECK(sample::type("ROOT::Math::XYZVectorF(1, 2, 3).R()") == "float32");
}

TEST_CASE("a method that is not there has a near one") {
  CHECK(sample::error("TLorentzVector(1, 2, 3, 4).Rapidty()").find("did you mean Rapidity?") != std::string::npos);
  CHECK(sample::error("TVector3(1, 2, 3).M()").find("TVector3 has no method M with 0 arguments") == 0);
}
