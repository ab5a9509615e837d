#include "ramet/io/detail/distant/block_source.hpp"

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fault/distant_source.hpp"
#include "fault/faulty_io.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::io;

namespace {

std::string letters(std::size_t count) {
  std::string text;
  for (std::size_t place = 0; place < count; ++place) text += static_cast<char>('a' + place * 7 % 26);
  return text;
}

/// Letters that are far away, to be read in blocks of 10, of which 16 stay in memory.
struct FarBlocks {
  explicit FarBlocks(std::size_t size, const fault::SourceFaults& faults = {}, StopToken stop = {})
      : text(letters(size)) {
    const auto near = source_of(buffer_of(text), "letters");
    const ReadAhead ahead{.request = {.largest_gap = 2, .most_bytes = 10, .most_pieces = 3}, .most_bytes = 160};
    server = std::make_shared<fault::DistantSource>(std::make_shared<fault::FaultySource>(near, faults), ahead);
    source = in_blocks(server, std::move(stop));
  }

  std::string read(std::uint64_t offset, std::size_t size) const {
    std::string got(size, '?');
    source->read_at(offset, std::as_writable_bytes(std::span(got)));
    return got;
  }

  std::string text;
  std::shared_ptr<fault::DistantSource> server;
  std::shared_ptr<const ByteSource> source;
};

}  // namespace

TEST_CASE("block source: all of a file that fits is requested at once, and once") {
  const FarBlocks far(155);
  CHECK_FALSE(far.source->read_ahead());
  CHECK(far.source->name() == "letters");
  CHECK(far.read(77, 30) == far.text.substr(77, 30));
  CHECK(far.server->requests() == 16);
  for (std::size_t place = 0; place < 155; ++place) CHECK(far.read(place, 1) == far.text.substr(place, 1));
  CHECK(far.read(0, 155) == far.text);
  CHECK(far.server->requests() == 16);
  CHECK(far.server->bytes() == 155);
}

TEST_CASE("block source: a larger file that is read in order is requested once, and before it is needed") {
  const FarBlocks far(1003);
  CHECK(far.read(0, 3) == far.text.substr(0, 3));
  CHECK(far.server->requests() == 4);
  for (std::size_t place = 0; place + 4 <= 1003; ++place) {
    CHECK(far.read(place, 4) == far.text.substr(place, 4));
    if (place == 500) CHECK(far.server->requests() == 54);
  }
  CHECK(far.server->requests() == 101);
  CHECK(far.server->bytes() == 1003);
}

TEST_CASE("block source: a large piece is read alone, and scattered ones ask for nothing else") {
  const FarBlocks far(1000);
  CHECK(far.read(333, 50) == far.text.substr(333, 50));
  CHECK(far.server->requests() == 1);
  CHECK(far.server->bytes() == 50);
  CHECK(far.read(505, 2) == far.text.substr(505, 2));
  CHECK(far.read(905, 2) == far.text.substr(905, 2));
  CHECK(far.server->bytes() == 70);
}

TEST_CASE("block source: who goes back and forth gets no more blocks in the end") {
  const FarBlocks far(400);
  for (std::size_t turn = 0; turn < 40; ++turn)
    for (std::size_t place = 0; place < 400; place += 20) CHECK(far.read(place, 1) == far.text.substr(place, 1));
  CHECK(far.server->bytes() < 5 * 400 + 40 * 20);
}

TEST_CASE("block source: what failed is tried again, and what lies outside is an error") {
  const FarBlocks far(9, {.fail_at_call = 0, .failing_calls = 1});
  CHECK(failure_of([&] { far.read(5, 2); }).starts_with("io: "));
  CHECK(failure_of([&] { far.read(8, 2); }).starts_with("corrupt: 'letters' is truncated"));
  CHECK(far.read(5, 2) == far.text.substr(5, 2));
  CHECK(far.server->requests() == 2);
}

TEST_CASE("block source: many threads read what is there") {
  const FarBlocks far(2000);
  std::vector<std::string> read(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t number = 0; number < read.size(); ++number)
      threads.emplace_back([&, number] {
        for (std::size_t place = 0; place < 2000; place += 5) read[number] += far.read(place, 5);
      });
  }
  for (const std::string& one : read) CHECK(one == far.text);
}

TEST_CASE("block source: a source that is near is itself") {
  const auto near = source_of(buffer_of("abc"), "near");
  CHECK(in_blocks(near) == near);
}
