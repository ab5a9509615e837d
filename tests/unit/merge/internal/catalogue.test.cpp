#include "ramet/merge/internal/catalogue.hpp"

#include <algorithm>

#include "unit/io/bytes_of.hpp"
#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("merge catalogue: occurrences beyond the memory are kept in a file, and are the same") {
  sample::Inputs files;
  constexpr std::size_t names = 2600;
  for (std::size_t number = 0; number < 5; ++number)
    files.add([&](write::ParallelWriter& writer) {
      for (std::size_t name = number; name < names; ++name)
        writer.put((name % 2 == 0 ? "d/h" : "h") + std::to_string(name % 1000 + number * (name % 3)),
                   sample::histogram_of({0.5}));
    });
  const merge::internal::Inputs inputs(files.session(), files.paths());
  const std::vector<bool> skipped(files.paths().size());
  const merge::MergeOptions options{.max_memory = 1};
  schedule::Executor& executor = files.session().executor();
  const auto whole = merge::internal::read_catalogue(inputs, skipped, executor, options);
  const TemporaryFolder folder;
  const auto kept = merge::internal::read_catalogue(inputs, skipped, executor, options, folder.path());
  CHECK(whole.occurrence_file == nullptr);
  REQUIRE(kept.occurrence_file != nullptr);
  REQUIRE(kept.objects.size() == whole.objects.size());
  std::vector<const merge::internal::MergedObject*> objects;
  for (std::size_t number = 0; number < kept.objects.size(); number += 3) objects.push_back(&kept.objects[number]);
  const merge::internal::LoadedOccurrences loaded(objects, kept.occurrence_file.get());
  for (std::size_t number = 0; number < objects.size(); ++number) {
    const merge::internal::MergedObject& other = whole.objects[3 * number];
    CHECK(objects[number]->path() == other.path());
    CHECK(objects[number]->occurrences.front().input == other.occurrences.front().input);
    CHECK(objects[number]->occurrences.stored_bytes() == other.occurrences.stored_bytes());
    CHECK(std::ranges::equal(loaded.of(number), other.occurrences));
  }
  std::vector<std::string> merged;
  for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{512} << 20}) {
    const merge::MergeReport report =
        files.merged({.on_existing = merge::OnExisting::replace, .reproducible = true, .max_memory = memory});
    REQUIRE(report.is_written);
    CHECK(report.plan.objects.size() == whole.objects.size());
    merged.push_back(read_file(files.path("merged.root")));
  }
  CHECK(merged[0] == merged[1]);
}

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
      REQUIRE(object.parts().size() == 2);
      CHECK(object.parts()[0].entries == 20);
      CHECK(object.parts()[1].entries == 21);
      CHECK(object.parts()[0].schema == object.parts()[1].schema);
      CHECK(object.parts()[0].obstacle.empty());
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
