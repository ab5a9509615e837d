#include "ramet/frame/callables.hpp"

#include <string>
#include <vector>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Frame;

TEST_CASE("functions of C++ define columns of numbers, lists and strings") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(10);
  const Frame made =
      all.define("twice", [](std::int32_t x) { return 2.5 * x; }, {"x"})
          .define("total",
                  [](std::span<const float> v, std::int32_t x) {
                    float sum = 0;
                    for (const float one : v) sum += one;
                    return sum + static_cast<float>(x);
                  },
                  {"v", "x"})
          .define("list", [](std::int32_t x) { return std::vector<std::int32_t>(static_cast<std::size_t>(x % 2), x); },
                  {"x"})
          .define("text", [](std::int32_t x) { return std::string(static_cast<std::size_t>(x % 3), 'a'); }, {"x"})
          .define("size", [](std::string_view text) { return static_cast<std::int32_t>(text.size()); }, {"text"});
  CHECK(made.type("list") == array::Type::list_of(array::Type::of(array::NumberType::int32)));
  CHECK(made.sum("twice").value() == 2.5 * 45);
  CHECK(made.sum("list").value() == 1 + 3 + 5 + 7 + 9);
  CHECK(made.sum("size").value() == 1 + 2 + 1 + 2 + 1 + 2);
  // Of x, the list v has x % 3 values x.
  CHECK(made.sum("total").value() == (1 + 4 + 7) + 2 * (2 + 5 + 8) + 45);
}

TEST_CASE("functions of C++ filter") {
  const sample::Threads threads(2);
  const auto count = threads.counting(100).filter([](std::int32_t x) { return x > 89; }, {"x"}, "large").count();
  CHECK(*count == 10);
}

TEST_CASE("arguments are of the types of the columns") {
  const sample::Threads threads;
  const Frame all = threads.counting(10);
  const auto wrong = [](double x) { return x; };
  CHECK_THROWS_WITH_AS(all.define("n", wrong, {"x"}),
                       "column 'n': argument 1 of the function is of type float64, column 'x' of type int32", Error);
  CHECK_THROWS_WITH_AS(all.define("n", wrong, {"y", "y"}), "column 'n': a function of 1 arguments for 2 columns",
                       Error);
}
