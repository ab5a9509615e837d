#include <algorithm>
#include <atomic>
#include <barrier>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "fault/small_disk.hpp"
#include "forked.hpp"
#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include "unit/io/system_calls.hpp"
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "ramet/io/byte_sink.hpp"
#include "ramet/io/detail/process_number.hpp"
#include "ramet/io/extent_allocator.hpp"

using namespace ramet;
using namespace ramet::io;

TEST_CASE("local sink: writes go to their offsets, in any order, and gaps are zeros") {
  const TemporaryFolder folder;
  const auto sink = create_local(folder / "out");
  CHECK(sink->name() == (folder / "out").string());
  sink->write_at(6, bytes_of("world"));
  sink->write_at(0, bytes_of("hello"));
  sink->write_at(3, {});
  sink->sync();
  sink->sync();
  sink->close();
  CHECK(read_file(folder / "out") == std::string("hello\0world", 11));
}

TEST_CASE("local sink: resize truncates and extends") {
  const TemporaryFolder folder;
  const auto sink = create_local(folder / "out");
  sink->write_at(0, bytes_of("abcdef"));
  sink->resize(2);
  sink->resize(4);
  sink->close();
  CHECK(read_file(folder / "out") == std::string("ab\0\0", 4));
}

TEST_CASE("local sink: an existing file is overwritten, or kept on request") {
  const TemporaryFolder folder;
  write_file(folder / "out", "something old and long");
  CHECK(failure_of([&] { create_local(folder / "out", OnExisting::fail); }) ==
        "misuse: cannot create '" + (folder / "out").string() + "': file exists");
  CHECK(read_file(folder / "out") == "something old and long");
  const auto sink = create_local(folder / "out", OnExisting::overwrite);
  sink->write_at(0, bytes_of("new"));
  sink->close();
  CHECK(read_file(folder / "out") == "new");
  CHECK_NOTHROW(create_local(folder / "another", OnExisting::fail));
}

TEST_CASE("local sink: a file that cannot be created is an error with path and reason") {
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  CHECK(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(failure_of([&] { create_local(folder / "none" / "out"); }) ==
        "io: cannot create '" + path + "/none/out': no such file or directory");
  CHECK(failure_of([&] { create_local(folder.path()); }) == "io: cannot create '" + path + "': is a directory");
  CHECK_THROWS_AS(create_local(folder / "pipe"), Error);  // and does not hang
}

TEST_CASE("local sink: a name without a folder is in the current folder") {
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto sink = create_local("bare");
  sink->write_at(0, bytes_of("x"));
  CHECK_NOTHROW(sink->sync());
  sink->close();
  std::filesystem::current_path(before);
  CHECK(read_file(folder / "bare") == "x");
}

TEST_CASE("local sink: after close every call fails, except closing again") {
  const TemporaryFolder folder;
  const auto sink = create_local(folder / "out");
  sink->close();
  CHECK_NOTHROW(sink->close());
  const std::string name = "'" + (folder / "out").string() + "'";
  CHECK(failure_of([&] { sink->write_at(0, bytes_of("x")); }) == "misuse: cannot write to " + name + ": it was closed");
  CHECK(failure_of([&] { sink->resize(1); }) == "misuse: cannot resize " + name + ": it was closed");
  CHECK(failure_of([&] { sink->sync(); }) == "misuse: cannot sync " + name + ": it was closed");
}

TEST_CASE("local sink: offsets beyond the largest file are misuse") {
  const TemporaryFolder folder;
  const auto sink = create_local(folder / "out");
  CHECK(failure_of([&] { sink->write_at(std::numeric_limits<std::uint64_t>::max() - 1, bytes_of("abc")); }) ==
        "misuse: cannot write 3 bytes at offset 18446744073709551614 of '" + sink->name() +
            "': the largest possible file has 9223372036854775807 bytes");
  CHECK_THROWS_AS(sink->resize(1ULL << 63U), Error);
}

TEST_CASE("local sink: writing continues after short counts and interruptions") {
  const TemporaryFolder folder;
  std::string text;
  for (int number = 0; number < 3'000; ++number) text += std::to_string(number) + ' ';
  const NoFaultsAfterwards no_faults;
  for (const std::size_t most : {1U, 7U, 4096U}) {
    for (const int every : {0, 2, 3}) {
      CAPTURE(most);
      CAPTURE(every);
      const auto sink = create_local(folder / "out");
      system_call_faults().most_bytes = most;
      system_call_faults().interrupt_every = every;
      sink->write_at(0, bytes_of(text));
      sink->close();
      CHECK((read_file(folder / "out") == text));
    }
  }
}

TEST_CASE("local sink: a failed write is an error with the system's reason, path and offset") {
  const TemporaryFolder folder;
  const auto sink = create_local(folder / "out");
  const NoFaultsAfterwards no_faults;
  const auto failure_with = [&](int error_number) {
    system_call_faults().most_bytes = 4;
    system_call_faults().write_error = error_number;
    system_call_faults().good_writes = 1;
    return failure_of([&] { sink->write_at(100, bytes_of("0123456789")); });
  };
  const std::string place = "io: cannot write 6 bytes at offset 104 of '" + sink->name() + "': ";
  CHECK(failure_with(ENOSPC) == place + "no space left on device");
  CHECK(failure_with(EDQUOT) == place + "disk quota exceeded");
  CHECK(failure_with(EIO) == place + "input/output error");
}

TEST_CASE("local sink: a write of no bytes without a reason is an error, not a loop") {
  const TemporaryFolder folder;
  const auto sink = create_local(folder / "out");
  const NoFaultsAfterwards no_faults;
  system_call_faults().write_accepts_nothing = true;
  CHECK(failure_of([&] { sink->write_at(0, bytes_of("abc")); }) ==
        "io: cannot write 3 bytes at offset 0 of '" + sink->name() + "': the system accepts none of them");
}

TEST_CASE("local sink: sync and close report late errors, the destructor does not") {
  const TemporaryFolder folder;
  const NoFaultsAfterwards no_faults;
  auto sink = create_local(folder / "out");
  system_call_faults().sync_error = EIO;
  CHECK(failure_of([&] { sink->sync(); }) == "io: cannot sync '" + sink->name() + "': input/output error");
  system_call_faults().close_error = ENOSPC;
  CHECK(failure_of([&] { sink->close(); }) ==
        "io: cannot finish writing '" + sink->name() + "': no space left on device");
  CHECK_NOTHROW(sink->close());
  sink = create_local(folder / "out");
  CHECK_NOTHROW(sink.reset());
}

TEST_CASE("local sink: a full device is an error with that reason") {
  const auto sink = create_local("/dev/full");
  CHECK(failure_of([&] { sink->write_at(0, bytes_of("abc")); }) ==
        "io: cannot write 3 bytes at offset 0 of '/dev/full': no space left on device");
}

TEST_CASE("local sink: a disk that becomes full is an error, and keeps the bytes that fit") {
  const SmallDisk disk(64 * 1024);
  if (!disk.is_mounted()) {
    MESSAGE("skipped: a file system can be mounted by root only");
    return;
  }
  const std::string block(16 * 1024, 'x');
  const auto sink = create_local(disk / "out");
  std::uint64_t offset = 0;
  const std::string failure = failure_of([&] {
    for (; offset < 1024 * 1024; offset += block.size()) sink->write_at(offset, bytes_of(block));
  });
  CHECK(failure.ends_with("of '" + sink->name() + "': no space left on device"));
  CHECK(offset > 0);
  CHECK(offset <= 64 * 1024);
  CHECK_NOTHROW(sink->close());
  CHECK(std::filesystem::file_size(disk / "out") >= offset);
}

TEST_CASE("local sink: a second writer of a path is refused before anything is changed") {
  const TemporaryFolder folder;
  const auto path = folder / "out";
  const std::string name = "'" + path.string() + "'";
  std::filesystem::create_symlink("out", folder / "link");
  const auto sink = create_local(path);
  sink->write_at(0, bytes_of("first"));
  const std::string here = ": another writer of this process is writing it";
  CHECK(failure_of([&] { create_local(path); }) == "misuse: cannot create " + name + here);
  CHECK(failure_of([&] { update_local(path); }) == "misuse: cannot change " + name + here);
  CHECK_THROWS_AS(create_local(folder / "link"), Error);
  const std::string said = said_by_child([&] { return failure_of([&] { create_local(path); }); });
  CHECK(said == "misuse: cannot create " + name + ": process " + std::to_string(process_number()) + " is writing it");
  CHECK(read_file(path) == "first");
  sink->close();
  const auto updating = update_local(path);
  CHECK_THROWS_AS(create_local(path), Error);
  CHECK(read_file(path) == "first");
  updating->close();
  CHECK_NOTHROW(create_local(path));
  CHECK(read_file(path).empty());
}

TEST_CASE("local sink: only one of several threads that create the same path succeeds") {
  const TemporaryFolder folder;
  constexpr int threads = 8;
  for (int round = 0; round < 20; ++round) {
    std::barrier step(threads);
    std::atomic<int> got = 0;
    {
      std::vector<std::jthread> writers;
      for (int writer = 0; writer < threads; ++writer)
        writers.emplace_back([&] {
          step.arrive_and_wait();
          std::unique_ptr<ByteSink> sink;
          if (failure_of([&] { sink = create_local(folder / "out"); }) == "nothing") ++got;
          step.arrive_and_wait();
        });
    }
    CHECK(got == 1);
  }
}

TEST_CASE("local sink: a path that gets another file while it is being opened is opened again") {
  const TemporaryFolder folder;
  std::atomic<bool> is_over = false;
  std::jthread replacing([&] {
    while (!is_over) {
      write_file(folder / "next", "next");
      std::filesystem::rename(folder / "next", folder / "out");
    }
  });
  for (int round = 0; round < 200; ++round) {
    const std::string failure = failure_of([&] { create_local(folder / "out"); });
    CHECK((failure == "nothing" || failure.ends_with("it keeps being replaced")));
  }
  is_over = true;
}

TEST_CASE("local sink: a forked child can neither write its parent's file nor release its lock") {
  const TemporaryFolder folder;
  auto sink = create_local(folder / "out");
  sink->write_at(0, bytes_of("parent's"));
  for (const auto& work : std::vector<std::function<void()>>{[&] { sink->write_at(0, bytes_of("child's")); },
                                                             [&] { sink->resize(0); }, [&] { sink->sync(); }}) {
    const std::string said = said_by_child([&] { return failure_of(work); });
    CHECK(said.find("is written by process " + std::to_string(process_number())) != std::string::npos);
  }
  CHECK(said_by_child([&] { return failure_of([&] { sink->close(); }); }) == "nothing");
  CHECK(said_by_child([&] {
          sink.reset();
          return "gone";
        }) == "gone");
  CHECK_THROWS_AS(create_local(folder / "out"), Error);
  sink->write_at(8, bytes_of(" end"));
  sink->close();
  CHECK(read_file(folder / "out") == "parent's end");
  CHECK_NOTHROW(create_local(folder / "out"));
}

TEST_CASE("local sink: a file cannot be joined through a link") {
  const TemporaryFolder folder;
  write_file(folder / "out", "text");
  std::filesystem::create_symlink("out", folder / "link");
  CHECK_NOTHROW(join_local(folder / "out"));
  CHECK_THROWS_AS(join_local(folder / "link"), Error);
}

TEST_CASE("local sink: threads write extents in parallel") {
  constexpr std::size_t threads = 4;
  constexpr std::size_t rounds = 100;
  const TemporaryFolder folder;
  const auto sink = create_local(folder / "out");
  ExtentAllocator space(0);
  std::barrier start(threads);
  {
    std::vector<std::jthread> writers;
    for (std::size_t writer = 0; writer < threads; ++writer) {
      writers.emplace_back([&, writer] {
        start.arrive_and_wait();
        for (std::size_t round = 0; round < rounds; ++round) {
          const std::string text = "<" + std::string(writer + round % 7, static_cast<char>('a' + writer)) + ">";
          sink->write_at(space.take(text.size()).offset, bytes_of(text));
        }
      });
    }
  }
  sink->close();
  const std::string text = read_file(folder / "out");
  CHECK(text.size() == space.end());
  CHECK(text.find('\0') == std::string::npos);
  CHECK(std::ranges::count(text, '<') == threads * rounds);
}

TEST_CASE("local sink: a file that may have been left is opened with its contents, or created, but no link") {
  const TemporaryFolder folder;
  const auto sink = go_on_local(folder / "new");
  sink->write_at(0, bytes_of("abc"));
  CHECK_THROWS_AS(go_on_local(folder / "new"), Error);  // locked
  sink->close();
  go_on_local(folder / "new")->write_at(1, bytes_of("X"));
  CHECK(read_file(folder / "new") == "aXc");
  std::filesystem::create_symlink(folder / "new", folder / "link");
  CHECK_THROWS_AS(go_on_local(folder / "link"), Error);
  std::filesystem::create_hard_link(folder / "new", folder / "other");
  CHECK_THROWS_AS(go_on_local(folder / "new"), Error);
  CHECK(read_file(folder / "new") == "aXc");
}
