#include "ramet/io/sharing/shared_folder.hpp"

#include <filesystem>
#include <fstream>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ramet/core/error.hpp"

using ramet::Error;
using ramet::io::SharedFolder;

TEST_CASE("shared folder: it is this user's alone, and gone with whoever made it") {
  const TemporaryFolder folder;
  const auto file = folder / "x.root";
  const auto path = folder / "x.root.journals";
  {
    const auto shared = SharedFolder::create(file);
    CHECK(shared->path() == path);
    CHECK(shared->is_of_this_process());
    CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms::owner_all);
    CHECK(ramet::io::is_locked(SharedFolder::counters_in(path)));
    CHECK_THROWS_AS(SharedFolder::create(file), Error);
    CHECK_THROWS_AS(SharedFolder::remove_stale(file), Error);
    std::ofstream(path / "journal-0") << "something";
  }
  CHECK_FALSE(std::filesystem::exists(path));
  SharedFolder::remove_stale(file);  // nothing is there
}

TEST_CASE("shared folder: what a process that died has left makes place for the next one") {
  const TemporaryFolder folder;
  const auto file = folder / "x.root";
  const auto path = folder / "x.root.journals";
  std::filesystem::create_directory(path);
  std::ofstream(path / "counters") << "whatever";
  std::ofstream(path / "journal-0") << "something";
  const auto shared = SharedFolder::create(file);
  CHECK_FALSE(std::filesystem::exists(path / "journal-0"));
  CHECK(shared->id() != ramet::io::new_sharing_id());
}

TEST_CASE("shared folder: what is no folder is left alone") {
  const TemporaryFolder folder;
  const auto path = folder / "x.root.journals";
  std::ofstream(path) << "a file of somebody's";
  CHECK_THROWS_AS(SharedFolder::create(folder / "x.root"), Error);
  CHECK(std::filesystem::is_regular_file(path));
  std::filesystem::remove(path);
  std::filesystem::create_directory(folder / "elsewhere");
  std::filesystem::create_directory_symlink(folder / "elsewhere", path);
  CHECK_THROWS_AS(SharedFolder::create(folder / "x.root"), Error);
  CHECK(std::filesystem::exists(folder / "elsewhere"));
}

TEST_CASE("shared folder: a child that was forked does not remove it") {
  const TemporaryFolder folder;
  auto shared = SharedFolder::create(folder / "x.root");
  const pid_t child = ::fork();
  if (child == 0) {
    const bool is_own = shared->is_of_this_process();
    shared.reset();
    ::_exit(is_own ? 1 : 0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(std::filesystem::exists(shared->path()));
}
