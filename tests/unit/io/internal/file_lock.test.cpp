#include "ramet/io/internal/file_lock.hpp"

#include "forked.hpp"
#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>
#include <fcntl.h>

#include "ramet/io/detail/process_number.hpp"

using namespace ramet::io::internal;

namespace {

FileDescriptor opened(const std::filesystem::path& path) {
  int error_number = 0;
  return FileDescriptor::open(path, O_RDWR, error_number);
}

}  // namespace

TEST_CASE("file lock: the error for a locked file names the holder, in this process or another") {
  const TemporaryFolder folder;
  write_file(folder / "x", "text");
  const FileDescriptor first = opened(folder / "x");
  CHECK(try_lock(first, LockKind::exclusive) == LockAnswer::got);
  CHECK(try_lock(first, LockKind::exclusive) == LockAnswer::got);
  const FileDescriptor second = opened(folder / "x");
  CHECK(try_lock(second, LockKind::exclusive) == LockAnswer::held);
  CHECK(try_lock(second, LockKind::shared) == LockAnswer::held);
  CHECK(holder_of(second) == "another writer of this process");
  const std::string holder = said_by_child([&] { return holder_of(opened(folder / "x")); });
  CHECK(holder == "process " + std::to_string(ramet::io::process_number()));
}

TEST_CASE("file lock: the holder of an unlocked file is unknown") {
  const TemporaryFolder folder;
  write_file(folder / "x", "text");
  CHECK(holder_of(opened(folder / "x")) == "somebody else");
}
