#include "ramet/io/detail/replaced_file.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>
#include <sys/stat.h>

using namespace ramet::io;

namespace {

std::vector<std::string> names_in(const TemporaryFolder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

void write(ReplacedFile& file, std::string_view text) {
  const auto sink = file.begin();
  sink->write_at(0, bytes_of(text));
  sink->close();
}

}  // namespace

TEST_CASE("replaced file: the existing file stays until the new one is complete") {
  const TemporaryFolder folder;
  write_file(folder / "x.root", "old");
  ReplacedFile file(folder / "x.root");
  write(file, "first");
  const std::filesystem::path first = file.part();
  CHECK(first.parent_path() == folder.path());
  CHECK(first.filename().string().starts_with("x.root."));
  CHECK(first.extension() == ".part");
  write(file, "second");
  CHECK_FALSE(std::filesystem::exists(first));
  CHECK(read_file(folder / "x.root") == "old");
  file.publish();
  CHECK(read_file(folder / "x.root") == "second");
  CHECK(names_in(folder) == std::vector<std::string>{"x.root"});
  CHECK_NOTHROW(create_local(folder / "x.root"));
}

TEST_CASE("replaced file: a file that is not published is removed") {
  const TemporaryFolder folder;
  {
    ReplacedFile file(folder / "x.root");
    write(file, "text");
    CHECK(names_in(folder).size() == 1);
  }
  CHECK(names_in(folder).empty());
}

TEST_CASE("replaced file: an output that is a symbolic link is resolved; the link stays") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "data");
  write_file(folder / "data" / "x.root", "old");
  std::filesystem::create_symlink("data/x.root", folder / "link.root");
  ReplacedFile file(folder / "link.root");
  write(file, "new");
  CHECK(file.part().parent_path() == folder / "data");
  file.publish();
  CHECK(std::filesystem::is_symlink(folder / "link.root"));
  CHECK(std::filesystem::is_regular_file(std::filesystem::symlink_status(folder / "data" / "x.root")));
  CHECK(read_file(folder / "link.root") == "new");
}

TEST_CASE("replaced file: other hard links of the replaced file keep the old contents") {
  const TemporaryFolder folder;
  write_file(folder / "kept", "old");
  std::filesystem::create_hard_link(folder / "kept", folder / "x.root");
  ReplacedFile file(folder / "x.root");
  write(file, "new");
  file.publish();
  CHECK(read_file(folder / "kept") == "old");
  CHECK(read_file(folder / "x.root") == "new");
}

TEST_CASE("replaced file: existing files under predictable names are not changed") {
  const TemporaryFolder folder;
  write_file(folder / "precious", "precious");
  std::filesystem::create_symlink("precious", folder / "x.root.part");
  ReplacedFile file(folder / "x.root");
  write(file, "new");
  file.publish();
  CHECK(read_file(folder / "precious") == "precious");
  CHECK(std::filesystem::is_symlink(folder / "x.root.part"));
}

TEST_CASE("replaced file: only regular files are replaced") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "folder");
  CHECK(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const auto& path : {folder / "folder", folder / "pipe", std::filesystem::path("/dev/null")}) {
    CAPTURE(path);
    CHECK(failure_of([&] { const ReplacedFile file(path); }) ==
          "misuse: cannot create '" + path.string() + "': it is not a regular file");
  }
}

TEST_CASE("replaced file: a folder that is missing is named, not the temporary file") {
  const TemporaryFolder folder;
  const auto path = folder / "none" / "x.root";
  CHECK(failure_of([&] { const ReplacedFile file(path); }) ==
        "io: cannot create '" + path.string() + "': there is no folder '" + path.parent_path().string() + "'");
}

TEST_CASE("replaced file: an output that is being written is refused, and is locked meanwhile") {
  const TemporaryFolder folder;
  const auto path = folder / "x.root";
  auto sink = create_local(path);
  CHECK(failure_of([&] { const ReplacedFile file(path); }) ==
        "misuse: cannot change '" + path.string() + "': another writer of this process is writing it");
  sink->close();
  const ReplacedFile file(path);
  CHECK_THROWS_AS(create_local(path), ramet::Error);
  CHECK_THROWS_AS(update_local(path), ramet::Error);
}

TEST_CASE("replaced file: a file that was created or replaced meanwhile stays") {
  const TemporaryFolder folder;
  ReplacedFile came(folder / "new.root");
  write(came, "text");
  write_file(folder / "new.root", "somebody's");
  CHECK_THROWS_AS(came.publish(), ramet::Error);
  CHECK(read_file(folder / "new.root") == "somebody's");

  ReplacedFile swapped(folder / "other.root");
  write(swapped, "text");
  std::filesystem::remove(swapped.part());
  write_file(swapped.part(), "somebody's");
  CHECK_THROWS_AS(swapped.publish(), ramet::Error);
  const std::filesystem::path part = swapped.part();
  swapped.begin();
  CHECK(read_file(part) == "somebody's");
}

TEST_CASE("replaced file: the longest name has room for the suffix of its temporary file") {
  const TemporaryFolder folder;
  const std::string name(255, 'x');
  ReplacedFile file(folder / name);
  write(file, "text");
  file.publish();
  CHECK(read_file(folder / name) == "text");
}

TEST_CASE("replaced file: one that is kept stays, and is opened again with its contents") {
  const TemporaryFolder folder;
  {
    ReplacedFile file(folder / "x.root", Unfinished::keep);
    write(file, "first");
    CHECK(file.part() == ReplacedFile::kept_part(folder / "x.root"));
  }
  CHECK(names_in(folder) == std::vector<std::string>{"x.root.part"});
  ReplacedFile file(folder / "x.root", Unfinished::keep);
  write(file, "FI");
  CHECK(read_file(folder / "x.root.part") == "FIrst");
  file.publish();
  CHECK(read_file(folder / "x.root") == "FIrst");
  CHECK(names_in(folder) == std::vector<std::string>{"x.root"});
  ReplacedFile removed(folder / "x.root", Unfinished::keep);
  write(removed, "new");
  removed.remove_part();
  CHECK(names_in(folder) == std::vector<std::string>{"x.root"});
}
