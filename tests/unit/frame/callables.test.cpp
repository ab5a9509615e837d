#include "ramet/frame/callables.hpp"

#include <array>
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

TEST_CASE("functions of C++ redefine columns") {
  const sample::Threads threads;
  const Frame made = threads.counting(4).redefine("x", [](std::int32_t x) { return x * x; }, {"x"});
  CHECK(*made.sum("x") == 14);
}

TEST_CASE("functions of C++ give variations") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(100).filter("x > 0");
  const Frame scaled = all.vary(
                              {"y"}, [](double y, std::int32_t x) { return std::array<double, 2>{y - x, y + x}; },
                              {"y", "x"}, {"down", "up"}, "scale")
                           .define("twice", "2 * y");
  const auto sums = scaled.sum("twice");
  const auto others = sums.varied();
  CHECK(*sums == 4950);
  CHECK(others.at("scale:down").value() == -4950);
  CHECK(others.at("scale:up").value() == 3 * 4950);
  const Frame both = all.vary(
      {"y", "z"},
      [](double y, double z) { return std::vector<std::vector<double>>{{y, 2 * y, 3 * y}, {z, 2 * z, 3 * z}}; },
      {"y", "z"}, {"a", "b", "c"}, "factor");
  const auto ratio = both.define("ratio", "z / y").mean("ratio");
  for (const auto& [name, value] : ratio.varied()) CHECK(value.value() == doctest::Approx(*ratio));
  const Frame flat = all.vary(
      {"y", "z"},
      [](double y, double z) { return std::array{std::array{y, 2 * y, 3 * y}, std::array{z, 2 * z, 3 * z}}; },
      {"y", "z"}, {"a", "b", "c"}, "factor");
  CHECK(flat.sum("z").varied().at("factor:c").value() == doctest::Approx(3 * *flat.sum("z")));
  CHECK(flat.sum("y").varied().at("factor:b").value() == doctest::Approx(2 * *flat.sum("y")));
  CHECK_THROWS_WITH_AS(all.vary(
                           {"y"}, [](double y) { return std::array{y, y, y}; }, {"y"}, {"a", "b"}, "n"),
                       "the function of variation 'n' gives values of type 3 * float64: lists of 2 are wanted", Error);
  const auto wrong = [](std::int32_t x) { return std::vector<float>{static_cast<float>(x)}; };
  CHECK_THROWS_WITH_AS(all.vary({"y"}, wrong, {"x"}, {"one"}, "n"),
                       "variations of 'y' of type float32: the column is of type float64", Error);
  const auto short_lists = [](double y) { return std::vector<double>{y}; };
  CHECK_THROWS_AS(all.vary({"y"}, short_lists, {"y"}, {"one", "two"}, "n").sum("y").varied().at("n:two").value(),
                  Error);
}

TEST_CASE("functions of C++ give values of samples") {
  const sample::Place place;
  const Frame all(sample::two_hundred(place), place.session.executor());
  CHECK(all.samples().size() == 2);
  const Frame made = all.define_per_sample("first", [](const frame::Sample& sample) {
    return std::vector<double>{static_cast<double>(sample.first), static_cast<double>(sample.entries)};
  });
  CHECK(made.type("first") == array::Type::list_of(array::Type::of(array::NumberType::float64)));
  CHECK(*made.define("f", "first[0] + first[1]").sum("f") == 100 * 100.0 + 100 * 200.0);
}
