#include "ramet/tune/internal/sample.hpp"

#include "unit/tune/sample_table.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;

TEST_CASE("sample: a small table is taken whole") {
  const auto taken = sample::counting_sample(2'500, write::Format::ttree);
  CHECK(taken.entries == 2'500);
  CHECK(taken.all_entries == 2'500);
  CHECK(taken.stored.schema.name == "Events");
  CHECK(taken.stored.columns == std::vector<std::string>{"x", "y", "z", "v"});
  std::uint64_t lengths = 0;
  for (const auto& columns : taken.parts) {
    REQUIRE(columns.size() == 4);
    lengths += columns[0].length();
  }
  CHECK(lengths == 2'500);
}

TEST_CASE("sample: of a large table parts are taken that lie far apart and begin where a cluster does") {
  constexpr std::size_t all = 2'000'000;  // of about 26 bytes
  const auto taken = sample::counting_sample(all, write::Format::rntuple, std::uint64_t{20} << 20);
  CHECK(taken.all_entries == all);
  REQUIRE(taken.parts.size() == 2);
  CHECK(taken.bytes < std::uint64_t{20} << 20);
  CHECK(taken.bytes > std::uint64_t{10} << 20);
  const auto first = taken.parts[1][0].numbers<std::int32_t>()[0];
  CHECK(first % 1000 == 0);
  CHECK(first > 900'000);
}

TEST_CASE("sample: a table without entries is refused") {
  CHECK_THROWS_AS(sample::counting_sample(0, write::Format::ttree), Error);
}
