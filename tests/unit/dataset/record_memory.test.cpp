#include "ramet/dataset/record_memory.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

using namespace ramet;
using dataset::RecordMemory;

TEST_CASE("record memory: a buffer is used again, by one at a time") {
  RecordMemory memory;
  const std::byte* const first = memory.with_buffer([&](bytes::Buffer& buffer) {
    buffer.resize(1000);
    const std::byte* const other = memory.with_buffer([](bytes::Buffer& inner) {
      inner.resize(10);
      return inner.data();
    });
    CHECK(other != buffer.data());
    return buffer.data();
  });
  CHECK(memory.kept() >= 1010);
  bool is_first_met = false;
  memory.with_buffer([&](bytes::Buffer& one) {
    memory.with_buffer([&](bytes::Buffer& two) { is_first_met = one.data() == first || two.data() == first; });
  });
  CHECK(is_first_met);
}

TEST_CASE("record memory: no more is kept than is allowed, and all of it after an error") {
  RecordMemory memory;
  memory.with_buffer([](bytes::Buffer& buffer) { buffer.reserve(RecordMemory::most_kept + 1); });
  CHECK(memory.kept() == 0);
  CHECK_THROWS_AS(memory.with_buffer([](bytes::Buffer& buffer) {
    buffer.resize(100);
    throw std::runtime_error("no");
  }),
                  std::runtime_error);
  CHECK(memory.kept() >= 100);
}
