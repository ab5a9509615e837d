#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("vectors are changed by setters") {
  CHECK(sample::values("TLorentzVector p; p.SetPxPyPzE(1, 2, 2, 5); return p.M2();") == "16 16 16");
  CHECK(sample::values("TLorentzVector p; p.SetPtEtaPhiM(3, 0, 0, 4); return p.E();") == "5 5 5");
  CHECK(sample::values("TVector3 p(3, 4, 0); p.SetMag(10); return p.X();") == "6 6 6");
  CHECK(sample::values("ROOT::Math::PtEtaPhiMVector p(3, 0, 0, 1); p.SetM(4); return p.E();") == "5 5 5");
  CHECK(sample::error("ROOT::Math::PtEtaPhiMVector p(3, 0, 0, 1); p.SetNothing(4); return 1;")
            .find("PtEtaPhiMVector has no method SetNothing") == 0);
}

TEST_CASE("vectors move and turn") {
  CHECK(sample::values("TLorentzVector p(0, 0, 0, 4); p.Boost(0, 0, 0.6); return p.E();") == "5 5 5");
  CHECK(sample::values("ROOT::Math::Boost b(0, 0, 0.6); return b(ROOT::Math::XYZTVector(0, 0, 0, 4)).Pz();") ==
        "3 3 3");
  CHECK(sample::values("TVector3 p(1, 2, 3); p.RotateX(0); return p.Y();") == "2 2 2");
  CHECK(sample::values("TVector3 p(1, 0, 0); p.Rotate(0, TVector3(1, 1, 1)); return p.X();") == "1 1 1");
}
