#include "unit/expr/python_samples.hpp"
#include <doctest/doctest.h>

namespace python = sample::python;
using ramet::expr::Language;

TEST_CASE("numbers that are written take the type of what they meet") {
  CHECK(python::type("x * 2.0") == "float32");
  CHECK(python::type("i + 1") == "int32");
  CHECK(python::type("i * 1.5") == "float64");
  CHECK(python::type("c + True") == "uint8");
  CHECK(python::type("x * np.pi") == "float32");
  CHECK(python::type("x * sqrt(2)") == "float64");  // a number of NumPy's
  CHECK(python::values("1_000 + 0x10 + 0b1 + 0o7 + i * 0") == "1024 1024 1024");
  CHECK(python::error("c + 300").starts_with("300 does not fit into uint8"));
  CHECK(python::error("9223372036854775807 + 1 + i").starts_with("a number that does not fit into 64 bits"));
  CHECK(python::error("0123").find("0o17") != std::string::npos);
}

TEST_CASE("names may have dots, or stand in get()") {
  CHECK(python::values("a.b + 1") == "2 3 4");
  CHECK(python::values("p.k + p.x") == "1.5 3.5 5.5");
  CHECK(python::values("p['k']") == "1 2 3");
  CHECK(python::values("get('a.b') * 2") == "2 4 6");
  CHECK(python::values("twice + 1", {{"twice", "i * 2"}}) == "5 1 11");
  CHECK(python::error("x * nothing").find("no column or variable nothing") == 0);
  CHECK(python::error("p.z").find("has no member z") != std::string::npos);
  CHECK(python::error("np.foo").find("np has no number foo") == 0);
  CHECK(python::error("math + 1").find("math is a module") == 0);
}

TEST_CASE("a definition that is a number stays one that is written") {
  const auto program = python::compiled("x * half", {{"half", "1 / 2"}});
  CHECK(ramet::array::to_string(program.type(0)) == "float32");
}

TEST_CASE("functions of ROOT are there, too, and ROOT's language where it is none of Python") {
  CHECK(python::values("Sum(v)") == "6 0 4");
  CHECK(python::values("i / 2", {}, Language::either) == "1 0 2.5");
  CHECK(python::values("i / 2 && true", {}, Language::either) == "true false true");
  CHECK(python::values("x > 0 ? i : -1", {}, Language::either) == "2 -1 5");
  CHECK(python::values("!b", {}, Language::either) == "false true false");
  CHECK(python::error("x +", Language::either).find("expected a value, found the end") == 0);
  CHECK(python::error("x +* i", Language::either).find("expected a value, found '*'") == 0);
  CHECK(python::error("x && &", Language::either).find("expected a value, found the end") == 0);
  CHECK(python::error("foo(x)").find("no function foo") == 0);
  CHECK(python::error("np.sqr(x)").find("no function np.sqr; did you mean sqrt?") == 0);
}

TEST_CASE("a cut of lists keeps elements, one of numbers is a column of truths") {
  sample::Columns columns;
  columns.scope.language = Language::python;
  const std::vector<std::string> texts = {"v * 2", "w"};
  const auto elements = ramet::expr::Program::compile(texts, "v > 1", columns.scope);
  CHECK(elements.results() == 2);
  std::vector<ramet::array::Array> read;
  for (const std::size_t column : elements.columns()) read.push_back(columns.arrays[column]);
  const auto results = ramet::expr::Evaluator(elements).run(read, 3, {});
  CHECK(sample::spelled(results[0], 0) == "[6,4]");
  CHECK(sample::spelled(results[1], 0) == "[1,3]");
  const auto entries = ramet::expr::Program::compile(texts, "i", columns.scope);
  CHECK(entries.results() == 3);
  CHECK(ramet::array::to_string(entries.type(2)) == "bool");
  const std::vector<std::string> flat = {"x"};
  CHECK_THROWS_WITH_AS(ramet::expr::Program::compile(flat, "v > 1", columns.scope),
                       doctest::Contains("float32 has no elements that the cut 'v > 1', which is var * bool"),
                       ramet::Error);
  CHECK_THROWS_WITH_AS(ramet::expr::Program::compile(flat, "s", columns.scope),
                       doctest::Contains("a cut is true or false, found string"), ramet::Error);
}
