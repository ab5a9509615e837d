#include "ramet/io/internal/file_descriptor.hpp"

#include <cerrno>
#include <utility>

#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include "unit/io/system_calls.hpp"
#include <doctest/doctest.h>
#include <fcntl.h>

using ramet::io::internal::FileDescriptor;
using ramet::io::internal::reason_of;

namespace {

bool is_open_in_system(int number) { return ::fcntl(number, F_GETFD) >= 0; }

}  // namespace

TEST_CASE("file descriptor: reasons begin in lower case") {
  CHECK(reason_of(ENOSPC) == "no space left on device");
  CHECK(reason_of(EDQUOT) == "disk quota exceeded");
  CHECK(reason_of(EACCES) == "permission denied");
  CHECK(reason_of(EREMOTEIO) == "remote I/O error");
  CHECK(reason_of(EXDEV) == "invalid cross-device link");
  CHECK(reason_of(ENOANO) == "no anode");
}

TEST_CASE("file descriptor: it closes its file, and is not inherited by other programs") {
  const TemporaryFolder folder;
  int number = -1;
  int error_number = 0;
  {
    const FileDescriptor file = FileDescriptor::open(folder / "file", O_CREAT | O_WRONLY, error_number);
    REQUIRE(file.is_open());
    number = file.number();
    CHECK((::fcntl(number, F_GETFD) & FD_CLOEXEC) != 0);
  }
  CHECK_FALSE(is_open_in_system(number));
  CHECK(error_number == 0);
}

TEST_CASE("file descriptor: a file that cannot be opened has a reason") {
  const TemporaryFolder folder;
  int error_number = 0;
  CHECK_FALSE(FileDescriptor::open(folder / "missing", O_RDONLY, error_number).is_open());
  CHECK(error_number == ENOENT);
}

TEST_CASE("file descriptor: moving transfers the file and closes the previous one") {
  const TemporaryFolder folder;
  int error_number = 0;
  FileDescriptor first = FileDescriptor::open(folder / "first", O_CREAT | O_WRONLY, error_number);
  FileDescriptor second = FileDescriptor::open(folder / "second", O_CREAT | O_WRONLY, error_number);
  const int first_number = first.number();
  const int second_number = second.number();
  first = std::move(second);
  CHECK(first.number() == second_number);
  CHECK_FALSE(is_open_in_system(first_number));
  FileDescriptor& itself = first;
  first = std::move(itself);
  CHECK(first.is_open());
  const FileDescriptor third(std::move(first));
  CHECK(third.number() == second_number);
}

TEST_CASE("file descriptor: closing reports the system's error once, and ignores interruptions") {
  const TemporaryFolder folder;
  const NoFaultsAfterwards no_faults;
  int error_number = 0;
  FileDescriptor file = FileDescriptor::open(folder / "file", O_CREAT | O_WRONLY, error_number);
  system_call_faults().close_error = EIO;
  CHECK(file.close() == EIO);
  CHECK(file.close() == 0);
  file = FileDescriptor::open(folder / "file", O_CREAT | O_WRONLY, error_number);
  system_call_faults().close_error = EINTR;
  CHECK(file.close() == 0);
}
