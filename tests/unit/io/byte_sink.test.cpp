#include "ramet/io/byte_sink.hpp"

#include <barrier>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "fault/faulty_io.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::io;

namespace {

std::string contents_of(const MemorySink& sink) { return text_of(sink.contents().span()); }

}  // namespace

TEST_CASE("memory sink: writes go to their offsets, in any order, and gaps are zeros") {
  MemorySink sink("target");
  sink.write_at(6, bytes_of("world"));
  sink.write_at(0, bytes_of("hello"));
  CHECK(contents_of(sink) == std::string("hello\0world", 11));
  sink.write_at(4, bytes_of("0-W"));
  CHECK(contents_of(sink) == "hell0-World");
  CHECK(sink.name() == "target");
}

TEST_CASE("memory sink: an empty write changes nothing, wherever it is") {
  MemorySink sink;
  sink.write_at(100, {});
  CHECK(sink.contents().empty());
}

TEST_CASE("memory sink: resize truncates, and extends with zeros even over truncated bytes") {
  MemorySink sink;
  sink.write_at(0, bytes_of("abcdef"));
  sink.resize(2);
  CHECK(contents_of(sink) == "ab");
  sink.resize(4);
  CHECK(contents_of(sink) == std::string("ab\0\0", 4));
}

TEST_CASE("memory sink: an end past 64 bits is misuse") {
  MemorySink sink("target");
  CHECK(failure_of([&] { sink.write_at(std::numeric_limits<std::uint64_t>::max() - 1, bytes_of("abc")); }) ==
        "misuse: cannot write 3 bytes at offset 18446744073709551614 of 'target': the end does not fit 64 bits");
}

TEST_CASE("memory sink: its contents are a copy") {
  MemorySink sink;
  sink.write_at(0, bytes_of("before"));
  const bytes::Buffer before = sink.contents();
  sink.write_at(0, bytes_of("after!"));
  CHECK(text_of(before.span()) == "before");
}

TEST_CASE("memory sink: threads write adjacent extents while it grows") {
  constexpr std::size_t threads = 4;
  constexpr std::size_t rounds = 200;
  MemorySink sink;
  std::barrier start(threads);
  {
    std::vector<std::jthread> writers;
    for (std::size_t writer = 0; writer < threads; ++writer) {
      writers.emplace_back([&, writer] {
        const std::string text(3, static_cast<char>('a' + writer));
        start.arrive_and_wait();
        for (std::size_t round = 0; round < rounds; ++round)
          sink.write_at((round * threads + writer) * 3, bytes_of(text));
      });
    }
  }
  std::string expected;
  for (std::size_t round = 0; round < rounds; ++round) expected += "aaabbbcccddd";
  CHECK(contents_of(sink) == expected);
}

TEST_CASE("faulty sink: it fails from the given call on, after part of the bytes") {
  MemorySink sound("target");
  fault::FaultySink sink(sound, {.fail_at_call = 2, .writes_before_fault = 1});
  sink.write_at(0, bytes_of("ab"));
  sink.sync();
  CHECK(failure_of([&] { sink.write_at(2, bytes_of("cd")); }) == "io: cannot write 'target': fault in call 2");
  CHECK(failure_of([&] { sink.resize(9); }) == "io: cannot resize 'target': fault in call 3");
  CHECK(failure_of([&] { sink.close(); }) == "io: cannot close 'target': fault in call 4");
  CHECK(sink.calls() == 5);
  CHECK(contents_of(sound) == "abc");
}

TEST_CASE("faulty sink: a full one keeps the bytes that fit, and fails as the system does") {
  MemorySink sound("target");
  fault::FaultySink sink(sound, {.capacity = 5, .slow_by = std::chrono::microseconds(1)});
  sink.write_at(0, bytes_of("abc"));
  CHECK(failure_of([&] { sink.write_at(3, bytes_of("defg")); }) ==
        "io: cannot write 2 bytes at offset 5 of 'target': no space left on device");
  CHECK(contents_of(sound) == "abcde");
}
