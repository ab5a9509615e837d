#include "ramet/io/detail/shared_folder.hpp"

#include <filesystem>
#include <fstream>

#include "forked.hpp"
#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_sink.hpp"

using ramet::Error;
using ramet::io::SharedFolder;

namespace {

void leave_folder_of_dead_process(const std::filesystem::path& file) {
  REQUIRE(said_by_child([&] {
            auto shared = SharedFolder::create(file);
            static_cast<void>(shared.release());
            return "made";
          }) == "made");
}

}  // namespace

TEST_CASE("shared folder: only this user can access it, and it is removed with its creator") {
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

TEST_CASE("shared folder: the folder of a dead process is replaced by the next one") {
  const TemporaryFolder folder;
  const auto file = folder / "x.root";
  const auto path = folder / "x.root.journals";
  leave_folder_of_dead_process(file);
  std::ofstream(path / "journal-0") << "something";
  const auto shared = SharedFolder::create(file);
  CHECK_FALSE(std::filesystem::exists(path / "journal-0"));
  CHECK(shared->id() != ramet::io::new_sharing_id());
}

TEST_CASE("shared folder: a foreign file in a folder of that name is named, and nothing is removed") {
  const TemporaryFolder folder;
  const auto path = folder / "x.root.journals";
  for (const bool has_counters : {false, true}) {
    CAPTURE(has_counters);
    if (has_counters) leave_folder_of_dead_process(folder / "x.root");
    std::filesystem::create_directories(path / "chapter");
    std::ofstream(path / "chapter" / "thesis.tex") << "years of work";
    std::ofstream(path / "journal-0") << "a diary";
    const std::string failure = failure_of([&] { SharedFolder::remove_stale(folder / "x.root"); });
    CHECK(failure.starts_with("misuse: '" + (path / "chapter").string() + "' is not a journal"));
    CHECK(failure_of([&] { SharedFolder::create(folder / "x.root"); }) == failure);
    CHECK(read_file(path / "chapter" / "thesis.tex") == "years of work");
    CHECK(read_file(path / "journal-0") == "a diary");
    std::filesystem::remove_all(path);
  }
}

TEST_CASE("shared folder: a folder without valid counters is not removed") {
  const TemporaryFolder folder;
  const auto path = folder / "x.root.journals";
  std::filesystem::create_directory(path);
  std::ofstream(path / "journal-0") << "a diary";
  CHECK(failure_of([&] {
          SharedFolder::remove_stale(folder / "x.root");
        }).starts_with("misuse: '" + (path / "journal-0").string() + "' is in a folder without counters"));
  std::ofstream(path / "counters") << "one, two, three";
  CHECK(failure_of([&] {
          SharedFolder::remove_stale(folder / "x.root");
        }).starts_with("misuse: '" + (path / "counters").string() + "' has no counters"));
  CHECK(read_file(path / "journal-0") == "a diary");
  std::filesystem::remove_all(path);
  std::filesystem::create_directory(path);  // nothing of anybody's
  CHECK_NOTHROW(SharedFolder::create(folder / "x.root"));
}

TEST_CASE("shared folder: links with the names of journals are foreign, and not followed") {
  const TemporaryFolder folder;
  const auto path = folder / "x.root.journals";
  std::ofstream(folder / "precious") << "precious";
  leave_folder_of_dead_process(folder / "x.root");
  std::filesystem::create_symlink("../precious", path / "journal-0");
  CHECK_THROWS_AS(SharedFolder::remove_stale(folder / "x.root"), Error);
  CHECK(std::filesystem::is_symlink(path / "journal-0"));
  CHECK(read_file(folder / "precious") == "precious");
}

TEST_CASE("shared folder: foreign files that were put into it stay") {
  const TemporaryFolder folder;
  const auto path = folder / "x.root.journals";
  {
    const auto shared = SharedFolder::create(folder / "x.root");
    std::ofstream(path / "journal-0") << "something";
    std::ofstream(path / "thesis.tex") << "years of work";
  }
  CHECK(read_file(path / "thesis.tex") == "years of work");
  CHECK_FALSE(std::filesystem::exists(path / "journal-0"));
}

TEST_CASE("shared folder: the journal of a living process stays") {
  const TemporaryFolder folder;
  const auto path = folder / "x.root.journals";
  leave_folder_of_dead_process(folder / "x.root");
  const auto journal = ramet::io::create_local(path / "journal-0");
  CHECK(failure_of([&] { SharedFolder::remove_stale(folder / "x.root"); }) ==
        "misuse: '" + (folder / "x.root").string() +
            "' is being written by a process that joined it, with the journal '" + (path / "journal-0").string() + "'");
  CHECK(std::filesystem::exists(path / "journal-0"));
}

TEST_CASE("shared folder: for a link, the folder is beside the file that it names") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "data");
  std::filesystem::create_symlink("data/x.root", folder / "link.root");
  const auto shared = SharedFolder::create(folder / "link.root");
  CHECK(shared->path() == folder / "data" / "x.root.journals");
  CHECK_THROWS_AS(SharedFolder::create(folder / "data" / "x.root"), Error);
}

TEST_CASE("shared folder: a name that is too long for a folder has none to remove") {
  const TemporaryFolder folder;
  CHECK_NOTHROW(SharedFolder::remove_stale(folder / std::string(250, 'x')));
  CHECK_THROWS_AS(SharedFolder::create(folder / std::string(250, 'x')), Error);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("shared folder: anything that is not a folder stays") {
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

TEST_CASE("shared folder: a forked child does not remove it") {
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
