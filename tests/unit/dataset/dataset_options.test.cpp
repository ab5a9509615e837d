#include "ramet/dataset/dataset_options.hpp"

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("a name with a question mark asks for an option, which files that lack the column have no value of") {
  CHECK(dataset::is_optional_name("?x"));
  CHECK(!dataset::is_optional_name("x"));
  CHECK(!dataset::is_optional_name(""));
  const sample::Place place;
  sample::write_tree(place.folder / "part1.root",
                     {{"x", sample::count_from<std::int32_t>(0, 3)}, {"q", sample::count_from<std::int32_t>(7, 3)}});
  sample::write_tree(place.folder / "part2.root", {{"x", sample::count_from<std::int32_t>(3, 2)}});
  const dataset::Dataset all(place.session, place.at("part*.root") + ":Events");
  CHECK(all.find("?q")->type == array::parse_type("?int32"));
  CHECK(!all.find("?none"));
  const std::vector<std::string> names = {"?q", "?x", "x"}, plain = {"q"};
  const auto read = all.read(names, {{1}, {5}}, place.options);
  CHECK(sample::numbers_of<std::int32_t>(read[0].items()) == std::vector{8, 9});
  const auto offsets = read[0].list_offsets();
  CHECK(offsets[1] - offsets[0] == 1);
  CHECK(offsets[4] == offsets[2]);
  CHECK(read[1].items().length() == 4);
  CHECK(sample::error_of([&] { all.read(plain, {{1}, {5}}, place.options); }).starts_with("not_found"));
}
