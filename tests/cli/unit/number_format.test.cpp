#include "cli/text/number_format.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("format_count: commas stand before each three digits") {
  const std::pair<std::uint64_t, const char*> cases[] = {
      {0, "0"}, {999, "999"}, {1000, "1,000"}, {123456, "123,456"}, {1234567, "1,234,567"}};
  for (const auto& [count, text] : cases) CHECK(format_count(count) == text);
  CHECK(format_count(std::numeric_limits<std::uint64_t>::max()) == "18,446,744,073,709,551,615");
}

TEST_CASE("format_bytes: three digits and a binary unit, never four digits before a unit that is larger") {
  const std::pair<std::uint64_t, const char*> cases[] = {{0, "0 B"},
                                                         {1, "1 B"},
                                                         {1023, "1023 B"},
                                                         {1024, "1.00 KiB"},
                                                         {1536, "1.50 KiB"},
                                                         {10239, "10.0 KiB"},
                                                         {235520, "230 KiB"},
                                                         {1023 * 1024, "1.00 MiB"},
                                                         {1 << 20, "1.00 MiB"},
                                                         {std::uint64_t{5} << 30, "5.00 GiB"},
                                                         {std::uint64_t{3} << 40, "3.00 TiB"},
                                                         {std::numeric_limits<std::uint64_t>::max(), "16.0 EiB"}};
  for (const auto& [bytes, text] : cases) {
    CAPTURE(bytes);
    CHECK(format_bytes(bytes) == text);
  }
}

TEST_CASE("format_ratio: three digits, and a dash where nothing is stored") {
  CHECK(format_ratio(323, 169) == "1.91");
  CHECK(format_ratio(768, 10) == "76.8");
  CHECK(format_ratio(118'000, 1'000) == "118");
  CHECK(format_ratio(5, 0) == "-");
}

TEST_CASE("format_date: the fields of a TDatime are taken apart") {
  const std::uint32_t packed = (26U << 26U) | (3U << 22U) | (4U << 17U) | (12U << 12U) | (34U << 6U) | 56U;
  CHECK(format_date(packed) == "2021-03-04 12:34:56");
  CHECK(format_date(0) == "-");
}

TEST_CASE("format_uuid: groups of 8, 4, 4, 4 and 12 digits") {
  std::array<std::byte, 16> uuid{};
  for (std::size_t byte = 0; byte < uuid.size(); ++byte) uuid[byte] = static_cast<std::byte>(byte * 17);
  CHECK(format_uuid(uuid) == "00112233-4455-6677-8899-aabbccddeeff");
}

TEST_CASE("format_version: as ROOT writes it, of 32-bit and 64-bit files") {
  CHECK(format_version(60804) == "6.08/04");
  CHECK(format_version(1063206) == "6.32/06");
  CHECK(format_version(52600) == "5.26/00");
}

TEST_CASE("format_value: no more digits than asked for, and no trailing zeros") {
  CHECK(format_value(91.1876, 4) == "91.19");
  CHECK(format_value(0.25) == "0.25");
  CHECK(format_value(-3) == "-3");
  CHECK(format_value(1e9) == "1e+09");
}

TEST_CASE("sizes that a file claims: negative ones count as 0, and their sum does not wrap") {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  CHECK(size_from(-5) == 0);
  CHECK(size_from(5) == 5);
  CHECK(saturating_sum(2, 3) == 5);
  CHECK(saturating_sum(most - 1, 1) == most);
  CHECK(saturating_sum(most, most) == most);
}
