#include "ramet/tune/internal/sample.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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
  REQUIRE(taken.parts.size() == 4);
  CHECK(taken.bytes < std::uint64_t{20} << 20);
  CHECK(taken.bytes > std::uint64_t{10} << 20);
  for (std::int32_t part = 0; part < 4; ++part) {
    const auto first = taken.parts[static_cast<std::size_t>(part)][0].numbers<std::int32_t>()[0];
    CHECK(first % 1000 == 0);
    CHECK(first >= part * 490'000);
  }
}

TEST_CASE("sample: entries at the beginning that are smaller than others do not make it larger than was asked for") {
  constexpr std::size_t all = 20'000;
  std::vector<std::vector<float>> lists;
  for (std::size_t entry = 0; entry < all; ++entry) lists.emplace_back(entry < all / 2 ? 0 : 256, 1.0F);
  std::vector<std::pair<std::string, array::Array>> columns;
  columns.emplace_back("v", sample::column_of(lists));
  for (const std::uint64_t cluster : {std::uint64_t{1000}, std::uint64_t{all}}) {
    CAPTURE(cluster);
    const auto table = std::make_shared<sample::ClusteredTable>(columns, all, cluster);
    const auto executor = schedule::make_serial_executor();
    const auto taken = tune::internal::read_sample({frame::Source(table), *executor}, "Events", write::Format::ttree,
                                                   std::uint64_t{1} << 20, {*executor});
    CHECK(taken.bytes <= std::uint64_t{1} << 20);
    CHECK(taken.bytes > std::uint64_t{1} << 19);
    CHECK(table->values_read < 4'000);
    const double mean = static_cast<double>(taken.bytes) / static_cast<double>(taken.entries);
    CHECK(mean == doctest::Approx(520).epsilon(0.1));  // half of the lists have 1,024 bytes, and each an offset
  }
}

TEST_CASE("sample: parts that turn out larger than they were thought to be are cut to as many entries each") {
  constexpr std::size_t all = 20'000;  // the probes see none of the large ones
  std::vector<std::vector<float>> lists;
  for (std::size_t entry = 0; entry < all; ++entry) lists.emplace_back(entry % 2500 < 200 ? 1 : 256, 1.0F);
  std::vector<std::pair<std::string, array::Array>> columns;
  columns.emplace_back("v", sample::column_of(lists));
  const auto table = std::make_shared<sample::ClusteredTable>(std::move(columns), all, 1000);
  const auto executor = schedule::make_serial_executor();
  const auto taken = tune::internal::read_sample({frame::Source(table), *executor}, "Events", write::Format::ttree,
                                                 std::uint64_t{1} << 20, {*executor});
  CHECK(taken.bytes <= std::uint64_t{1} << 20);
  REQUIRE(taken.parts.size() == 8);
  for (const auto& part : taken.parts) CHECK(part[0].length() == 312);
  CHECK(taken.entries == 8 * 312);
  CHECK(table->values_read < 7'000);
}

TEST_CASE("sample: a table without entries is refused") {
  CHECK_THROWS_AS(sample::counting_sample(0, write::Format::ttree), Error);
}
