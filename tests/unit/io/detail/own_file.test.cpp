#include "ramet/io/detail/own_file.hpp"

#include <filesystem>
#include <fstream>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("own file: what is in it, and nothing of links, folders and files that are not there") {
  const TemporaryFolder folder;
  std::ofstream(folder / "own") << "two\nlines\n";
  std::filesystem::create_symlink(folder / "own", folder / "link");
  CHECK(io::text_of_own_file(folder / "own") == "two\nlines\n");
  for (const char* name : {"link", "none", "."}) CHECK(io::text_of_own_file(folder / name).empty());
}
