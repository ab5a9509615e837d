#include "ramet/compression/decompressor.hpp"

#include <array>
#include <cstddef>
#include <string>

#include "unit/compression/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/block.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::compression;

namespace {

constexpr std::array blocks{samples::zlib_block, samples::old_block, samples::lzma_block, samples::lz4_block,
                            samples::zstd_block};

samples::Bytes unpack(std::span<const std::byte> packed, std::size_t size = samples::text.size()) {
  samples::Bytes plain(size, std::byte{0xee});
  Decompressor().decompress(packed, plain);
  return plain;
}

std::string error_of(std::span<const std::byte> packed, std::size_t size = samples::text.size()) {
  try {
    unpack(packed, size);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::corrupt);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("blocks of other writers are read") {
  for (const auto hex : blocks) CHECK(unpack(samples::from_hex(hex)) == samples::of(samples::text));
}

TEST_CASE("the blocks of one record may differ in algorithm, and one decompressor reads them all") {
  samples::Bytes record;
  samples::Bytes expected;
  for (int round = 0; round < 2; ++round) {
    for (const auto hex : blocks) {
      const auto block = samples::from_hex(hex);
      record.insert(record.end(), block.begin(), block.end());
      const auto text = samples::of(samples::text);
      expected.insert(expected.end(), text.begin(), text.end());
    }
  }
  CHECK(unpack(record, expected.size()) == expected);
}

TEST_CASE("empty input gives empty output") {
  CHECK(unpack({}, 0).empty());
  CHECK(error_of(samples::of("x"), 0) == "1 bytes are left over after the last block, which ends at byte 0");
}

TEST_CASE("a record that is cut anywhere is an error") {
  for (const auto hex : blocks) {
    const auto record = samples::from_hex(hex);
    for (std::size_t size = 0; size < record.size(); ++size) {
      CAPTURE(size);
      CHECK(error_of(std::span(record).first(size)).starts_with("block at byte 0 is truncated"));
    }
  }
}

TEST_CASE("bytes after the last block are an error") {
  for (const auto hex : blocks) {
    auto record = samples::from_hex(hex);
    const auto end = std::to_string(record.size());
    record.push_back(std::byte{0});
    CHECK(error_of(record) == "1 bytes are left over after the last block, which ends at byte " + end);
  }
}

TEST_CASE("a byte within the block after the codec's stream is an error") {
  for (const auto hex : blocks) {
    auto record = samples::from_hex(hex);
    record[3] = static_cast<std::byte>(std::to_integer<int>(record[3]) + 1);
    record.push_back(std::byte{0});
    CAPTURE(hex);
    CHECK(error_of(record).starts_with("block at byte 0, " + std::to_string(record.size() - 9) + " bytes of 88: "));
  }
}

TEST_CASE("a block must make exactly as many bytes as it says") {
  for (const auto hex : blocks) {
    auto record = samples::from_hex(hex);
    CAPTURE(hex);
    for (const int size : {1, 87, 89, 255}) {
      record[6] = static_cast<std::byte>(size);
      CHECK(error_of(record, static_cast<std::size_t>(size)).starts_with("block at byte 0, "));
    }
  }
}

TEST_CASE("a record of fewer or more bytes than wanted is an error") {
  for (const auto hex : blocks) {
    const auto record = samples::from_hex(hex);
    CHECK(error_of(record, 87) == "block at byte 0 claims 88 uncompressed bytes, but 1 to 87 are expected");
    CHECK(error_of(record, 89) ==
          "block at byte " + std::to_string(record.size()) + " is truncated: its header takes 9 bytes, 0 are left");
  }
}

TEST_CASE("an error names the block that it is in") {
  auto record = samples::from_hex(samples::zlib_block);
  const auto first = std::to_string(record.size());
  const auto second = samples::from_hex(samples::lz4_block);
  record.insert(record.end(), second.begin(), second.end());
  record.back() ^= std::byte{1};
  CHECK(error_of(record, 2 * samples::text.size()).starts_with("block at byte " + first + ", 41 bytes of 88: "));
}

TEST_CASE("any changed bit of a block with a checksum is noticed") {
  for (const auto hex : {samples::zlib_block, samples::lzma_block, samples::lz4_block}) {
    auto record = samples::from_hex(hex);
    for (std::size_t bit = 8 * block_header_size; bit < 8 * record.size(); ++bit) {
      record[bit / 8] ^= std::byte{1} << (bit % 8);
      CAPTURE(hex);
      CAPTURE(bit);
      // A change of the way to say the same is no damage: the level and the window in zlib's first two bytes.
      bool same = false;
      try {
        same = unpack(record) == samples::of(samples::text);
      } catch (const Error&) {
        same = true;
      }
      CHECK(same);
      record[bit / 8] ^= std::byte{1} << (bit % 8);
    }
  }
}

TEST_CASE("any changed bit of ramet's compressed blocks is noticed") {
  const auto plain = samples::rising(600);
  for (const Algorithm algorithm : {Algorithm::zlib, Algorithm::lzma, Algorithm::lz4, Algorithm::zstd}) {
    bytes::Buffer packed;
    REQUIRE(Compressor().compress(plain, {algorithm, 5}, packed));
    Decompressor decompressor;
    samples::Bytes back(plain.size());
    for (std::size_t bit = 0; bit < 8 * packed.size(); ++bit) {
      std::byte& byte = packed.data()[bit / 8];
      byte ^= std::byte{1} << (bit % 8);
      bool noticed = false;
      try {
        decompressor.decompress(packed.span(), back);
        noticed = back == plain;
      } catch (const Error&) {
        noticed = true;
      }
      CAPTURE(static_cast<int>(algorithm));
      CAPTURE(bit);
      CHECK(noticed);
      byte ^= std::byte{1} << (bit % 8);
    }
    decompressor.decompress(packed.span(), back);  // and it works on after all these errors
    CHECK(back == plain);
  }
}

TEST_CASE("noise under every algorithm's name is an error") {
  Decompressor decompressor;
  samples::Bytes plain(5000);
  for (const auto& [algorithm, method] : {std::pair("ZL", 8), {"CS", 8}, {"XZ", 0}, {"L4", 1}, {"ZS", 1}})
    for (std::uint64_t seed = 1; seed < 200; ++seed) {
      const auto record = samples::block(algorithm, method, samples::noise(seed, seed), plain.size());
      CHECK_THROWS_AS(decompressor.decompress(record, plain), Error);
    }
}
