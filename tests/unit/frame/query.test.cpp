#include "ramet/frame/query.hpp"

#include "unit/frame/sample_source.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Query;

TEST_CASE("columns of the cut come first, then those that only the expressions need") {
  const sample::Place place;
  const frame::Source source = sample::hundred(place);
  const std::string texts[] = {"x + y", "Sum(v)"};
  const auto groups = Query::compile(source, texts, "x > 3").groups();
  REQUIRE(groups.size() == 2);
  CHECK(groups[0] == frame::ColumnGroup{"x"});
  CHECK(groups[1] == frame::ColumnGroup{"y", "v"});
  CHECK(Query::compile(source, texts).groups()[0].size() == 3);
}

TEST_CASE("the entries of a batch that pass are kept, of those that are listed") {
  const sample::Place place;
  const frame::Source source = sample::hundred(place);
  const std::string texts[] = {"y", "rdfentry_"};
  const Query query = Query::compile(source, texts, "x % 2 == 1");
  const std::uint64_t listed[] = {1, 4, 5, 6, 7, 50};
  frame::QueryEvaluator evaluator(query);
  std::vector<double> seen;
  std::vector<std::uint64_t> rows;
  const frame::Pass pass(source, query.groups(), {{0}, {100}}, place.options);
  pass.for_each_task(place.options, [&](frame::TaskBatches& batches) {
    while (batches.next()) {
      const auto kept = evaluator.run(batches, listed);
      if (kept.rows.empty()) continue;
      for (const double y : kept.values[0].numbers<double>()) seen.push_back(y);
      for (const std::uint64_t entry : kept.values[1].numbers<std::uint64_t>()) rows.push_back(entry);
    }
  });
  CHECK(seen == std::vector{0.5, 2.5, 3.5});
  CHECK(rows == std::vector<std::uint64_t>{1, 5, 7});
}

TEST_CASE("a cut is a number") {
  const sample::Place place;
  const std::string texts[] = {"x"};
  const Query query = Query::compile(sample::hundred(place), texts, "v > 1");
  CHECK(sample::error_of([&] { frame::QueryEvaluator{query}; }).starts_with("misuse: the cut is"));
}
