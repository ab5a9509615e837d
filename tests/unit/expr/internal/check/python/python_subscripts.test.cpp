#include "unit/expr/python_samples.hpp"
#include <doctest/doctest.h>

namespace python = sample::python;

TEST_CASE("slices leave out what is not there") {
  CHECK(python::values("v[:, :2]") == "[3,1] [] [4]");
  CHECK(python::values("v[:, 1:]") == "[1,2] [] []");
  CHECK(python::values("v[:, ::-1]") == "[2,1,3] [] [4]");
  CHECK(python::values("v[:, -2::2]") == "[1] [] [4]");
  CHECK(python::values("v[:, 5:1:-1]") == "[2] [] []");
  CHECK(python::values("v[:, 9:]") == "[] [] []");
  CHECK(python::values("vv[:, :, :1]") == "[[1],[3]] [] [[]]");
  CHECK(python::values("vv[..., 1:]") == "[[2],[]] [] [[]]");
  CHECK(python::values("v[:]") == "[3,1,2] [] [4]");
  CHECK(python::error("v[:, ::0]").find("a slice with step 0") == 0);
  CHECK(python::error("v[:, i:]").find("a part of a slice has to be a whole number that is written") == 0);
}

TEST_CASE("an element that is not there is an error, with the entry") {
  CHECK(python::values("v[:, 0] if ak.num(v) > 0 else -1") == "3 -1 4");
  CHECK(python::values("v[:, -1] if ak.num(v) > 0 else -1") == "2 -1 4");
  CHECK(python::error("v[:, 0]").find("entry 1: index 0 of a list of 0 values") == 0);
  CHECK(python::error("v[:, 0.5]").find("an index of lists is a whole number or a slice") == 0);
  CHECK(python::error("x[:, 0]").find("float32 has no elements") == 0);
}

TEST_CASE("masks and places choose elements") {
  CHECK(python::values("v[m]") == "[3,2] [] [4]");
  CHECK(python::values("v[v > 1]") == "[3,2] [] [4]");
  CHECK(python::values("vv[vv > 1]") == "[[2],[3]] [] [[]]");
  CHECK(python::values("v[w * 0]") == "[3,3,3] [] [4]");
  CHECK(python::values("v[w * 0 - 1]") == "[2,2,2] [] [4]");
  CHECK(python::error("v[vv > 1]").find("var * var * bool as an index of var * float32") == 0);
  CHECK(python::error("v[v]").find("an index of lists has truths or whole numbers") == 0);
}

TEST_CASE("entries are not chosen by an index") {
  CHECK(python::error("v[0]").find("x[k] is an entry; x[:, k] is an element of each list") == 0);
  CHECK(python::error("v[b]").find("which is what cut= is for") != std::string::npos);
  CHECK(python::error("v[1:]").find("entry_start and entry_stop") != std::string::npos);
}
