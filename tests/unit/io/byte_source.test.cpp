#include "ramet/io/byte_source.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "fault/faulty_io.hpp"
#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::io;

namespace {

std::string read(const ByteSource& source, std::uint64_t offset, std::size_t size) {
  std::string text(size, '?');
  source.read_at(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

}  // namespace

TEST_CASE("sources are made of any bytes, and of the name of a file") {
  const std::string text = "0123456789";
  const auto all = std::as_bytes(std::span(text));
  const std::vector<std::byte> bytes(all.begin(), all.end());
  const std::vector<char> letters(text.begin(), text.end());
  const std::array<unsigned char, 3> three = {'a', 'b', 'c'};
  CHECK(read(*source_of(all), 0, 10) == text);
  CHECK(read(*source_of(bytes, "bytes"), 0, 10) == text);
  CHECK(source_of(bytes, "bytes")->name() == "bytes");
  CHECK(read(*source_of(letters), 0, 10) == text);
  CHECK(read(*source_of(three), 0, 3) == "abc");
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "digits";
  std::ofstream(path) << text;
  CHECK(read(*source_of(path), 0, 10) == text);
  CHECK(read(*source_of(path.string()), 3, 4) == "3456");
  CHECK_THROWS_AS(source_of("no such file"), Error);
}

TEST_CASE("memory source: any part can be read, including zero bytes at the end") {
  const auto source = source_of(buffer_of("0123456789"), "ten digits");
  CHECK(source->size() == 10);
  CHECK(source->name() == "ten digits");
  CHECK(read(*source, 0, 10) == "0123456789");
  CHECK(read(*source, 3, 4) == "3456");
  CHECK(read(*source, 10, 0).empty());
  CHECK(source_of(buffer_of(""))->size() == 0);
  CHECK(source_of(buffer_of(""))->name() == "memory");
}

TEST_CASE("memory source: reading past the end is corrupt, and the message has all numbers") {
  const auto source = source_of(buffer_of("0123456789"), "ten digits");
  CHECK(failure_of([&] { read(*source, 8, 3); }) ==
        "corrupt: 'ten digits' is truncated: needs 3 bytes at offset 8, but has 10 in all");
  CHECK(failure_of([&] { read(*source, 11, 0); }) ==
        "corrupt: 'ten digits' is truncated: needs 0 bytes at offset 11, but has 10 in all");
  CHECK_THROWS_AS((void)source->view(8, 3), Error);
}

TEST_CASE("byte source: a length so large that offset and length overflow is refused too") {
  constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  const auto source = source_of(buffer_of("0123456789"));
  CHECK_THROWS_AS(source->require_range(5, huge), Error);
  CHECK_THROWS_AS(source->require_range(huge, 5), Error);
  CHECK_THROWS_AS(source->require_range(huge, huge), Error);
  CHECK_NOTHROW(source->require_range(5, 5));
}

TEST_CASE("memory source: a view refers to the bytes without a copy") {
  const auto source = source_of(buffer_of("0123456789"));
  const auto first = source->view(2, 3);
  const auto second = source->view(2, 3);
  REQUIRE(first.has_value());
  CHECK(text_of(*first) == "234");
  CHECK(first->data() == second->data());
}

TEST_CASE("byte source: pieces are read one by one by default") {
  const fault::FaultySource source(source_of(buffer_of("0123456789")), {});
  std::array<std::byte, 2> front{};
  std::array<std::byte, 3> back{};
  const std::array<ReadPiece, 2> pieces{ReadPiece{7, back}, ReadPiece{0, front}};
  source.read_pieces(pieces);
  CHECK(text_of(front) == "01");
  CHECK(text_of(back) == "789");
  CHECK(source.calls() == 2);
}

TEST_CASE("byte source: a source without its bytes in memory has no view, but still checks the range") {
  const fault::FaultySource source(source_of(buffer_of("0123456789")), {});
  CHECK_FALSE(source.view(0, 10).has_value());
  CHECK_THROWS_AS((void)source.view(0, 11), Error);
}

TEST_CASE("faulty source: it fails from the given call on") {
  const auto sound = source_of(buffer_of("0123456789"), "digits");
  const fault::FaultySource source(sound, {.fail_at_call = 1});
  CHECK(read(source, 0, 2) == "01");
  CHECK(failure_of([&] { read(source, 2, 2); }) == "io: cannot read 2 bytes at offset 2 of 'digits': fault in call 1");
  CHECK(failure_of([&] { read(source, 2, 2); }) == "io: cannot read 2 bytes at offset 2 of 'digits': fault in call 2");
}

TEST_CASE("faulty source: a truncated one fails at once, a shrinking one only when it is read") {
  const auto sound = source_of(buffer_of("0123456789"), "digits");
  const fault::FaultySource truncated(sound, {.truncated_to = 4});
  CHECK(truncated.size() == 4);
  CHECK(read(truncated, 2, 2) == "23");
  CHECK_THROWS_AS(read(truncated, 2, 3), Error);
  const fault::FaultySource shrinking(sound, {.shrinks_to = 4, .slow_by = std::chrono::microseconds(1)});
  CHECK(shrinking.size() == 10);
  CHECK(read(shrinking, 2, 2) == "23");
  CHECK(failure_of([&] { read(shrinking, 2, 3); }) ==
        "io: 'digits' shrank while it was read: it had 10 bytes, now none at offset 4");
}
