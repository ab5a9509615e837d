#include "ramet/expr/internal/check/random_calls.hpp"

#include <map>

#include "../../samples.hpp"
#include <doctest/doctest.h>

#include "ramet/expr/internal/text/cpp_parser.hpp"
#include "ramet/random/stream.hpp"

using namespace ramet::expr;

TEST_CASE("Calls are counted from left to right, whatever is checked first") {
  RandomCalls calls;
  calls.begin("a", parse_cpp("uniform() + sin(normal(0, uniform()))"));
  CHECK(calls.number(16) == 1);
  CHECK(calls.number(0) == 0);
  CHECK(calls.number(26) == 2);
  CHECK(calls.number(16) == 1);
}

TEST_CASE("A lambda that is called again has further numbers") {
  RandomCalls calls;
  calls.begin("a", parse_cpp("auto f = [] { return uniform(); }; return f() + f() + normal();"));
  calls.enter_lambda(42);
  CHECK(calls.number(21) == 0);
  calls.leave_lambda();
  calls.enter_lambda(48);
  CHECK(calls.number(21) == 2);
  calls.leave_lambda();
  CHECK(calls.number(54) == 1);
  calls.enter_lambda(42);
  CHECK(calls.number(21) == 0);
}

TEST_CASE("A text inside of another has its own stream and numbers") {
  RandomCalls calls;
  calls.begin("outer", parse_cpp("x + uniform()"));
  RandomCalls::Text outer = calls.begin("inner", parse_cpp("uniform()"));
  CHECK(calls.stream() == ramet::random::stream_number("inner"));
  CHECK(calls.number(0) == 0);
  calls.end(std::move(outer));
  CHECK(calls.stream() == ramet::random::stream_number("outer"));
  CHECK(calls.number(4) == 0);
}

TEST_CASE("Texts of another grammar have streams and numbers of their own") {
  RandomCalls calls;
  calls.meet("one");
  CHECK(calls.stream() == ramet::random::stream_number("one"));
  CHECK(calls.number(7) == 0);
  calls.meet("other");
  CHECK(calls.stream() == ramet::random::stream_number("other"));
  CHECK(calls.number(7) == 0);
  calls.meet("one");
  CHECK(calls.number(9) == 1);
  CHECK(calls.number(7) == 0);
}

TEST_CASE("Which parts draw") {
  CHECK(draws(parse_cpp("1 + sqrt(poisson(3))")));
  CHECK(draws(parse_cpp("gRandom->Gaus()")));
  CHECK(draws(parse_cpp("random::beta(1, 2)")));
  CHECK_FALSE(draws(parse_cpp("uniform + normal.x()")));
}

TEST_CASE("Two names with one stream in a program are an error") {
  std::map<std::uint32_t, std::string> known;
  std::string one, other;
  for (int k = 0; one.empty(); ++k) {
    other = fmt::format("column{}", k);
    const auto [place, is_new] = known.emplace(ramet::random::stream_number(other), other);
    if (!is_new) one = place->second;
  }
  sample::Columns columns;
  columns.scope.definitions = {{one, "uniform()"}, {other, "uniform()"}};
  CHECK_NOTHROW(Program::compile(one, columns.scope));
  CHECK_THROWS_WITH_AS(Program::compile(one + "+" + other, columns.scope),
                       doctest::Contains(fmt::format("'{}' and '{}' would draw", one, other).c_str()), ramet::Error);
}

TEST_CASE("A text has at most 256 calls") {
  std::string text = "[] { double s = 0; ";
  for (int k = 0; k < 256; ++k) text += "s += uniform(); ";
  CHECK(sample::error(text + "return s; }()").empty());
  CHECK(sample::error(text + "s += uniform(); return s; }()").find("more than 256 calls") != std::string::npos);
}
