#include "ramet/tune/internal/codec_table.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet;
using namespace ramet::tune::internal;

TEST_CASE("codec table: sizes are those that the compressor gives, and what does not shrink stays") {
  std::vector<std::byte> repeated(100'000);
  std::vector<std::byte> noise(1'000);
  std::uint32_t state = 1;
  for (std::size_t place = 0; place < repeated.size(); ++place)
    repeated[place] = static_cast<std::byte>(place / 7 % 50);
  for (std::byte& byte : noise) byte = static_cast<std::byte>((state = state * 1664525U + 1013904223U) >> 24U);
  StoredParts parts;
  parts.of_column.resize(3);
  parts.of_column[0].push_back({repeated, noise});
  parts.of_column[2].push_back({noise});
  const std::vector<compression::Settings> settings = {compression::Settings::parse("none"),
                                                       compression::Settings::parse("zstd:5")};
  const auto executor = schedule::make_thread_executor(2);
  const CodecTable table = measure_codecs(parts, settings, {*executor});
  CHECK(table[0][0].bytes == 101'000);
  compression::Compressor compressor;
  bytes::Buffer packed;
  REQUIRE(compressor.compress(repeated, settings[1], packed));
  CHECK(table[0][1].bytes == static_cast<double>(packed.size() + noise.size()));
  CHECK(table[1][1].bytes == 0);
  CHECK(table[2][1].bytes == 1'000);
  CHECK(table[0][0].plain_bytes == 101'000);
  CHECK(table[0][1].plain_bytes == 1'000);
  CHECK(table[0][1].compress_seconds > 0);
  CHECK(table[0][1].decompress_seconds > 0);
}

TEST_CASE("codec table: of slow settings a third is measured, which counts three times") {
  const std::vector<std::byte> zeros(10'000);
  StoredParts parts;
  parts.of_column = {{PlainParts(6, zeros)}};
  const std::vector<compression::Settings> settings = {compression::Settings::parse("lzma:4")};
  const auto executor = schedule::make_serial_executor();
  compression::Compressor compressor;
  bytes::Buffer packed;
  REQUIRE(compressor.compress(zeros, settings[0], packed));
  CHECK(measure_codecs(parts, settings, {*executor})[0][0].bytes == static_cast<double>(6 * packed.size()));
}

TEST_CASE("codec table: of slow settings a third of each branch is measured: their parts are not alike") {
  const std::vector<std::byte> zeros(10'000);
  const std::vector<std::byte> ones(20'000, std::byte{1});
  StoredParts parts;
  parts.of_column = {{PlainParts(3, zeros), PlainParts(6, ones)}};
  const std::vector<compression::Settings> settings = {compression::Settings::parse("zlib:9")};
  const auto executor = schedule::make_serial_executor();
  compression::Compressor compressor;
  bytes::Buffer packed_zeros;
  bytes::Buffer packed_ones;
  REQUIRE(compressor.compress(zeros, settings[0], packed_zeros));
  REQUIRE(compressor.compress(ones, settings[0], packed_ones));
  CHECK(measure_codecs(parts, settings, {*executor})[0][0].bytes ==
        static_cast<double>(3 * packed_zeros.size() + 6 * packed_ones.size()));
}

TEST_CASE("codec table: thirteen settings are tried, among them none and the default") {
  CHECK(tried_settings().size() == 13);
  CHECK(std::ranges::find(tried_settings(), compression::Settings{}) != tried_settings().end());
}
