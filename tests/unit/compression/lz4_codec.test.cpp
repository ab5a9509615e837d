#include "ramet/compression/internal/lz4_codec.hpp"

#include <cstddef>
#include <cstdint>

#include "unit/compression/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

using ramet::Error;
using namespace ramet;
using namespace ramet::compression::internal;

TEST_CASE("an lz4 block begins with the big-endian XXH64 of the rest") {
  const auto plain = samples::rising(3000);
  samples::Bytes packed(plain.size());
  const auto size = Lz4Encoder().encode(plain, packed, 4);
  REQUIRE(size > 8);
  const auto body = std::span(packed).first(size).subspan(8);
  CHECK(bytes::load_big_endian<std::uint64_t>(packed.data()) == bytes::xxh64(body));
}

TEST_CASE("lz4 is strong from level 4 on") {
  const auto plain = samples::rising(40000);
  samples::Bytes packed(plain.size());
  Lz4Encoder encoder;
  const auto fast = encoder.encode(plain, packed, 1);
  CHECK(encoder.encode(plain, packed, 3) == fast);
  CHECK(encoder.encode(plain, packed, 4) < fast);
}

TEST_CASE("a block too short for its checksum is refused") {
  samples::Bytes plain(4);
  CHECK_THROWS_WITH_AS(decode_lz4(samples::noise(7), plain),
                       "an lz4 block begins with a checksum of 8 bytes, 7 are left", Error);
}

TEST_CASE("there is no room for an lz4 block where the checksum alone does not fit") {
  samples::Bytes packed(8);
  CHECK(Lz4Encoder().encode(samples::rising(100), packed, 1) == 0);
}

TEST_CASE("a wrong lz4 checksum is reported with both numbers") {
  auto packed = samples::from_hex(samples::lz4_block);
  packed[9] = std::byte{0};
  samples::Bytes plain(samples::text.size());
  CHECK_THROWS_WITH_AS(decode_lz4(std::span(packed).subspan(9), plain),
                       "the lz4 block's checksum is 0x0064ecde732942af, its bytes give 0xc564ecde732942af", Error);
}

TEST_CASE("damage behind a right lz4 checksum is found") {
  auto packed = samples::from_hex(samples::lz4_block);
  packed.pop_back();
  const auto body = std::span(packed).subspan(9);
  bytes::store_big_endian(body.data(), bytes::xxh64(body.subspan(8)));
  samples::Bytes plain(samples::text.size());
  CHECK_THROWS_AS(decode_lz4(body, plain), Error);
}
