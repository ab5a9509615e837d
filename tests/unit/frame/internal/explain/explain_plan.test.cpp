#include "ramet/frame/internal/explain/explain_plan.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::CountAction;
using frame::ExplainedStage;
using frame::Explanation;
using frame::Frame;
using frame::NumbersAction;
using sample::ask;

namespace {

std::vector<std::string> names_of(const auto& of) {
  std::vector<std::string> names;
  for (const auto& one : of) names.push_back(one.name);
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("columns are with the first stage that needs them, and definitions behind what they need") {
  const sample::Threads threads;
  const Frame all = threads.counting(100).define("b", "x + 1").define("a", "b * 2").define("idle", "x");
  const Frame large = all.filter("a > 10", "large").define("h", "a + y").range(5);
  const auto sum = ask<NumbersAction>(large, "h");
  const auto count = ask<CountAction>(large);
  const Explanation told = large.explain();
  REQUIRE(told.stages.size() == 3);
  CHECK(told.stages[0].kind == ExplainedStage::Kind::source);
  CHECK(names_of(told.stages[0].columns) == Names{"x"});
  CHECK(names_of(told.stages[0].definitions) == Names{"b", "a"});
  CHECK(told.stages[0].definitions[1].uses == 2);  // the filter and h
  CHECK(told.stages[0].results.empty());
  CHECK(told.stages[1].name == "large");
  CHECK(told.stages[1].text == "a > 10");
  CHECK(told.stages[1].columns.empty());
  CHECK(told.stages[2].kind == ExplainedStage::Kind::range);
  CHECK(told.stages[2].text == "0 to 5");
  CHECK(told.stages[2].above == 1);
  CHECK(names_of(told.stages[2].columns) == Names{"y"});
  CHECK(names_of(told.stages[2].definitions) == Names{"h"});
  CHECK(told.stages[2].definitions[0].type == "float64");
  CHECK(names_of(told.stages[2].results) == Names{"sums of 'h'", "count"});
  CHECK(told.unused == Names{"idle"});
  CHECK(!told.has_run);
  CHECK(!sum.booked.is_ready());
}

TEST_CASE("without results, what leads to a frame is told") {
  const sample::Threads threads;
  const Explanation told = threads.counting(10).define("a", "x").filter("a > 1").define("b", "a").explain();
  REQUIRE(told.stages.size() == 2);
  CHECK(names_of(told.stages[0].definitions) == Names{"a"});
  CHECK(told.unused == Names{"b"});
}

TEST_CASE("a definition that varies is told once, with its variations") {
  const sample::Threads threads;
  const Frame varied = threads.counting(100).vary({"y"}, "RVecD{y, 2 * y}", {"a", "b"}, "n").define("h", "y + 1");
  const auto sum = ask<NumbersAction>(varied.filter("y > 3"), "h");
  const auto others = sum.booked.varied();
  const Explanation told = sum.booked.explain();
  REQUIRE(told.stages.size() == 4);
  CHECK(names_of(told.stages[0].definitions).front() == "variation n");
  CHECK(told.stages[2].variation == "n:a");
  CHECK(told.stages[2].results[0].variations == Names{"n:a"});
  for (const auto& step : told.stages[0].definitions) {
    CAPTURE(step.name);
    if (step.name == "y") CHECK(step.variations == Names{"", "n:a", "n:b"});
  }
}

TEST_CASE("after a run, a result tells what came to its filters, and what steps took if that was measured") {
  for (const std::size_t count : {1U, 3U}) {
    CAPTURE(count);
    const sample::Threads threads(count);
    const auto function = sample::doubling<std::int32_t>();
    const Frame all = threads.counting(sample::many).define("f", function, {"x"}, array::parse_type("int32"));
    const Frame late = all.filter("f >= 100'000", "late");
    const auto sum = ask<NumbersAction>(late, "y");
    sum.run({.timing = frame::Timing::of_steps});
    const Explanation told = sum.booked.explain();
    CHECK(told.has_run);
    CHECK(told.has_times);
    CHECK(told.entries == sample::many);
    CHECK(told.threads == count);
    CHECK(told.seconds > 0);
    REQUIRE(told.stages.size() == 2);
    CHECK(told.stages[0].kept == sample::many);
    CHECK(told.stages[1].reached == sample::many);
    CHECK(told.stages[1].kept == 20'000);
    CHECK(told.stages[0].columns[0].entries == sample::many);
    CHECK(told.stages[0].columns[0].bytes == 4 * sample::many);
    CHECK(told.stages[1].columns[0].entries == 20'000);  // clusters without such entries are not unpacked
    CHECK(told.stages[0].definitions[0].is_function);
    CHECK(told.stages[0].definitions[0].text == "a function of x");
    CHECK(told.stages[0].definitions[0].seconds > 0);
    CHECK(told.stages[1].results[0].seconds > 0);
    CHECK(told.stages[1].choosing_seconds > 0);
  }
}

TEST_CASE("entries are counted without a measurement, and times are not") {
  const sample::Threads threads;
  const auto count = ask<CountAction>(threads.counting(100).filter("x < 30"));
  count.run();
  const Explanation told = count.booked.explain();
  CHECK(told.stages[1].kept == 30);
  CHECK(!told.has_times);
  CHECK(told.stages[1].choosing_seconds == 0);
  CHECK(told.stages[0].columns[0].entries == 0);
}

TEST_CASE("a long chain of definitions is told in order") {
  const sample::Threads threads;
  Frame chain = threads.counting(10).define("d0", "x");
  for (int k = 1; k < 200; ++k) chain = chain.define("d" + std::to_string(k), "d" + std::to_string(k - 1) + " + 1");
  const auto sum = ask<NumbersAction>(chain, "d199");
  const Names names = names_of(sum.booked.explain().stages[0].definitions);
  REQUIRE(names.size() == 200);
  for (std::size_t k = 0; k < 200; ++k) CHECK(names[k] == "d" + std::to_string(k));
}
