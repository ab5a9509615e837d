#include "unit/expr/python_samples.hpp"
#include <doctest/doctest.h>

namespace python = sample::python;

TEST_CASE("division is true, and goes to the lesser whole number with //") {
  CHECK(python::values("i / 2") == "1 0 2.5");
  CHECK(python::type("i / 2") == "float64");
  CHECK(python::values("-i // 2") == "-1 0 -3");
  CHECK(python::values("-i % 3") == "1 0 1");
  CHECK(python::values("i % -3") == "-1 0 -1");
  CHECK(python::values("i // 0") == "0 0 0");
  CHECK(python::values("d // 0.5") == "0 2 -16");
  CHECK(python::values("x % 2") == "1.5 0 0");
  CHECK(python::values("-x % 2") == "0.5 0 0");
}

TEST_CASE("powers of whole numbers are whole") {
  CHECK(python::values("i ** 3") == "8 0 125");
  CHECK(python::values("2 ** n") == "8 1 2");
  CHECK(python::values("-i ** 2") == "-4 0 -25");
  CHECK(python::values("x ** 2") == "2.25 4 16");
  CHECK(python::values("2 ** 3 ** 2 + i * 0") == "512 512 512");
  CHECK(python::error("i ** -1").find("whole numbers to the power of one below 0") == 0);
  CHECK(python::error("i ** (i - 1)").find("entry 1: a whole number to the power of one below 0") == 0);
}

TEST_CASE("truths stay truths") {
  CHECK(python::values("(x > 0) & (i < 5)") == "true false false");
  CHECK(python::values("~b | (i == 0)") == "false true false");
  CHECK(python::values("v > 1") == "[true,false,true] [] [true]");
  CHECK(python::values("~m") == "[false,true,false] [] [false]");
  CHECK(python::values("b + b") == "true false true");
  CHECK(python::type("b // b") == "int8");
  CHECK(python::error("-b").find("- of bool: ~ is 'not' of truths") == 0);
  CHECK(python::error("b - b").find("bool - bool") == 0);
  CHECK(python::error("(x > 0) & x").find("bool & float32") == 0);
}

TEST_CASE("and, or, not and if are for one truth for an entry, or go element by element") {
  CHECK(python::values("x > 0 and i < 5") == "true false false");
  CHECK(python::values("not i or b") == "true true true");
  CHECK(python::values("m and v > 2") == "[true,false,false] [] [true]");
  CHECK(python::values("v[:, 0] > 0 if i > 0 else False") == "true false true");
  CHECK(python::type("x if b else 1") == "float32");
  CHECK(python::type("x if b else i") == "float64");
  CHECK(python::values("v if b else v + 1") == "[3,1,2] [] [4]");
  CHECK(python::error("1 if m else 2").find("'if' needs one truth for an entry, found var * bool") == 0);
}

TEST_CASE("comparisons may be a chain") {
  CHECK(python::values("0 < i <= 2 < 3") == "true false false");
  CHECK(python::values("1 < v < 3") == "[false,false,true] [] [false]");
}

TEST_CASE("whole numbers of both kinds are compared by their values") {
  CHECK(python::values("n > -1") == "true true true");
  CHECK(python::values("c < 300") == "true true true");
  CHECK(python::values("ak.num(v) - 3 + n * 0 < n") == "true true true");
}

TEST_CASE("what is shifted out is gone") {
  CHECK(python::values("c << 1") == "144 0 14");
  CHECK(python::values("c << 9") == "0 0 0");
  CHECK(python::values("-i >> 40") == "-1 0 -1");
}

TEST_CASE("lists go with numbers and with lists of equal lengths, also deeper ones") {
  CHECK(python::values("v + w") == "[4,-1,5] [] [4]");
  CHECK(python::type("v + w") == "var * float64");
  CHECK(python::values("vv * x") == "[[1.5,3],[4.5]] [] [[]]");
  CHECK(python::values("vv + ak.num(vv, axis=2)") == "[[3,4],[4]] [] [[]]");
  CHECK(python::error("v + vv").find("entry 0: lists of 3 and 2 values do not go together") == 0);
}

TEST_CASE("strings are compared") {
  CHECK(python::values("s == 'ab'") == "true false false");
  CHECK(python::values("s != \"\"") == "true false true");
  CHECK(python::error("s + 'a'").find("string + string") == 0);
}
