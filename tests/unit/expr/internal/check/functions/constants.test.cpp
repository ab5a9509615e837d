#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("constants of C, C++ and ROOT") {
  CHECK(sample::values("TMath::C()") == "299792458 299792458 299792458");
  CHECK(sample::values("INT_MIN") == "-2147483648 -2147483648 -2147483648");
  CHECK(sample::type("INFINITY") == "float32");
  CHECK(sample::type("UINT_MAX") == "uint32");
  CHECK(sample::values("std::string::npos + 1") == "0 0 0");
}
