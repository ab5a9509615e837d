#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("vectors have all coordinates, whichever they keep") {
  CHECK(sample::values("ROOT::Math::XYZTVector(3, 4, 0, 13).Beta() * 13") == "5 5 5");
  CHECK(sample::values("ROOT::Math::XYZTVector(3, 4, 0, 13).M()") == "12 12 12");
  CHECK(sample::values("ROOT::Math::PtEtaPhiMVector(5, 0, 0, 12).E()") == "13 13 13");
  CHECK(sample::values("ROOT::Math::RhoZPhiVector(3, 4, 0).R()") == "5 5 5");
  CHECK(sample::values("TLorentzVector(3, 4, 0, 13).Mag()") == "12 12 12");
  CHECK(sample::values("ROOT::Math::XYZTVector(3, 4, 0, 5).isLightlike()") == "true true true");
  CHECK(sample::values("ROOT::Math::XYZTVector(3, 4, 0, 1).Gamma()") == "0 0 0");
}
