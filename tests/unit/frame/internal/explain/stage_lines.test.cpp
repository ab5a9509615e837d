#include "ramet/frame/internal/explain/stage_lines.hpp"

#include "unit/frame/explaining/sample_explanation.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::frame;
using namespace ramet::frame::internal;
using Lines = std::vector<std::string>;

TEST_CASE("before a run, a stage has what it reads and defines, and its results") {
  const Explanation of = sample::explanation();
  const StageLines source = stage_lines(of, 0);
  CHECK(source.title == "a \"<file>\" & more.root");
  CHECK(source.facts == Lines{"reads x: int32", "defines twice: int32 = x * 2, used 2 times"});
  CHECK(source.results == Lines{"count"});
  CHECK(stage_lines(of, 1).title == "filter 'large' twice > 4");
  CHECK(stage_lines(of, 1).results == Lines{"sums of 'x' of x", "values of x, twice"});
  CHECK(stage_lines(of, 2).title == "filter x < 2, for e:up");
  CHECK(summary_lines(of) == Lines{"defined for nothing: other"});
}

TEST_CASE("after a run, entries are counted, and times are there if they were measured") {
  Explanation of = sample::explanation();
  of.unused.clear();
  of.has_run = true;
  of.entries = 1'234'567;
  of.seconds = 1.5;
  of.threads = 1;
  of.stages[0].kept = 1'234'567;
  of.stages[1].reached = 800;
  of.stages[1].kept = 200;
  CHECK(stage_lines(of, 0).facts.front() == "1,234,567 entries");
  CHECK(stage_lines(of, 1).facts == Lines{"200 of 800 entries (25.00 %)"});
  CHECK(stage_lines(of, 2).facts == Lines{"0 of 0 entries"});
  CHECK(summary_lines(of) == Lines{"1,234,567 entries in 1.50 s on 1 thread"});
  of.has_times = true;
  of.stages[1].reading_seconds = 0.0025;
  of.stages[1].choosing_seconds = 2;
  of.stages[0].columns[0].entries = 4096;
  of.stages[0].columns[0].bytes = 16'384;
  of.stages[1].results[0].seconds = 4e-6;
  CHECK(stage_lines(of, 0).facts[1] == "reads x: int32, 16.38 kB unpacked for 4,096 entries");
  CHECK(stage_lines(of, 1).facts.back() == "reading 2.50 ms, expressions 0.0 us, choosing 2.00 s");
  CHECK(stage_lines(of, 1).results.front() == "sums of 'x' of x, 4.0 us");
}

TEST_CASE("variations are named, the first four of many") {
  Explanation of = sample::explanation();
  auto& step = of.stages[0].definitions[0];
  step.uses = 1;
  step.variations = {""};
  CHECK(stage_lines(of, 0).facts[1] == "defines twice: int32 = x * 2");
  step.variations = {"", "a:0", "a:1", "a:2", "a:3", "a:4"};
  CHECK(stage_lines(of, 0).facts[1] == "defines twice: int32 = x * 2, for nominal, a:0, a:1, a:2 and 2 more");
}

TEST_CASE("of many results the first are told, and the others counted") {
  Explanation of = sample::explanation();
  of.stages[0].results.assign(100, {.name = "count"});
  CHECK(stage_lines(of, 0, {.lines = 2}).results == Lines{"count", "count", "... and 98 more"});
}

TEST_CASE("a line has no control characters, is UTF-8, and is cut at characters") {
  CHECK(one_line("a\n\t  b\x01\x7f", 100) == "a b ");
  CHECK(one_line("\n a", 10) == "a");
  CHECK(one_line("grün\xc2\x85x", 100) == "grün x");
  CHECK(one_line("aäöüß", 3) == "aäö…");
  CHECK(one_line("aäö", 3) == "aäö");
  CHECK(character_count("aäö…") == 4);
  for (const std::string bad : {"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82"}) {
    CAPTURE(bad.size());
    CHECK(one_line(bad, 100) == std::string(bad.size(), '?'));
  }
}
