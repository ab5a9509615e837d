#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

TEST_CASE("functions of lists") {
  CHECK(sample::values("Sum(v)") == "6 0 4");
  CHECK(sample::values("Sum(v, 10.f)") == "16 10 14");
  CHECK(sample::error("Sum(v, 10.)").find("the start has to have the type of the elements") != std::string::npos);
  CHECK(sample::values("Mean(v)") == "2 0 4");
  CHECK(sample::values("Any(v > 2)") == "true false true");
  CHECK(sample::values("Nonzero(w)") == "[0,1,2] [] []");
  CHECK(sample::values("Argsort(v)") == "[1,2,0] [] [0]");
  CHECK(sample::values("Sort(v, [](float a, float b) { return a > b; })") == "[3,2,1] [] [4]");
  CHECK(sample::values("Take(v, 2, -1.f)") == "[3,1] [-1,-1] [4,-1]");
  CHECK(sample::values("Take(v, -2, 0.f)") == "[1,2] [0,0] [0,4]");
  CHECK(sample::values("Take(v, Reverse(Argsort(v)))") == "[3,2,1] [] [4]");
  CHECK(sample::values("Drop(v, ROOT::RVecI{0})") == "[1,2] [] []");
  CHECK(sample::values("Where(v > 1, v, 0.f)") == "[3,0,2] [] [4]");
  CHECK(sample::values("Concatenate(v, w)") == "[3,1,2,1,-2,3] [] [4,0]");
  CHECK(sample::values("Intersect(w, ROOT::RVecI{3, 1, 3})") == "[1,3] [] []");
  CHECK(sample::values("Map(v, w, [](float a, int b) { return a + b; })") == "[4,-1,5] [] [4]");
  CHECK(sample::values("Filter(v, [](float a) { return a > 1; })") == "[3,2] [] [4]");
  CHECK(sample::values("Range(i)") == "[0,1] [] [0,1,2,3,4]");
  CHECK(sample::values("Linspace(0., 1., 3)") == "[0,0.5,1] [0,0.5,1] [0,0.5,1]");
  CHECK(sample::values("Dot(v, v)") == "14 0 16");
  CHECK(sample::values("Map(v, [&](float a) { return Sum(v * a); })") == "[18,6,12] [] [16]");
}

TEST_CASE("their types are those of RVec") {
  CHECK(sample::type("Sum(v)") == "float32");
  CHECK(sample::type("Sum(m)") == "uint64");
  CHECK(sample::type("Sum(v > 1)") == "int32");
  CHECK(sample::type("Mean(w)") == "float64");
  CHECK(sample::type("ArgMax(v)") == "uint64");
  CHECK(sample::type("Combinations(v, 2)") == "var * var * uint64");
  CHECK(sample::type("Range(1, 5, 2)") == "var * int64");
}

TEST_CASE("calls that make no sense are refused when they are compiled") {
  CHECK(sample::error("Map(v, 1)").find("the last argument of Map is a lambda") == 0);
  CHECK(sample::error("Sum(x)").find("expected a list, found float") == 0);
  CHECK(sample::error("Concatenate(v, s)").find("expected a list, found std::string") == 0);
}

TEST_CASE("a list keeps its type where a number is chosen") {
  CHECK(sample::values("Where(RVec<int>{1, 0}, RVec<int>{1, 2}, 2.7)") == sample::values("RVec<int>{1, 2}"));
  CHECK(sample::values("Where(RVec<int>{1, 0}, 300, RVec<unsigned char>{1, 2})") ==
        sample::values("RVec<unsigned char>{44, 2}"));
  CHECK(sample::values("Where(RVec<int>{1, 0}, 1, 2.5)") == sample::values("RVec<double>{1, 2.5}"));
}

TEST_CASE("truths are counted") {
  CHECK(sample::type("Sum(m, 0)") == "uint64");
  CHECK(sample::values("Sum(RVec<bool>{true, true}, 0.)") == sample::values("2ul"));
  CHECK(sample::type("Product(m)") == "bool");
}

TEST_CASE("lists of strings are sorted; places are written in braces") {
  CHECK(sample::values("Sort(RVec<std::string>{\"b\", \"a\"})") == sample::values("RVec<std::string>{\"a\", \"b\"}"));
  CHECK(sample::values("Argsort(RVec<std::string>{\"b\", \"a\"})") == sample::values("RVec<std::size_t>{1, 0}"));
  CHECK(sample::values("Drop(RVec<int>{7, 8, 9}, {0, 2})") == sample::values("RVec<int>{8}"));
  CHECK(sample::values("Take(RVec<int>{7, 8, 9}, {2, 0})") == sample::values("RVec<int>{9, 7}"));
}

TEST_CASE("a lambda for each element wants a list") {
  CHECK(sample::error("return All(x, [](float a) { return a > 0; });").find("expected a list, found float") == 0);
  CHECK(sample::error("return Map(x, [](float a) { return a; });").find("expected a list, found float") == 0);
  CHECK(sample::error("return Filter(x, [](float a) { return a > 0; });").find("expected a list, found float") == 0);
}

TEST_CASE("lists of two types do not go together, and say which cast they need") {
  const auto has_error = [](std::string_view text, std::string_view wanted) {
    CHECK(sample::error(std::string(text)).find(wanted) == 0);
  };
  has_error("Take(v, 2, -1)", "Take of RVec<float> with a default of type int: write it as float(...)");
  has_error("Where(v > 1, v, v * 2.)",
            "Where of RVec<float> and RVec<double>: convert one of them, as RVec<float>(...)");
  has_error("x > 0 ? v : v * 2.", "values of different types: RVec<float> and RVec<double>; convert one of them");
  CHECK(sample::values("x > 0 ? v : RVec<float>(v * 2.)") == sample::values("x > 0 ? v : v * 2.f"));
  has_error("ROOT::Math::XYZVector(1, 2, 3) * ROOT::Math::XYZVector(1, 2, 3)", "XYZVector * XYZVector");
  CHECK(sample::values("TVector3(1, 2, 3) * TVector3(1, 2, 3)") == "14 14 14");
}
