#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("angles are between -pi and pi") {
  CHECK(sample::values("DeltaPhi(0.f, 4.f)") == "-2.2831855 -2.2831855 -2.2831855");
  CHECK(sample::values("DeltaPhi(0., 3.)") == "3 3 3");
  CHECK(sample::values("TVector2::Phi_mpi_pi(4.) < 0") == "true true true");
  CHECK(sample::values("TVector2::Phi_0_2pi(-1.) > 5") == "true true true");
}

TEST_CASE("masses of lists and pairs") {
  CHECK(sample::values("InvariantMass(v, v * 0, v * 0, v * 0)") == "0 0 0");
  CHECK(sample::values("DeltaR(v, v, v, v)") == "[0,0,0] [] [0]");
  CHECK(sample::values("Angle(1., 0., 0., 0., 1., 0.) == M_PI_2") == "true true true");
}

TEST_CASE("they compute in the type of their arguments") {
  CHECK(sample::type("InvariantMass(v, v, v, v)") == "float32");
  CHECK(sample::type("DeltaR(1., 2., 3., 4.)") == "float64");
}
