#include "ramet/merge/internal/catalogue.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("merge catalogue: objects of a path are together, in the order of inputs and cycles; tables by the newest") {
  sample::Inputs files;
  const auto columns = sample::entries_of(50);
  for (std::size_t number = 0; number < 2; ++number)
    files.add([&](write::ParallelWriter& writer) {
      writer.put("d/h", sample::histogram_of({0.5}));
      writer.put("d/h", sample::histogram_of({1.5}));
      sample::put_entries(writer, columns, 0, 20 + number);
      writer.make_directory("empty");
    });
  const merge::internal::Inputs inputs(files.session(), files.paths());
  const auto catalogue = merge::internal::read_catalogue(inputs, {false, false}, files.session().executor(), {});
  CHECK(catalogue.directories == std::vector<std::string>{"d", "empty"});
  REQUIRE(catalogue.objects.size() == 2);
  for (const merge::internal::MergedObject& object : catalogue.objects) {
    if (object.path() == "Events") {
      REQUIRE(object.parts.size() == 2);
      CHECK(object.parts[0].entries == 20);
      CHECK(object.parts[1].entries == 21);
      CHECK(object.parts[0].schema == object.parts[1].schema);
      CHECK(object.parts[0].obstacle.empty());
      continue;
    }
    CHECK(object.path() == "d/h");
    REQUIRE(object.occurrences.size() == 4);
    std::size_t number = 0;
    for (const merge::internal::Occurrence& occurrence : object.occurrences) {
      CHECK(occurrence.input == number / 2);
      CHECK(occurrence.cycle == number++ % 2 + 1);
    }
  }
  const auto rest = merge::internal::read_catalogue(inputs, {true, false}, files.session().executor(), {});
  const auto only = merge::internal::read_catalogue(inputs, {false, false}, files.session().executor(),
                                                    {.filter = {merge::NameFilter::Kind::only, {"d"}}});
  REQUIRE(only.objects.size() == 1);
  CHECK(only.objects[0].path() == "d/h");
  const auto skip = merge::internal::read_catalogue(inputs, {false, false}, files.session().executor(),
                                                    {.filter = {merge::NameFilter::Kind::skip, {"d"}}});
  REQUIRE(skip.objects.size() == 1);
  CHECK(skip.objects[0].path() == "Events");
  CHECK(rest.objects[0].occurrences.size() + rest.objects[1].occurrences.size() == 2);
}
