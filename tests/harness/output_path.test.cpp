#include "harness/shared/output_path.hpp"

#include <fstream>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

using namespace harness;

TEST_CASE("harness: a file goes with its output, unless it is kept") {
  const TemporaryFolder folder;
  Options options;
  options.folder = folder.path().string();
  for (const bool keep : {false, true}) {
    options.keep = keep;
    std::filesystem::path path;
    {
      const OutputPath output(options, "a.root");
      path = *output;
      CHECK((path == folder.path() / "a.root") == keep);
      CHECK(path.parent_path() == folder.path());
      std::ofstream(path) << "x";
    }
    CHECK(std::filesystem::exists(path) == keep);
  }
  options.keep = false;
  std::ofstream(*OutputPath(options, "a.root")) << "x";
  CHECK(std::filesystem::exists(folder.path() / "a.root"));  // what was kept stays
}
