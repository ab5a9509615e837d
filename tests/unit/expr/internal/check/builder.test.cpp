#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("arithmetic promotes as in C++") {
  CHECK(sample::values("c + c") == "400 0 14");
  CHECK(sample::values("n - 4") == "4294967295 4294967292 4294967293");
  CHECK(sample::values("i / 2") == "1 0 2");
  CHECK(sample::values("-c") == "-200 0 -7");
  CHECK(sample::values("1 << i") == "4 1 32");
  CHECK(sample::values("b + b") == "2 0 2");
}

TEST_CASE("the type of arithmetic is that of C++") {
  CHECK(sample::type("c + c") == "int32");
  CHECK(sample::type("i + n") == "uint32");
  CHECK(sample::type("x * 2") == "float32");
  CHECK(sample::type("x * d") == "float64");
  CHECK(sample::type("i * 2L") == "int64");
  CHECK(sample::type("n * 2L") == "int64");
  CHECK(sample::type("x < 1") == "bool");
  CHECK(sample::type("v < 1") == "var * int32");
  CHECK(sample::type("!m") == "var * bool");
  CHECK(sample::type("-m") == "var * bool");
}

TEST_CASE("what is computed is decided by what goes before it") {
  CHECK(sample::values("i > 0 && v[0] > 1") == "true false true");
  CHECK(sample::values("i == 0 || v[0] > 1") == "true true true");
  CHECK(sample::values("i > 0 ? 10 / i : -1") == "5 -1 2");
}

TEST_CASE("constants are computed once, and a division by zero is left for the run") {
  CHECK(sample::values("7 / 2 + 0 * i") == "3 3 3");
}

TEST_CASE("a division by zero names the entry") {
  CHECK(sample::error("i / (i - 5)").find("entry 2: a division by zero") == 0);
  CHECK(sample::error("1 / 0").find("entry 0: a division by zero") == 0);
}

TEST_CASE("lists where a number has to be are refused") {
  CHECK(sample::error("vv[vv > 1]").find("expected a number, found RVec<RVec<long>>") == 0);
  CHECK(sample::error("v.at(w, 1.f)").find("expected a number, found RVec<long>") == 0);
  CHECK(sample::error("s[w]").find("expected a number, found RVec<long>") == 0);
  CHECK(sample::error("s.substr(w)").find("expected a number, found RVec<unsigned long>") == 0);
  CHECK(sample::error("Range(w)").find("expected a number") == 0);
}
