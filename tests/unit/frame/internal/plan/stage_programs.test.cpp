#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Frame;

TEST_CASE("what several texts and functions need is computed once for a batch") {
  const sample::Threads threads;
  const auto type = array::parse_type("int32");
  const auto first = sample::doubling<std::int32_t>(), second = sample::doubling<std::int32_t>();
  const Frame all = threads.counting(1000)
                        .define("a", first, {"x"}, type)
                        .define("b", "a + x")
                        .define("c", second, {"b"}, type)
                        .define("d", "c + a + b");
  const auto of_all = sample::ask<frame::NumbersAction>(all, "d");
  const auto of_some = sample::ask<frame::NumbersAction>(all.filter("d > 100 && a > 10"), "c");
  CHECK(of_all.run().sums().sum == 11 * 999 * 500);
  CHECK(of_some.run().sums().sum == 6 * (999 * 500 - 45));
  CHECK(first->calls == 1);
  CHECK(second->calls == 1);
  CHECK(first->values == 1000);
}

TEST_CASE("a function that only entries behind a filter need is called for these") {
  const sample::Threads threads;
  const auto doubled = sample::doubling<std::int32_t>();
  const Frame all = threads.counting(1000).define("a", doubled, {"x"}, array::parse_type("int32"));
  CHECK(sample::values_of<std::int32_t>(all.filter("x < 3"), "a") == std::vector{0, 2, 4});
  CHECK(doubled->values == 3);
}
