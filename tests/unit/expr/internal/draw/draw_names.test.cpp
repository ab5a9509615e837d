#include "ramet/expr/internal/draw/draw_names.hpp"

#include "unit/expr/draw_samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using draw_sample::error;
using draw_sample::rows;

TEST_CASE("columns have the names of their paths, with or without the branches around them") {
  CHECK(rows("event.hits.fT") == "7 8 9");
  CHECK(rows("hits.fT") == "7 8 9");
}

TEST_CASE("members of records are found by their names") {
  CHECK(rows("p.fX") == "0.5 1.5 2.5");
  CHECK(rows("fId") == "1 2 3");
  CHECK(rows("p") == "0.5 1.5 2.5");  // the first member
  CHECK(rows("hits.fE") == "100 200 300");
  CHECK(rows("hits.fPos") == "1 2 3 4 5 6");  // its name has sizes in the file
  CHECK(error("p.fY").find("no member fY") == 0);
  CHECK(error("p.fid").find("no member fid; did you mean fId?") == 0);
}

TEST_CASE("a column says what levels of arrays it has") {
  const draw_sample::Columns columns;
  const expr::DrawNames names(columns.scope);
  const auto found = names.column("hits.fPos");
  REQUIRE(names.column("hits"));
  CHECK(!found);  // a member of a column, which is entered
  auto hits = *names.column("hits");
  REQUIRE(expr::DrawNames::enter(hits, "fPos"));
  CHECK(hits.levels == std::vector<std::uint64_t>{expr::DrawColumn::any_length, 2});
  CHECK(!expr::DrawNames::enter(hits, "fE"));
}
