#include "ramet/io/detail/file_state.hpp"

#include <filesystem>
#include <fstream>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("file state: size and time are those of the standard library, also through a link") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "file";
  std::ofstream(path) << "12345";
  std::filesystem::create_symlink(path, folder / "link");
  for (const char* const name : {"file", "link"}) {
    const auto state = io::state_of_file((folder / name).string());
    REQUIRE(state);
    CHECK(state->size == 5);
    CHECK(state->modified == std::filesystem::last_write_time(path).time_since_epoch().count());
  }
}

TEST_CASE("file state: a file that was written again has another one, a folder and what is missing have none") {
  const TemporaryFolder folder;
  const std::string path = (folder / "file").string();
  std::ofstream(path) << "1";
  const auto before = io::state_of_file(path);
  std::ofstream(path) << "22";
  CHECK(io::state_of_file(path) != before);
  CHECK_FALSE(io::state_of_file((folder / "missing").string()));
  CHECK_FALSE(io::state_of_file(std::filesystem::path(path).parent_path().string()));
}
