#include "ramet/remote/internal/parts/range_memory.hpp"

#include <doctest/doctest.h>

using namespace ramet::remote::internal;

TEST_CASE("range memory: a host is tried once, and what came is remembered for all of its files") {
  RangeMemory memory(100);
  const RemoteUrl one{.text = "https://one:80/a.root"}, same{.text = "https://one:80/b/c.root"},
      other{.text = "https://two/a.root"};
  CHECK(memory.is_new(one));
  memory.begin_try(one);
  CHECK_FALSE(memory.is_new(same));
  CHECK(memory.most_of(same) == 1);
  CHECK(memory.is_new(other));
  memory.note(one, 50, 50);
  CHECK(memory.most_of(same) == 100);
  memory.note(one, 50, 10);
  CHECK(memory.most_of(same) == 10);
  memory.note(one, 50, 0);
  CHECK(memory.most_of(same) == 1);
  CHECK_FALSE(memory.is_new(same));
  memory.forget(same);
  CHECK(memory.is_new(one));
}

TEST_CASE("range memory: no host is tried when requests are to have one range") {
  const RangeMemory memory(1);
  CHECK_FALSE(memory.is_new({.text = "https://one/a.root"}));
  CHECK(memory.most_of({.text = "https://one/a.root"}) == 1);
}
