#include <array>
#include <barrier>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include "unit/io/system_calls.hpp"
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/fsuid.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ramet/io/byte_source.hpp"

using namespace ramet;
using namespace ramet::io;

namespace {

constexpr std::array both_accesses{LocalAccess::positional, LocalAccess::mapped};

std::string read(const ByteSource& source, std::uint64_t offset, std::size_t size) {
  std::string text(size, '?');
  source.read_at(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

/// `size` bytes in which any part shows where it is from.
std::string pattern(std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t position = 0; position < size; ++position)
    text[position] = static_cast<char>(position * 2'654'435'761U >> 13U);
  return text;
}

/// Reads [offset, offset + size) ranges as pieces and checks each against the text.
void check_pieces(const ByteSource& source, const std::string& text,
                  const std::vector<std::pair<std::size_t, std::size_t>>& ranges) {
  std::vector<std::string> found;
  for (const auto& range : ranges) found.emplace_back(range.second, '?');
  std::vector<ReadPiece> pieces;
  for (std::size_t piece = 0; piece < ranges.size(); ++piece)
    pieces.push_back({ranges[piece].first, std::as_writable_bytes(std::span(found[piece]))});
  source.read_pieces(pieces);
  for (std::size_t piece = 0; piece < ranges.size(); ++piece) {
    CAPTURE(ranges[piece].first);
    CHECK((found[piece] == text.substr(ranges[piece].first, ranges[piece].second)));
  }
}

/// Have a file's pages written and dropped from memory, where the file system can.
void drop_pages(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  REQUIRE(file >= 0);
  CHECK(::fsync(file) == 0);
  ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  ::close(file);
}

/// Whether the page at the offset is in memory.
bool is_in_memory(const ByteSource& mapped, std::size_t offset) {
  const auto page = mapped.view(offset, 1).value().data();
  unsigned char state = 0;
  REQUIRE(::mincore(const_cast<std::byte*>(page), 1, &state) == 0);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  return (state & 1U) != 0;
}

}  // namespace

TEST_CASE("local source: bytes that will be read are loaded") {
  constexpr std::size_t size = 4 << 20, page = 4096;
  const TemporaryFolder folder;
  write_file(folder / "large", pattern(size));
  drop_pages(folder / "large");
  const auto source = open_local(folder / "large");
  const auto mapped = open_local(folder / "large", LocalAccess::mapped);
  CHECK(source->hint_bytes() > 0);
  const std::vector<Extent> soon = {
      {size / 2, 2 << 20}, {size + 1, 10}, {1, std::numeric_limits<std::uint64_t>::max()}};
  source->will_read(soon);
  const auto all_loaded = [&] {
    for (std::size_t offset = 0; offset < size; offset += page)
      if (!is_in_memory(*mapped, offset)) return false;
    return true;
  };
  for (int wait = 0; wait < 500 && !all_loaded(); ++wait) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK(all_loaded());
}

TEST_CASE("local source: any part of a file can be read, by position and by map") {
  const TemporaryFolder folder;
  write_file(folder / "digits", "0123456789");
  for (const LocalAccess access : both_accesses) {
    const auto source = open_local(folder / "digits", access);
    CHECK(source->size() == 10);
    CHECK(source->name() == (folder / "digits").string());
    CHECK(read(*source, 0, 10) == "0123456789");
    CHECK(read(*source, 9, 1) == "9");
    CHECK(read(*source, 10, 0).empty());
    CHECK(failure_of([&] { read(*source, 8, 3); }) ==
          "corrupt: '" + source->name() + "' is truncated: needs 3 bytes at offset 8, but has 10 in all");
  }
}

TEST_CASE("local source: only a map has the bytes in memory") {
  const TemporaryFolder folder;
  write_file(folder / "digits", "0123456789");
  const auto mapped = open_local(folder / "digits", LocalAccess::mapped);
  CHECK(text_of(mapped->view(4, 3).value()) == "456");
  CHECK_THROWS_AS((void)mapped->view(4, 7), Error);
  CHECK_FALSE(open_local(folder / "digits")->view(4, 3).has_value());
}

TEST_CASE("local source: an empty file can be opened") {
  const TemporaryFolder folder;
  write_file(folder / "empty", "");
  for (const LocalAccess access : both_accesses) {
    const auto source = open_local(folder / "empty", access);
    CHECK(source->size() == 0);
    CHECK_NOTHROW(read(*source, 0, 0));
    CHECK_THROWS_AS(read(*source, 0, 1), Error);
  }
}

TEST_CASE("local source: a file that cannot be opened is an error with path and reason") {
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  write_file(folder / "file", "x");
  CHECK(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const LocalAccess access : both_accesses) {
    CHECK(failure_of([&] { open_local(folder / "missing", access); }) ==
          "file_missing: cannot open '" + path + "/missing': no such file or directory");
    CHECK(failure_of([&] { open_local(folder / "file" / "below", access); }) ==
          "file_missing: cannot open '" + path + "/file/below': not a directory");
    CHECK(failure_of([&] { open_local(folder.path(), access); }) ==
          "io: cannot open '" + path + "': it is a directory");
    CHECK(failure_of([&] { open_local(folder / "pipe", access); }) ==
          "io: cannot open '" + path + "/pipe': it is not a regular file");
  }
}

TEST_CASE("local source: a file without permission is an error") {
  const TemporaryFolder folder;
  write_file(folder / "secret", "x");
  std::filesystem::permissions(folder / "secret", std::filesystem::perms::none);
  const auto before = static_cast<uid_t>(::setfsuid(65534));  // root may read everything: be nobody, in this thread
  CHECK(failure_of([&] { open_local(folder / "secret"); }) ==
        "io: cannot open '" + (folder / "secret").string() + "': permission denied");
  ::setfsuid(before);
}

TEST_CASE("local source: it still reads a file that was renamed or deleted") {
  const TemporaryFolder folder;
  write_file(folder / "digits", "0123456789");
  const auto source = open_local(folder / "digits");
  std::filesystem::remove(folder / "digits");
  CHECK(read(*source, 5, 5) == "56789");
}

TEST_CASE("local source: a file that shrinks is an error, not a loop and not old bytes") {
  const TemporaryFolder folder;
  write_file(folder / "digits", "0123456789");
  const auto source = open_local(folder / "digits");
  std::filesystem::resize_file(folder / "digits", 6);
  const std::string said =
      "io: '" + source->name() + "' shrank while it was read: it had 10 bytes, now none at offset 6";
  CHECK(failure_of([&] { read(*source, 4, 4); }) == said);
  std::array<std::byte, 2> first{};
  std::array<std::byte, 4> second{};
  const std::array<ReadPiece, 2> pieces{ReadPiece{2, first}, ReadPiece{4, second}};
  CHECK(failure_of([&] { source->read_pieces(pieces); }) == said);
}

TEST_CASE("local source: reading continues after short counts and interruptions") {
  const TemporaryFolder folder;
  const std::string text = pattern(10'000);
  write_file(folder / "file", text);
  const auto source = open_local(folder / "file");
  const NoFaultsAfterwards no_faults;
  for (const std::size_t most : {1U, 7U, 1000U, 4096U}) {
    for (const int every : {0, 2, 3}) {
      CAPTURE(most);
      CAPTURE(every);
      system_call_faults().most_bytes = most;
      system_call_faults().interrupt_every = every;
      CHECK((read(*source, 13, 5000) == text.substr(13, 5000)));
      check_pieces(*source, text, {{0, 10}, {10, 100}, {200, 50}, {4346, 1}, {4347, 2000}});
    }
  }
}

TEST_CASE("local source: a failed read is an error with the system's reason, path and offset") {
  const TemporaryFolder folder;
  write_file(folder / "digits", "0123456789");
  const auto source = open_local(folder / "digits");
  const NoFaultsAfterwards no_faults;
  system_call_faults().read_error = EIO;
  CHECK(failure_of([&] { read(*source, 4, 2); }) ==
        "io: cannot read 2 bytes at offset 4 of '" + source->name() + "': input/output error");
  std::array<std::byte, 2> first{};
  std::array<std::byte, 2> second{};
  const std::array<ReadPiece, 2> pieces{ReadPiece{4, first}, ReadPiece{7, second}};
  CHECK(failure_of([&] { source->read_pieces(pieces); }) ==
        "io: cannot read 5 bytes at offset 4 of '" + source->name() + "': input/output error");
}

TEST_CASE("local source: pieces are read in any order: separate, adjacent, overlapping, empty, repeated") {
  const TemporaryFolder folder;
  const std::string text = pattern(100'000);
  write_file(folder / "file", text);
  for (const LocalAccess access : both_accesses) {
    const auto source = open_local(folder / "file", access);
    check_pieces(*source, text, {});
    check_pieces(*source, text, {{5, 0}});
    check_pieces(*source, text, {{0, 100'000}});
    check_pieces(*source, text, {{50'000, 100}, {0, 10}, {10, 20}, {30, 4'000}, {8'126, 1}, {12'223, 5}});
    check_pieces(*source, text, {{100, 100}, {150, 100}, {150, 100}, {120, 10}, {0, 0}});
    std::vector<std::pair<std::size_t, std::size_t>> many;
    for (std::size_t piece = 0; piece < 3'000; ++piece) many.emplace_back(piece * 33, 1 + piece % 33);
    check_pieces(*source, text, many);
  }
}

TEST_CASE("local source: neighbouring pieces are one request, distant ones separate") {
  const TemporaryFolder folder;
  const std::string text = pattern(100'000);
  write_file(folder / "file", text);
  const auto source = open_local(folder / "file");
  const NoFaultsAfterwards no_faults;
  check_pieces(*source, text, {{0, 10}, {10, 20}, {30, 100}, {200, 100}, {1'000, 10}});
  CHECK(system_call_faults().read_calls == 1);
  check_pieces(*source, text, {{0, 10}, {90'000, 20}, {50'000, 100}});
  CHECK(system_call_faults().read_calls == 4);
}

TEST_CASE("local source: a piece past the end is corrupt before anything is read") {
  const TemporaryFolder folder;
  write_file(folder / "digits", "0123456789");
  const auto source = open_local(folder / "digits");
  std::array<std::byte, 2> first{};
  std::array<std::byte, 4> second{};
  const std::array<ReadPiece, 2> pieces{ReadPiece{2, first}, ReadPiece{8, second}};
  CHECK_THROWS_AS(source->read_pieces(pieces), Error);
  CHECK(first == std::array<std::byte, 2>{});
}

TEST_CASE("local source: threads read one source at once") {
  const TemporaryFolder folder;
  const std::string text = pattern(50'000);
  write_file(folder / "file", text);
  for (const LocalAccess access : both_accesses) {
    const auto source = open_local(folder / "file", access);
    std::array<bool, 4> is_right{};
    std::barrier start(static_cast<std::ptrdiff_t>(is_right.size()));
    {
      std::vector<std::jthread> readers;
      for (std::size_t reader = 0; reader < is_right.size(); ++reader) {
        readers.emplace_back([&, reader] {
          start.arrive_and_wait();
          bool all = true;
          for (std::size_t offset = reader; offset + 100 < text.size(); offset += 997)
            all = all && read(*source, offset, 100) == text.substr(offset, 100);
          is_right[reader] = all;
        });
      }
    }
    CHECK(is_right == std::array<bool, 4>{true, true, true, true});
  }
}
