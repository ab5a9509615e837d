#include "ramet/expr/internal/run/arena.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;

TEST_CASE("memory is aligned, and used again") {
  expr::ArenaPool pool;
  const void* first = nullptr;
  {
    expr::Arena arena(pool);
    first = arena.make<double>(10).data();
    CHECK(reinterpret_cast<std::uintptr_t>(first) % 64 == 0);
    CHECK(static_cast<const void*>(arena.make<char>(1).data()) != first);
  }
  expr::Arena again(pool);
  CHECK(static_cast<const void*>(again.make<double>(10).data()) == first);
}

TEST_CASE("more than an expression may have is refused") {
  expr::ArenaPool pool;
  expr::Arena arena(pool);
  CHECK_THROWS_WITH_AS(arena.make<double>(std::size_t{1} << 60), doctest::Contains("needs more than 1024 MiB"), Error);
}
