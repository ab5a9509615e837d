#include "ramet/recovery/internal/limits/claims.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace ramet::recovery::internal;
using All = std::vector<Claim>;

namespace {

constexpr Claim fresh = Claim::fresh;
constexpr Claim known = Claim::known;
constexpr Claim overlapping = Claim::overlapping;

All claim(Claims& claims, const std::vector<Claimed>& things, bool may_repeat) {
  return claims.claim(things, may_repeat);
}

}  // namespace

TEST_CASE("claims: adjacent bytes are fresh, in any order") {
  Claims claims;
  CHECK(claim(claims, {{20, 10, 0}, {0, 10, 0}, {10, 10, 0}}, false) == All{fresh, fresh, fresh});
  CHECK(claim(claims, {{30, 1, 0}, {31, 0, 0}, {31, 0, 0}}, false) == All{fresh, fresh, fresh});
}

TEST_CASE("claims: the first of several overlapping claims keeps its bytes") {
  Claims claims;
  CHECK(claim(claims, {{0, 10, 0}, {5, 10, 0}, {9, 1, 0}, {10, 5, 0}}, false) ==
        All{fresh, overlapping, overlapping, fresh});
  CHECK(claim(claims, {{0, 10, 0}, {0, 10, 0}, {0, 11, 0}}, false) == All{known, overlapping, overlapping});
  CHECK(claim(claims, {{14, 2, 0}, {15, 1, 0}}, false) == All{overlapping, fresh});
}

TEST_CASE("claims: several pages may have the same bytes, which are checked once for each uncompressed size") {
  Claims claims;
  CHECK(claim(claims, {{0, 10, 40}, {0, 10, 40}, {0, 10, 80}, {0, 12, 40}}, true) ==
        All{fresh, known, fresh, overlapping});
  CHECK(claim(claims, {{0, 10, 80}, {0, 10, 40}, {0, 10, 60}, {3, 1, 1}}, true) ==
        All{known, known, fresh, overlapping});
}

TEST_CASE("claims: ends of huge sizes do not wrap around") {
  Claims claims;
  const std::uint64_t most = ~std::uint64_t{0};
  CHECK(claim(claims, {{10, most, 0}, {5, 5, 0}, {most - 1, most, 0}}, false) == All{fresh, fresh, overlapping});
}

TEST_CASE("claims: damage is known for all claims of the same bytes") {
  Claims claims;
  claims.mark_damaged({0, 10, 40}, "torn");
  CHECK(claims.damage_of({0, 10, 40}) == "torn");
  CHECK(claims.damage_of({0, 10, 80}).empty());
}
