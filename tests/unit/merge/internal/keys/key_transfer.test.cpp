#include "ramet/merge/internal/keys/key_transfer.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

TEST_CASE("key_transfer: places are split into files, each once, and paths") {
  sample::Inputs inputs;
  inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({})); });
  const std::string path = inputs.paths()[0];
  const std::string other = std::filesystem::path(path).parent_path().string() + "/./in0.root";
  const auto [files, places] = split_places({path + ":a/b", "new.root:x", other + ":c", path});
  CHECK(files == std::vector<std::string>{path, "new.root"});
  REQUIRE(places.size() == 4);
  CHECK(places[0].path == "a/b");
  CHECK(places[1].file == 1);
  CHECK(places[2].file == 0);
  CHECK(places[3].path.empty());
}

TEST_CASE("key_transfer: says what was moved, and from where to where") {
  sample::Inputs inputs;
  inputs.add([](write::ParallelWriter& writer) { writer.put("a/h", sample::histogram_of({})); });
  const std::string path = inputs.paths()[0];
  const auto done = KeyTransfer(inputs.session(), {path + ":a/h"}, path + ":b/g", {}, KeyTransfer::Kind::move).run();
  REQUIRE(done.size() == 1);
  CHECK(done[0].from == path + ":a/h;1");
  CHECK(done[0].to == path + ":b/g");
  CHECK(done[0].class_name == "TH1D");
}
