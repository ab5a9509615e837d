#include "ramet/frame/source.hpp"

#include "unit/frame/sample_source.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("a source has the entries and columns of its table or dataset") {
  const sample::Place place;
  const frame::Source one = sample::hundred(place);
  CHECK(one.entries(place.options) == 100);
  CHECK(one.find("y")->type_name == "double");
  CHECK_FALSE(one.find("z"));
  CHECK(one.cluster_starts(place.options).size() == 14);
  const frame::Source two = sample::two_hundred(place);
  CHECK(two.entries(place.options) == 200);
  CHECK(two.columns().size() == one.columns().size());
  const std::string names[] = {"x"};
  CHECK(two.read(names, {{98}, {102}}, place.options)[0].numbers<std::int32_t>()[2] == 0);
  CHECK(one.files().size() == 1);
  CHECK(two.files().size() == 2);
}

TEST_CASE("expressions may use the columns that can be read, once for each name") {
  const sample::Place place;
  const frame::SourceScope found = frame::scope_of(sample::hundred(place));
  REQUIRE(found.scope.columns.size() == found.paths.size());
  CHECK(std::ranges::count(found.scope.columns, "x", &expr::Scope::Column::name) == 1);
  CHECK(std::ranges::find(found.scope.columns, "v", &expr::Scope::Column::name)->type ==
        array::parse_type("var * float32"));
}

TEST_CASE("a source of nothing is refused") {
  CHECK_THROWS_AS(frame::Source(std::shared_ptr<const dataset::Table>()), Error);
  CHECK_THROWS_AS(frame::Source(std::shared_ptr<const dataset::Dataset>()), Error);
}
