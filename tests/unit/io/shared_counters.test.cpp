#include "ramet/io/shared_counters.hpp"

#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ramet/core/error.hpp"

using ramet::Error;
using ramet::ErrorKind;
using ramet::io::is_locked;
using ramet::io::MappedCounters;
using ramet::io::SharingId;

namespace {

SharingId id_of(int number) {
  SharingId id{};
  id[3] = static_cast<std::byte>(number);
  return id;
}

template <class Work>
ErrorKind kind_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.kind();
  }
  FAIL("no error");
  return ErrorKind::misuse;
}

}  // namespace

TEST_CASE("shared counters: every map of the file sees additions of the others") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "counters";
  const auto own = MappedCounters::create(path, id_of(1));
  const auto joined = MappedCounters::join(path, id_of(1));
  CHECK(own->add(0, 5) == 0);
  CHECK(joined->add(0, 7) == 5);
  CHECK(own->load(0) == 12);
  CHECK(own->raise(1, 100) == 0);
  CHECK(joined->raise(1, 50) == 100);
  CHECK(joined->load(1) == 100);
  CHECK(own->add(MappedCounters::count - 1, 3) == 0);
  CHECK(kind_of([&] { own->load(MappedCounters::count); }) == ErrorKind::misuse);
}

TEST_CASE("shared counters: processes and threads lose no addition") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "counters";
  const auto own = MappedCounters::create(path, id_of(1));
  constexpr int processes = 4;
  constexpr std::uint64_t turns = 5'000;
  for (int process = 0; process < processes; ++process) {
    if (::fork() != 0) continue;
    const auto joined = MappedCounters::join(path, id_of(1));
    for (std::uint64_t turn = 0; turn < turns; ++turn) joined->add(2, 1 + turn % 2);
    ::_exit(0);
  }
  for (std::uint64_t turn = 0; turn < turns; ++turn) own->add(2, 1 + turn % 2);
  for (int process = 0; process < processes; ++process) {
    int status = -1;
    ::wait(&status);
    CHECK(status == 0);
  }
  CHECK(own->load(2) == (processes + 1) * turns * 3 / 2);
}

TEST_CASE("shared counters: missing files, files of another run and files without counters have different errors") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "counters";
  CHECK(kind_of([&] { MappedCounters::join(path, id_of(1)); }) == ErrorKind::file_missing);
  const auto own = MappedCounters::create(path, id_of(1));
  CHECK(kind_of([&] { MappedCounters::create(path, id_of(1)); }) == ErrorKind::misuse);
  CHECK(kind_of([&] { MappedCounters::join(path, id_of(2)); }) == ErrorKind::misuse);
  CHECK(kind_of([&] { MappedCounters::create(folder.path() / "none" / "counters", id_of(1)); }) == ErrorKind::io);

  const auto other = folder.path() / "other";
  std::ofstream(other) << "something else";
  CHECK(kind_of([&] { MappedCounters::join(other, id_of(1)); }) == ErrorKind::corrupt);
  std::ofstream(other) << std::string(std::filesystem::file_size(path), 'x');
  CHECK(kind_of([&] { MappedCounters::join(other, id_of(1)); }) == ErrorKind::corrupt);
  CHECK(kind_of([&] { MappedCounters::join(folder.path(), id_of(1)); }) == ErrorKind::io);
}

TEST_CASE("shared counters: the creator holds the file's lock until it ends") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "counters";
  CHECK_FALSE(is_locked(path));
  auto own = MappedCounters::create(path, id_of(1));
  const auto joined = MappedCounters::join(path, id_of(1));
  CHECK(is_locked(path));
  own.reset();
  CHECK_FALSE(is_locked(path));
}
