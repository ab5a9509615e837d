#include "ramet/recovery/internal/limits/allowance.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ramet::recovery::internal::Allowance;

TEST_CASE("allowance: work is limited by the caller, or by the file's size") {
  Allowance said(1, 100, 5, 1);
  said.work(60);
  said.work(40);
  CHECK_THROWS_WITH_AS(said.work(1), doctest::Contains("exceeds 100 bytes, the limit for a file of 5 bytes"), Error);
  CHECK(said.work_done() == 100);
  CHECK(said.has_refused());
  Allowance justified(1, 0, 1000, 1);
  CHECK_FALSE(justified.has_refused());
  justified.work((1 << 30) + 4096 * 1000);
  CHECK_THROWS_AS(justified.work(1), Error);
  Allowance huge(1, 0, ~std::uint64_t{0}, 1);
  CHECK_THROWS_AS(huge.work(~std::uint64_t{0}), Error);
  CHECK_NOTHROW(huge.work(std::uint64_t{1} << 60));
}

TEST_CASE("allowance: other files raise the limit on work, unless the caller set one") {
  Allowance justified(1, 0, 1000, 1);
  justified.justify(500);
  justified.work((1 << 30) + 4096 * 1500);
  CHECK_THROWS_WITH_AS(justified.work(1), doctest::Contains("the limit for a file of 1500 bytes"), Error);
  Allowance said(1, 100, 5, 1);
  said.justify(1000);
  CHECK_THROWS_AS(said.work(101), Error);
}

TEST_CASE("allowance: one part may use all memory, but in parallel only a thread's share") {
  const Allowance allowance(1000, 0, 1, 4);
  CHECK_NOTHROW(allowance.require_memory(1000));
  CHECK_FALSE(allowance.has_refused());
  CHECK_THROWS_WITH_AS(allowance.require_memory(1001), doctest::Contains("1001 bytes of memory, the limit is 1000"),
                       Error);
  CHECK(allowance.has_refused());
  CHECK(allowance.is_small(250));
  CHECK_FALSE(allowance.is_small(251));
}

TEST_CASE("allowance: large jobs are run alone, after the others and in order") {
  const Allowance allowance(1000, 0, 1, 4);
  const auto executor = schedule::make_serial_executor();
  std::vector<std::pair<std::size_t, bool>> done;
  allowance.for_each(*executor, 5,
                     [&](std::size_t job, bool is_alone) {
                       if (!is_alone && job % 2 == 0) return false;
                       done.emplace_back(job, is_alone);
                       return true;
                     },
                     {});
  CHECK(done == std::vector<std::pair<std::size_t, bool>>{{1, false}, {3, false}, {0, true}, {2, true}, {4, true}});
}
