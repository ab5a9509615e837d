#include "ramet/frame/internal/survey.hpp"

#include "unit/frame/sample_source.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::internal::Survey;

TEST_CASE("a survey knows counts and spans of tasks, and gives their rows again") {
  const sample::Place place(2);
  const frame::Source source = sample::hundred(place);
  const std::string text = "x";
  const auto query = frame::RowsQuery::compile(source, std::span(&text, 1), "x>10", {{0}, {100}});
  Survey survey(query, 8, place.options);
  survey.run();
  CHECK(survey.count() == 89);
  CHECK(survey.tasks() == 13);
  CHECK(survey.count(0) == 0);
  CHECK(survey.span(1, 0) == hist::ValueSpan{11, 15});
  double first = 0;
  survey.with_rows(2, [&](const frame::DrawnRows& rows) { first = rows.values[0].front(); });
  CHECK(first == 16);
  std::atomic<std::size_t> seen = 0;
  survey.for_each_task([&](std::size_t, const frame::DrawnRows& rows) { seen += rows.count; });
  CHECK(seen == 89);
}
