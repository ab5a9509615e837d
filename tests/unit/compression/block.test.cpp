#include "ramet/compression/block.hpp"

#include <array>
#include <cstddef>

#include "unit/compression/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::compression;
using samples::block;

namespace {

ErrorKind kind_of_reading(const samples::Bytes& record, std::uint64_t plain_left) {
  try {
    BlockHeader::read(record, 0, plain_left);
  } catch (const Error& error) {
    return error.kind();
  }
  FAIL("no error");
  return ErrorKind::misuse;
}

}  // namespace

TEST_CASE("a header is read byte by byte, its sizes little-endian") {
  const auto header = BlockHeader::read(samples::from_hex("5a53010300000200ff4142430000"), 0, 0xff0002);
  CHECK(header.format == BlockFormat::zstd);
  CHECK(header.packed_size == 3);
  CHECK(header.plain_size == 0xff0002);
}

TEST_CASE("a header is written as it is read") {
  for (const BlockFormat format :
       {BlockFormat::zlib, BlockFormat::lzma, BlockFormat::lz4, BlockFormat::zstd, BlockFormat::old}) {
    std::array<std::byte, block_header_size> bytes{};
    BlockHeader{format, 0, 0xfedcba}.write(bytes);
    const auto header = BlockHeader::read(bytes, 0, 0xffffff);
    CHECK(header.format == format);
    CHECK(header.packed_size == 0);
    CHECK(header.plain_size == 0xfedcba);
  }
  std::array<std::byte, block_header_size> bytes{};
  BlockHeader{BlockFormat::lz4, 0x030201, 0x060504}.write(bytes);
  CHECK(samples::Bytes(bytes.begin(), bytes.end()) == samples::from_hex("4c3401010203040506"));
}

TEST_CASE("a header that is cut is reported with its place and the numbers") {
  const auto record = samples::from_hex("5a4c08000000ff");
  CHECK_THROWS_WITH_AS(BlockHeader::read(record, 0, 255),
                       "block at byte 0 is truncated: its header takes 9 bytes, 7 are left", Error);
  CHECK_THROWS_WITH_AS(BlockHeader::read(record, 7, 255),
                       "block at byte 7 is truncated: its header takes 9 bytes, 0 are left", Error);
}

TEST_CASE("packed bytes beyond the record are refused") {
  auto record = block("ZL", 8, samples::noise(20), 100);
  CHECK_NOTHROW(BlockHeader::read(record, 0, 100));
  record.pop_back();
  CHECK_THROWS_WITH_AS(BlockHeader::read(record, 0, 100),
                       "block at byte 0 is truncated: it has 20 compressed bytes, 19 are left", Error);
  CHECK(kind_of_reading(record, 100) == ErrorKind::corrupt);
}

TEST_CASE("a block of no bytes, or of more than are wanted, is refused") {
  const auto record = block("ZL", 8, samples::noise(20), 100);
  CHECK_THROWS_WITH_AS(BlockHeader::read(record, 0, 99),
                       "block at byte 0 claims 100 uncompressed bytes, but 1 to 99 are expected", Error);
  CHECK(kind_of_reading(block("ZL", 8, samples::noise(20), 0), 100) == ErrorKind::corrupt);
}

TEST_CASE("unknown algorithms and methods are unsupported") {
  const auto packed = samples::noise(20);
  CHECK(kind_of_reading(block("ZZ", 8, packed, 100), 100) == ErrorKind::unsupported);
  CHECK(kind_of_reading(block("ZL", 9, packed, 100), 100) == ErrorKind::unsupported);
  CHECK(kind_of_reading(block("XZ", 1, packed, 100), 100) == ErrorKind::unsupported);
  CHECK(kind_of_reading(block("L4", 2, packed, 100), 100) == ErrorKind::unsupported);
  CHECK(kind_of_reading(block("ZS", 0, packed, 100), 100) == ErrorKind::unsupported);
  CHECK_THROWS_WITH(BlockHeader::read(block("AB", 1, packed, 100), 0, 100),
                    "block at byte 0 has unknown algorithm and method 0x414201");
}

TEST_CASE("blocks that add up are accepted without looking inside") {
  auto record = block("ZL", 8, samples::noise(20), 100);
  const auto second = block("ZS", 1, samples::noise(7), 1000);
  record.insert(record.end(), second.begin(), second.end());
  CHECK_NOTHROW(check_blocks(record, 1100));
  CHECK_NOTHROW(check_blocks({}, 0));
}

TEST_CASE("blocks that do not add up to the object's size are refused") {
  auto record = block("ZL", 8, samples::noise(20), 100);
  CHECK_THROWS_AS(check_blocks(record, 99), Error);
  CHECK_THROWS_AS(check_blocks(record, 101), Error);
  CHECK_THROWS_AS(check_blocks(record, 0xffffffffffff), Error);
  record.push_back(std::byte{0});
  CHECK_THROWS_WITH_AS(check_blocks(record, 100), "1 bytes are left over after the last block, which ends at byte 29",
                       Error);
  CHECK_THROWS_AS(check_blocks(record, 0), Error);
}

TEST_CASE("a block that claims more than its codec can make is refused before anybody allocates") {
  const auto packed = samples::noise(30);
  CHECK_NOTHROW(check_blocks(block("ZL", 8, packed, 1032 * 30), 1032 * 30));
  CHECK_THROWS_AS(check_blocks(block("ZL", 8, packed, 1032 * 30 + 1), 1032 * 30 + 1), Error);
  CHECK_THROWS_AS(check_blocks(block("CS", 8, packed, largest_block), largest_block), Error);
  CHECK_THROWS_AS(check_blocks(block("L4", 1, packed, 255 * 30 + 1), 255 * 30 + 1), Error);
  CHECK_THROWS_AS(check_blocks(block("XZ", 0, packed, largest_block), largest_block), Error);
  CHECK_THROWS_AS(check_blocks(block("ZS", 1, packed, largest_block), largest_block), Error);
}
