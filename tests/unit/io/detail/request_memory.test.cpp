#include "ramet/io/detail/request_memory.hpp"

#include <algorithm>
#include <utility>

#include <doctest/doctest.h>

using namespace ramet::io;

namespace {

/// Bytes that are all one letter, to see whether they are the same memory later.
RequestMemory filled(std::size_t size, char letter) {
  RequestMemory memory(size);
  std::ranges::fill(memory.span(), static_cast<std::byte>(letter));
  return memory;
}

bool has_only(const RequestMemory& memory, char letter) {
  return std::ranges::all_of(memory.span(), [&](std::byte one) { return one == static_cast<std::byte>(letter); });
}

}  // namespace

TEST_CASE("request memory: it has the size that was asked for, whoever it is from") {
  CHECK(RequestMemory().size() == 0);
  CHECK(RequestMemory(0).span().empty());
  for (const std::size_t size : {std::size_t{1}, RequestMemory::least_mapped - 1, RequestMemory::least_mapped,
                                 RequestMemory::least_mapped * 10 + 1}) {
    CAPTURE(size);
    const RequestMemory memory = filled(size, 'a');
    CHECK(memory.size() == size);
    CHECK(has_only(memory, 'a'));
  }
}

TEST_CASE("request memory: it moves with its bytes, and can be shorter") {
  for (const std::size_t size : {std::size_t{100}, 2 * RequestMemory::least_mapped}) {
    RequestMemory first = filled(size, 'a');
    RequestMemory second = std::move(first);
    CHECK(second.size() == size);
    CHECK(has_only(second, 'a'));
    RequestMemory third = filled(2 * RequestMemory::least_mapped, 'b');
    third = std::move(second);
    CHECK(has_only(third, 'a'));
    third.shorten(10);
    CHECK(third.size() == 10);
  }
}
