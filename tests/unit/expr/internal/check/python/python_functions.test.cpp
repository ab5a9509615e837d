#include "unit/expr/python_samples.hpp"
#include <doctest/doctest.h>

namespace python = sample::python;

TEST_CASE("functions have NumPy's types") {
  CHECK(python::type("np.sqrt(x)") == "float32");
  CHECK(python::type("sqrt(i)") == "float64");
  CHECK(python::type("np.floor(i)") == "int32");
  CHECK(python::type("abs(c)") == "uint8");
  CHECK(python::type("np.hypot(x, 2)") == "float32");
  CHECK(python::type("np.hypot(x, d)") == "float64");
  CHECK(python::type("np.isnan(v)") == "var * bool");
  CHECK(python::type("where(b, x, 0)") == "float64");  // as ak.where
  CHECK(python::type("where(b, x, x)") == "float32");
  CHECK(python::type("np.maximum(c, 3)") == "uint8");
}

TEST_CASE("functions have NumPy's values") {
  CHECK(python::values("round(x)") == "2 -2 4");
  CHECK(python::values("np.sign(x)") == "1 -1 1");
  CHECK(python::values("np.clip(i, 1, 3)") == "2 1 3");
  CHECK(python::values("where(v > 1, v, -1)") == "[3,-1,2] [] [4]");
  CHECK(python::values("max(i, 1, n)") == "3 1 5");
  CHECK(python::values("min(x, d)") == "0.25 -2 -8");
  CHECK(python::values("factorial(n)") == "6 1 1");
  CHECK(python::values("np.logical_and(i, x > 0)") == "true false true");
  CHECK(python::values("np.degrees(np.radians(i))") == "2 0 5");
  CHECK(python::values("np.maximum(np.nan, i) + 1") == "nan nan nan");
  CHECK(python::values("np.fmax(np.nan, i)") == "2 0 5");
  CHECK(python::values("int(x) + float(i) + bool(n)") == "4 -2 10");
  CHECK(python::values("np.power(i, 2) + np.square(i)") == "8 0 50");
  CHECK(python::values("np.ones_like(v) + np.imag(x)") == "[1,1,1] [] [1]");
}

TEST_CASE("wrong arguments are named") {
  CHECK(python::error("sqrt(x, i)").find("sqrt takes 1 arguments, not 2") == 0);
  CHECK(python::error("sqrt(x=1)").find("sqrt takes no argument x") == 0);
  CHECK(python::error("sqrt(s)").find("expected numbers, found string") == 0);
}
