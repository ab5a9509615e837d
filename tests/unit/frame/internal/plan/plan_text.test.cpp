#include "ramet/frame/internal/plan/plan_text.hpp"

#include "unit/frame/running/sample_parts.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/internal/graph/booking.hpp"

using namespace ramet;
using frame::Frame;

namespace {

/// What a run of a result would send.
std::string text_of(const frame::Booked& booked) {
  std::string text;
  try {
    booked.run({.elsewhere = [&](frame::TasksElsewhere& tasks) {
      text = tasks.plan();
      throw std::runtime_error("enough");
    }});
  } catch (const std::runtime_error& error) {
    if (text.empty()) return error.what();
  }
  return text;
}

bool has(const std::string& text, std::string_view wanted) { return text.find(wanted) != std::string::npos; }

}  // namespace

TEST_CASE("verbs are written with what they come after") {
  const sample::Threads threads;
  const Frame source = threads.of(sample::counting_rows(10), {.seed = 5, .origin = R"({"entries":10})"});
  const Frame defined = source.define("a", "x * 2").redefine("a", {"a + 1", expr::Language::python}).alias("b", "a");
  const std::string text = text_of(defined.filter("b > 3", "cut").sum("b").booked());
  CHECK(
      text.starts_with(R"({"plan":1,"source":{"entries":10},"language":"c++","seed":5,"random_key":[],"samples":[{)"));
  CHECK(has(text, R"({"at":0,"verb":"define","name":"a","text":"x * 2","language":"c++"})"));
  CHECK(has(text, R"({"at":1,"verb":"redefine","name":"a","text":"a + 1","language":"python"})"));
  CHECK(has(text, R"({"at":2,"verb":"alias","name":"b","of":"a"})"));
}

TEST_CASE("variations, samples and ranges are written") {
  const sample::Threads threads;
  const Frame source = sample::sent(threads, 10);
  CHECK(has(text_of(source.vary({"y"}, "RVecD{y, y}", {"a", "b"}, "one").sum("y").booked()),
            R"("verb":"vary","columns":["y"],"text":"RVecD{y, y}","language":"c++","tags":["a","b"],"name":"one"})"));
  CHECK(has(text_of(source.range(1, 9, 2).count().booked()), R"("verb":"range","first":1,"last":9,"step":2})"));
  CHECK(has(text_of(source.define_per_sample("s", "1 + 1").sum("s").booked()),
            R"("verb":"define_per_sample","name":"s","text":"1 + 1"})"));
}

TEST_CASE("functions are refused by their names") {
  const sample::Threads threads;
  const Frame source = sample::sent(threads, 10);
  CHECK(has(text_of(source.define("f", [](double y) { return y; }, {"y"}).sum("f").booked()),
            "column 'f' is a function, which cannot be sent"));
  CHECK(has(text_of(source.filter([](double y) { return y > 1; }, {"y"}, "cut").count().booked()),
            "the filter 'cut' is a function"));
  CHECK(has(text_of(source.define_per_sample("s", [](const frame::Sample&) { return 1; }).sum("s").booked()),
            "define_per_sample 's' is a function"));
}
