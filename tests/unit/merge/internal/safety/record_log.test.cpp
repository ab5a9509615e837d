#include "ramet/merge/internal/safety/record_log.hpp"

#include <fstream>
#include <string>
#include <vector>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using merge::internal::RecordLog;

namespace {

constexpr std::string_view beginning = "a log 1\n";
constexpr std::uint64_t plenty = 1000;

bytes::ByteWriter payload_of(std::uint32_t number) {
  bytes::ByteWriter payload;
  payload.write(number);
  return payload;
}

/// The numbers in a log, if it is one.
std::vector<std::uint32_t> numbers_in(RecordLog& log) {
  std::vector<std::uint32_t> numbers;
  CHECK(log.read(plenty, [&](bytes::ByteCursor payload) { numbers.push_back(payload.read<std::uint32_t>()); }) ==
        RecordLog::Contents::log);
  return numbers;
}

}  // namespace

TEST_CASE("record log: records are read in order, and new ones stand behind them") {
  const TemporaryFolder folder;
  {
    RecordLog log(folder / "log", beginning);
    CHECK(log.read(plenty, [](bytes::ByteCursor) { FAIL("there is no record"); }) == RecordLog::Contents::none);
    log.restart();
    for (const std::uint32_t number : {3U, 1U}) log.append(payload_of(number), number == 1);
  }
  RecordLog log(folder / "log", beginning);
  CHECK(numbers_in(log) == std::vector<std::uint32_t>{3, 1});
  log.append(payload_of(4));
  CHECK(numbers_in(log) == std::vector<std::uint32_t>{3, 1, 4});
  log.restart();
  CHECK(numbers_in(log).empty());
  log.remove();
  CHECK_FALSE(std::filesystem::exists(folder / "log"));
}

TEST_CASE("record log: a record that is torn, damaged or not understood ends it, and is written over") {
  const TemporaryFolder folder;
  {
    RecordLog log(folder / "log", beginning);
    log.restart();
    for (const std::uint32_t number : {1U, 2U, 3U}) log.append(payload_of(number));
  }
  constexpr std::uint64_t record_size = 16;
  const std::uint64_t size = std::filesystem::file_size(folder / "log");
  REQUIRE(size == beginning.size() + 3 * record_size);
  for (std::uint64_t cut = size - 1; cut > size - record_size; --cut) {
    std::filesystem::resize_file(folder / "log", cut);
    RecordLog log(folder / "log", beginning);
    CHECK(numbers_in(log) == std::vector<std::uint32_t>{1, 2});
  }
  {
    std::fstream file(folder / "log", std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(beginning.size() + 2 * record_size - 1));
    file.put('x');
  }
  RecordLog log(folder / "log", beginning);
  CHECK(numbers_in(log) == std::vector<std::uint32_t>{1});
  log.append(payload_of(7));
  CHECK(numbers_in(log) == std::vector<std::uint32_t>{1, 7});
  std::vector<std::uint32_t> numbers;
  log.read(plenty, [&](bytes::ByteCursor payload) {
    numbers.push_back(payload.read<std::uint32_t>());
    if (numbers.back() == 7) throw Error(ErrorKind::corrupt, "7 is none");
  });
  log.append(payload_of(8));
  CHECK(numbers_in(log) == std::vector<std::uint32_t>{1, 8});
}

TEST_CASE("record log: another file is told from one that was cut in its beginning") {
  const TemporaryFolder folder;
  const auto contents_of = [&](const std::string& text, std::uint64_t most = plenty) {
    std::ofstream(folder / "log", std::ios::binary) << text;
    RecordLog log(folder / "log", beginning);
    return log.read(most, [](bytes::ByteCursor) {});
  };
  CHECK(contents_of("a lo") == RecordLog::Contents::none);
  CHECK(contents_of("a log 1\n") == RecordLog::Contents::log);
  CHECK(contents_of("a log 2\n") == RecordLog::Contents::other);
  CHECK(contents_of("notes") == RecordLog::Contents::other);
  CHECK(contents_of("a log 1\n", 7) == RecordLog::Contents::other);
}
