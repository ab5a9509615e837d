#include "ramet/compression/compressor.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "unit/compression/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/compression/block.hpp"
#include "ramet/compression/decompressor.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::compression;

namespace {

constexpr std::array written{Algorithm::zlib, Algorithm::lzma, Algorithm::lz4, Algorithm::zstd};

samples::Bytes unpack(std::span<const std::byte> packed, std::size_t size) {
  samples::Bytes plain(size, std::byte{0xee});
  Decompressor().decompress(packed, plain);
  return plain;
}

}  // namespace

TEST_CASE("compressed bytes come back, with every algorithm, level and many sizes") {
  Compressor compressor;
  for (const Algorithm algorithm : written) {
    for (int level = 1; level <= 9; ++level) {
      for (const std::size_t size : {64U, 100U, 1000U, 4097U, 32000U, 70001U}) {
        CAPTURE(static_cast<int>(algorithm));
        CAPTURE(level);
        CAPTURE(size);
        const auto plain = samples::rising(size);
        bytes::Buffer packed;
        const bool smaller = compressor.compress(plain, {algorithm, level}, packed);
        if (size >= 1000) REQUIRE(smaller);
        if (!smaller) {
          CHECK(packed.empty());
          continue;
        }
        CHECK(packed.size() < plain.size());
        CHECK(unpack(packed.span(), size) == plain);
      }
    }
  }
}

TEST_CASE("the block's header names the algorithm as ROOT does") {
  const auto plain = samples::rising(2000);
  constexpr std::array<BlockFormat, 4> formats{BlockFormat::zlib, BlockFormat::lzma, BlockFormat::lz4,
                                               BlockFormat::zstd};
  for (std::size_t i = 0; i < written.size(); ++i) {
    bytes::Buffer packed;
    REQUIRE(Compressor().compress(plain, {written[i], 4}, packed));
    const auto header = BlockHeader::read(packed.span(), 0, plain.size());
    CHECK(header.format == formats[i]);
    CHECK(header.plain_size == plain.size());
    CHECK(header.packed_size == packed.size() - block_header_size);
  }
}

TEST_CASE("zstd frames carry the checksum of their content") {
  bytes::Buffer packed;
  REQUIRE(Compressor().compress(samples::rising(2000), {Algorithm::zstd, 5}, packed));
  // RFC 8878, 3.1.1.1.1: bit 2 of the descriptor, which follows the four bytes of the magic number.
  CHECK((packed.data()[block_header_size + 4] & std::byte{4}) == std::byte{4});
}

TEST_CASE("the result is appended to what the buffer holds") {
  const auto plain = samples::rising(5000);
  for (const Algorithm algorithm : written) {
    bytes::Buffer out;
    out.append(samples::of("key"));
    REQUIRE(Compressor().compress(plain, {algorithm, 3}, out));
    CHECK(samples::Bytes(out.data(), out.data() + 3) == samples::of("key"));
    CHECK(unpack(out.span().subspan(3), plain.size()) == plain);
  }
}

TEST_CASE("bytes that would not become smaller leave the buffer as it was") {
  Compressor compressor;
  for (const Algorithm algorithm : written) {
    for (const std::size_t size : {0U, 1U, 9U, 10U, 11U, 25U, 5000U}) {
      CAPTURE(static_cast<int>(algorithm));
      CAPTURE(size);
      bytes::Buffer out;
      out.append(samples::of("key"));
      CHECK_FALSE(compressor.compress(samples::noise(size), {algorithm, 6}, out));
      CHECK(samples::Bytes(out.data(), out.data() + out.size()) == samples::of("key"));
    }
  }
}

TEST_CASE("a compressor works on after it met something that it could not make smaller") {
  Compressor compressor;
  const auto plain = samples::rising(9000);
  for (const Algorithm algorithm : written) {
    bytes::Buffer out;
    CHECK_FALSE(compressor.compress(samples::noise(9000), {algorithm, 5}, out));
    REQUIRE(compressor.compress(plain, {algorithm, 5}, out));
    CHECK(unpack(out.span(), plain.size()) == plain);
  }
}

TEST_CASE("a compressor that has made other blocks makes the same bytes as a new one") {
  // Else a file would depend on which thread compressed what.
  for (const Algorithm algorithm : written)
    for (const int level : {1, 4, 7}) {
      Compressor used;
      for (std::size_t round = 1; round <= 12; ++round) {
        const auto plain = samples::rising(3000 * round % 20011, round);
        bytes::Buffer from_used;
        bytes::Buffer from_new;
        CHECK(used.compress(plain, {algorithm, level}, from_used) ==
              Compressor().compress(plain, {algorithm, level}, from_new));
        CAPTURE(static_cast<int>(algorithm));
        CAPTURE(round);
        CHECK(std::ranges::equal(from_used.span(), from_new.span()));
      }
    }
}

TEST_CASE("level 0 and no algorithm mean that nothing is compressed") {
  bytes::Buffer out;
  CHECK_FALSE(Compressor().compress(samples::rising(5000), {Algorithm::none, 5}, out));
  CHECK_FALSE(Compressor().compress(samples::rising(5000), {Algorithm::zstd, 0}, out));
  CHECK(out.empty());
}

TEST_CASE("settings that cannot be written are refused") {
  bytes::Buffer out;
  const auto plain = samples::rising(5000);
  CHECK_THROWS_WITH_AS(Compressor().compress(plain, {Algorithm::old, 5}, out),
                       "ramet does not write compression algorithm 3 (zlib, lzma, lz4 and zstd it does)", Error);
  CHECK_THROWS_WITH_AS(Compressor().compress(plain, {Algorithm::zstd, 10}, out), "compression level 10 is not in 0..9",
                       Error);
  CHECK_THROWS_AS(Compressor().compress(plain, {Algorithm::zlib, -1}, out), Error);
  CHECK(out.empty());
}

TEST_CASE("more than 16 MiB become several blocks") {
  // All zeros but a counter every kilobyte, so that every level is fast on it.
  samples::Bytes plain(2 * largest_block + 12345);
  for (std::size_t i = 0; i < plain.size(); i += 1024) plain[i] = static_cast<std::byte>(i >> 10);
  Compressor compressor;
  for (const Algorithm algorithm : written) {
    CAPTURE(static_cast<int>(algorithm));
    bytes::Buffer packed;
    REQUIRE(compressor.compress(plain, {algorithm, 1}, packed));
    const auto first = BlockHeader::read(packed.span(), 0, plain.size());
    CHECK(first.plain_size == largest_block);
    CHECK_NOTHROW(check_blocks(packed.span(), plain.size()));
    CHECK(unpack(packed.span(), plain.size()) == plain);
  }
}

TEST_CASE("one full block that does not shrink makes the whole record plain, as ROOT has it") {
  auto plain = samples::noise(largest_block);
  plain.resize(largest_block + 100000);
  bytes::Buffer out;
  CHECK_FALSE(Compressor().compress(plain, {Algorithm::lz4, 1}, out));
  CHECK(out.empty());
}

TEST_CASE("without repetitions, the size is within 1 % of the level's") {
  Compressor compressor;
  const auto plain = samples::fractions(256 * 1024);
  const auto at_once = samples::fractions(1 << 20);  // the same numbers and more of them: too large to be probed
  for (const Settings settings : {Settings{Algorithm::zlib, 1}, {Algorithm::zlib, 6}, {Algorithm::zstd, 5}}) {
    CAPTURE(settings.to_string());
    bytes::Buffer packed;
    REQUIRE(compressor.compress(plain, settings, packed));
    CHECK(unpack(packed.span(), plain.size()) == plain);
    auto larger = at_once;
    larger.resize(at_once.size() + 8);
    bytes::Buffer not_probed;
    REQUIRE(compressor.compress(larger, settings, not_probed));
    const double expected =
        static_cast<double>(not_probed.size()) * static_cast<double>(plain.size()) / static_cast<double>(larger.size());
    CHECK(static_cast<double>(packed.size()) < 1.01 * expected);
  }
}

TEST_CASE("numbers in which nothing repeats become small zlib blocks") {
  const auto plain = samples::fractions(100000);
  bytes::Buffer packed;
  REQUIRE(Compressor().compress(plain, {Algorithm::zlib, 1}, packed));
  CHECK(BlockHeader::read(packed.span(), 0, plain.size()).plain_size == 16384);
  CHECK_NOTHROW(check_blocks(packed.span(), plain.size()));
}

TEST_CASE("a repetition further away than a small block is found all the same") {
  auto plain = samples::fractions(128 * 1024);
  plain.insert(plain.end(), plain.begin(), plain.end());
  bytes::Buffer packed;
  REQUIRE(Compressor().compress(plain, {Algorithm::zstd, 5}, packed));
  CHECK(packed.size() < plain.size() / 2);
}

TEST_CASE("lz4 leaves bytes that it could only copy uncompressed") {
  bytes::Buffer out;
  CHECK_FALSE(Compressor().compress(samples::fractions(100000), {Algorithm::lz4, 4}, out));
  CHECK(out.empty());
}

TEST_CASE("each block of a record is smaller than what it holds, as ROOT wants it in an ntuple") {
  // The planes of the bytes of numbers, as an ntuple stores them: some are noise, others repeat.
  samples::Bytes planes = samples::noise(60'000);
  planes.resize(100'000);
  samples::Bytes in_between(20'000);
  const auto noise = samples::noise(50'000);
  in_between.insert(in_between.end(), noise.begin(), noise.end());
  in_between.resize(100'000);
  samples::Bytes short_end(largest_block + 3);
  for (const samples::Bytes& plain :
       {planes, in_between, samples::fractions(100'000), samples::rising(3 * 16384 + 2), short_end}) {
    for (const Algorithm algorithm : written) {
      for (const int level : {1, 6}) {
        CAPTURE(plain.size());
        CAPTURE(static_cast<int>(algorithm));
        bytes::Buffer packed;
        if (!Compressor().compress(plain, {algorithm, level}, packed)) continue;
        CHECK(unpack(packed.span(), plain.size()) == plain);
        for (std::size_t at = 0; at < packed.size();) {
          const auto header = BlockHeader::read(packed.span(), at, plain.size());
          CHECK(header.plain_size > block_header_size + header.packed_size);
          at += block_header_size + header.packed_size;
        }
      }
    }
  }
  bytes::Buffer out;
  CHECK(Compressor().compress(planes, {Algorithm::zlib, 6}, out));
  CHECK(Compressor().compress(short_end, {Algorithm::zstd, 1}, out));
}

TEST_CASE("a compressor can be moved") {
  Compressor first;
  Compressor second = std::move(first);
  const auto plain = samples::rising(5000);
  bytes::Buffer out;
  CHECK(second.compress(plain, {Algorithm::zstd, 5}, out));
}
