#include "ramet/merge/internal/keys/found_input.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

TEST_CASE("found input: objects and directories of a file; one with many keys is only called large") {
  sample::Inputs files;
  files.add([](write::ParallelWriter& writer) {
    for (const char* path : {"h0", "d/h1", "d/h2"}) writer.put(path, sample::histogram_of({0.5}));
  });
  const auto file = files.session().open(std::filesystem::path(files.paths()[0]));
  KnownTrees trees;
  const FoundInput small = find_small(0, *file, {}, trees, 3);
  REQUIRE_FALSE(small.is_large);
  REQUIRE(small.objects.size() == 3);
  CHECK(small.directories == std::vector<std::string>{"d"});
  CHECK(small.places[small.objects[2].place] == "d");
  CHECK(things_in(small) == 3);
  const FoundInput large = find_small(0, *file, {}, trees, 2);
  CHECK(large.is_large);
  CHECK(large.objects.empty());
  std::vector<std::string> names;
  const FoundInput rest = find(0, *file, {}, trees, [&](FoundObject object, const std::string& directory) {
    names.push_back(directory + ":" + object.name);
  });
  CHECK(names == std::vector<std::string>{":h0", "d:h1", "d:h2"});
  CHECK(rest.objects.empty());
}
