#include "ramet/io/detail/output_path.hpp"

#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

using ramet::io::resolve_output;

TEST_CASE("output path: links are resolved, also if the file does not exist yet") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "data");
  std::filesystem::create_symlink("data/second", folder / "first");
  std::filesystem::create_symlink(folder / "data" / "file.root", folder / "data" / "second");
  CHECK(resolve_output(folder / "first") == folder / "data" / "file.root");
  CHECK(resolve_output(folder / "plain.root") == folder / "plain.root");
  write_file(folder / "data" / "file.root", "text");
  CHECK(resolve_output(folder / "first") == folder / "data" / "file.root");
}

TEST_CASE("output path: a path without a folder is in the current one") {
  CHECK(resolve_output("x.root") == std::filesystem::current_path() / "x.root");
}

TEST_CASE("output path: links in a circle are an error") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("b", folder / "a");
  std::filesystem::create_symlink("a", folder / "b");
  CHECK(failure_of([&] { resolve_output(folder / "a"); }) ==
        "io: cannot follow '" + (folder / "a").string() + "': more than 40 symbolic links");
}
