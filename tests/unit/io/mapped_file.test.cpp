#include "ramet/io/internal/mapped_file.hpp"

#include <cerrno>
#include <utility>

#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>
#include <fcntl.h>

using namespace ramet::io::internal;

TEST_CASE("mapped file: the bytes stay when the descriptor is closed and when the map is moved") {
  const TemporaryFolder folder;
  write_file(folder / "digits", "0123456789");
  int error_number = 0;
  FileDescriptor file = FileDescriptor::open(folder / "digits", O_RDONLY, error_number);
  MappedFile mapped = MappedFile::map(file, 10, error_number);
  file.close();
  CHECK(text_of(mapped.bytes()) == "0123456789");
  const MappedFile moved(std::move(mapped));
  CHECK(text_of(moved.bytes()) == "0123456789");
  CHECK(error_number == 0);
}

TEST_CASE("mapped file: no bytes need no map") {
  int error_number = 0;
  CHECK(MappedFile::map(FileDescriptor(), 0, error_number).bytes().empty());
  CHECK(error_number == 0);
}

TEST_CASE("mapped file: a file that cannot be mapped has a reason and is empty") {
  int error_number = 0;
  CHECK(MappedFile::map(FileDescriptor(), 10, error_number).bytes().empty());
  CHECK(error_number == EBADF);
}
