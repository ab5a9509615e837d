#include "ramet/merge/internal/keys/target_file.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

TEST_CASE("target_file: an existing file keeps its size and contents without a commit") {
  sample::Inputs inputs;
  inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({})); });
  const std::string path = inputs.paths()[0];
  const auto size = std::filesystem::file_size(path);
  {
    TargetFile target(path, {});
    CHECK_FALSE(target.is_new());
    REQUIRE(target.before() != nullptr);
    target.file().put({0}, "TNamed", "big", "", bytes::Buffer(100'000).span());
    CHECK(std::filesystem::file_size(path) >= size);
    CHECK_THROWS_AS(TargetFile(path, {}), Error);  // it is locked
  }
  CHECK(std::filesystem::file_size(path) == size);
  TargetFile again(path, {});  // nothing is left over
}

TEST_CASE("target_file: a new file has its name after the commit") {
  sample::Inputs inputs;
  const std::string path = inputs.path("new.root");
  TargetFile target(path, {});
  CHECK(target.is_new());
  CHECK(target.before() == nullptr);
  CHECK_FALSE(std::filesystem::exists(path));
  target.commit();
  CHECK(std::filesystem::exists(path));
}

TEST_CASE("target_file: layouts of another file are added once") {
  sample::Inputs inputs;
  inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({})); });
  const auto from = inputs.session().open(std::filesystem::path(inputs.paths()[0]));
  const std::string path = inputs.path("new.root");
  for (int time = 0; time < 2; ++time) {
    TargetFile target(path, {});
    target.add_layouts(*from);
    target.add_layouts(*from);
    target.commit();
    const auto made = inputs.session().open(std::filesystem::path(path));
    CHECK(made->streamer_infos().all().size() == from->streamer_infos().all().size());
  }
}
