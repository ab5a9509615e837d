#include "cli/text/output_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;

namespace {

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::ptrdiff_t files_in(const std::filesystem::path& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

}  // namespace

TEST_CASE("output file: it is written and replaced, through links, too") {
  const TemporaryFolder folder;
  const std::string path = (folder / "a.json").string();
  cli::write_output(path, "one");
  CHECK(text_of_file(path) == "one");
  std::filesystem::create_symlink("a.json", folder / "link.json");
  cli::write_output((folder / "link.json").string(), [](std::ostream& out) { out << "other"; });
  CHECK(text_of_file(path) == "other");
  CHECK(std::filesystem::is_symlink(folder / "link.json"));
  CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("output file: what cannot be written leaves nothing, and an earlier file as it was") {
  const TemporaryFolder folder;
  const auto refuse = [](std::ostream& out) {
    out << "begun";
    out.setstate(std::ios::badbit);  // as of a full disk
  };
  const std::string path = (folder / "a.json").string();
  CHECK_THROWS_WITH_AS(cli::write_output(path, refuse), ("cannot write '" + path + "'").c_str(), Error);
  CHECK(files_in(folder.path()) == 0);
  cli::write_output(path, "one");
  CHECK_THROWS_AS(cli::write_output(path, refuse), Error);
  CHECK(text_of_file(path) == "one");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("output file: a device is written as it is") {
  CHECK_NOTHROW(cli::write_output("/dev/null", "one"));
  CHECK_THROWS_AS(cli::write_output("/dev/full", "one"), Error);
  CHECK(std::filesystem::is_character_file("/dev/null"));
}
