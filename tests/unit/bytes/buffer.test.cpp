#include "ramet/bytes/buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

using ramet::bytes::Buffer;

namespace {

std::span<const std::byte> of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string_view text_of(const Buffer& buffer) { return {reinterpret_cast<const char*>(buffer.data()), buffer.size()}; }

}  // namespace

TEST_CASE("a new buffer is empty and owns nothing") {
  const Buffer buffer;
  CHECK(buffer.empty());
  CHECK(buffer.size() == 0);
  CHECK(buffer.capacity() == 0);
  CHECK(buffer.span().empty());
}

TEST_CASE("bytes begin at a multiple of 64, however the buffer grew") {
  Buffer buffer(1);
  for (std::size_t size = 1; size < 100000; size = size * 3 + 1) {
    buffer.resize(size);
    CHECK(reinterpret_cast<std::uintptr_t>(buffer.data()) % Buffer::alignment == 0);
  }
}

TEST_CASE("growing keeps the contents") {
  Buffer buffer;
  for (int round = 0; round < 1000; ++round) buffer.append(of("abc"));
  REQUIRE(buffer.size() == 3000);
  for (std::size_t i = 0; i < buffer.size(); ++i) REQUIRE(buffer.data()[i] == static_cast<std::byte>('a' + i % 3));
  buffer.append({});
  CHECK(buffer.size() == 3000);
}

TEST_CASE("growing a byte at a time reallocates a few times only") {
  Buffer buffer;
  int reallocations = 0;
  for (int i = 0; i < 100000; ++i) {
    const std::byte* before = buffer.data();
    buffer.extend(1);
    reallocations += before != buffer.data();
  }
  CHECK(reallocations < 20);
}

TEST_CASE("an extension is the new bytes at the end") {
  Buffer buffer;
  buffer.append(of("head"));
  const auto place = buffer.extend(4);
  REQUIRE(place.size() == 4);
  std::memcpy(place.data(), "tail", 4);
  CHECK(text_of(buffer) == "headtail");
}

TEST_CASE("shrinking and clearing keep the memory") {
  Buffer buffer;
  buffer.append(of("0123456789"));
  const std::size_t capacity = buffer.capacity();
  const std::byte* data = buffer.data();
  buffer.resize(4);
  CHECK(text_of(buffer) == "0123");
  buffer.clear();
  CHECK(buffer.empty());
  buffer.resize(10);
  CHECK(buffer.data() == data);
  CHECK(buffer.capacity() == capacity);
}

TEST_CASE("a remade buffer has the size asked for, and memory to spare that is used again") {
  Buffer buffer;
  buffer.append(of("0123456789"));
  buffer.remake(1000);
  CHECK(buffer.size() == 1000);
  CHECK(buffer.capacity() >= 1000);
  const std::byte* data = buffer.data();
  for (const std::size_t size : {10U, 1000U, 1100U}) {
    buffer.remake(size);
    CHECK(buffer.size() == size);
    CHECK(buffer.data() == data);
  }
  CHECK_THROWS_AS(buffer.remake(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
}

TEST_CASE("what was reserved is filled without a move") {
  Buffer buffer;
  buffer.reserve(5000);
  const std::byte* data = buffer.data();
  for (int i = 0; i < 5000; ++i) buffer.extend(1);
  CHECK(buffer.data() == data);
  buffer.reserve(10);
  CHECK(buffer.capacity() == 5000);
}

TEST_CASE("a moved buffer takes its bytes along and leaves an empty one") {
  Buffer first;
  first.append(of("abc"));
  Buffer second = std::move(first);
  CHECK(text_of(second) == "abc");
  CHECK(first.empty());  // NOLINT(bugprone-use-after-move): it is promised
  CHECK(first.capacity() == 0);
  first.append(of("new"));
  CHECK(text_of(first) == "new");
  second = std::move(first);
  CHECK(text_of(second) == "new");
}

TEST_CASE("a size beyond all memory is refused and changes nothing") {
  Buffer buffer;
  buffer.append(of("abc"));
  constexpr auto all = std::numeric_limits<std::size_t>::max();
  CHECK_THROWS_AS(buffer.extend(all), std::bad_alloc);
  CHECK_THROWS_AS(buffer.extend(all - 2), std::bad_alloc);
  CHECK(text_of(buffer) == "abc");
}
