#include "unit/expr/python_samples.hpp"
#include <doctest/doctest.h>

namespace python = sample::python;

TEST_CASE("lists become numbers, of awkward's types") {
  CHECK(python::values("ak.sum(v, axis=-1)") == "6 0 4");
  CHECK(python::type("ak.sum(v, axis=-1)") == "float32");
  CHECK(python::type("ak.sum(w, axis=-1)") == "int64");
  CHECK(python::type("ak.sum(m, axis=-1)") == "int64");
  CHECK(python::values("sum(vv)") == "[3,3] [] [0]");
  CHECK(python::values("prod(w)") == "-6 1 0");
  CHECK(python::values("np.isnan(ak.mean(v, -1))") == "false true false");
  CHECK(python::values("np.std(w, axis=1) if len(w) > 0 else 0.5") == "2.0548046676563256 0.5 0");
  CHECK(python::values("ak.mean(v, axis=-1) if len(v) > 0 else 0") == "2 0 4");
  CHECK(python::values("any(v > 2) & all(v > 0)") == "true false true");
  CHECK(python::values("ak.num(v)") == "3 0 1");
  CHECK(python::values("ak.num(vv, axis=-1)") == "[2,1] [] [0]");
  CHECK(python::values("ak.count_nonzero(w, axis=1)") == "3 0 0");
  CHECK(python::values("v.size() + v.sum()") == "9 0 5");
  CHECK(python::type("ak.argmax(v, axis=-1)") == "int64");
}

TEST_CASE("empty lists have no extreme unless something stands for it") {
  CHECK(python::error("ak.max(v, axis=-1)").find("entry 1: the extreme of an empty list") == 0);
  CHECK(python::error("ak.argmax(v, axis=-1)").find("entry 1: index 0 of a list of 0 values") == 0);
  CHECK(python::values("ak.max(v, axis=-1, initial=0)") == "3 0 4");
  CHECK(python::values("ak.max(w, axis=-1, mask_identity=False)") == "3 -2147483648 0");
  CHECK(python::values("ak.fill_none(ak.max(v, axis=-1), 0)") == "3 0 4");
  CHECK(python::values("ak.fill_none(ak.argmin(v, axis=-1), -1)") == "1 -1 0");
  CHECK(python::values("ak.fill_none(ak.firsts(v), value=-1)") == "3 -1 4");
}

TEST_CASE("all entries are not seen, and numbers are no lists") {
  CHECK(python::error("ak.sum(v)").find("sum over all entries") == 0);
  CHECK(python::error("np.sum(v, axis=0)").find("sum over all entries") == 0);
  CHECK(python::error("ak.sum(vv, axis=1)").find("only the last one, -1, is supported") != std::string::npos);
  CHECK(python::error("ak.sum(v, axis=5)").find("has no such axis") != std::string::npos);
  CHECK(python::error("sum(x)").find("sum of float32: expected lists") == 0);
  CHECK(python::error("sum(v, axis=-1, keepdims=True)").find("sum does not take keepdims") == 0);
}
