#include "ramet/compression/internal/zstd_codec.hpp"

#include <cstddef>

#include "unit/compression/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using ramet::Error;
using namespace ramet::compression::internal;

TEST_CASE("a zstd frame holds the size and the checksum of its content") {
  const auto plain = samples::rising(3000);
  samples::Bytes packed(plain.size());
  const auto size = ZstdEncoder().encode(plain, packed, 5);
  REQUIRE(size > 0);
  // RFC 8878, 3.1.1.1: magic number, then a descriptor with a two-byte content size (01), single segment and checksum.
  CHECK(samples::Bytes(packed.begin(), packed.begin() + 5) == samples::from_hex("28b52ffd64"));
}

TEST_CASE("a frame is not written where there is no room") {
  const auto plain = samples::rising(4000);
  samples::Bytes packed(plain.size());
  ZstdEncoder encoder;
  const auto size = encoder.encode(plain, packed, 5);
  REQUIRE(size > 0);
  CHECK(encoder.encode(plain, std::span(packed).first(size + 8), 5) == size);  // zstd wants some bytes to spare
  CHECK(encoder.encode(plain, std::span(packed).first(size - 1), 5) == 0);
  CHECK(encoder.encode(plain, {}, 5) == 0);
}

TEST_CASE("one changed byte of the content is told by the checksum") {
  const auto plain = samples::noise(3000);
  samples::Bytes packed(plain.size() + 100);
  const auto size = ZstdEncoder().encode(plain, packed, 5);
  REQUIRE(size > plain.size());  // stored as it is, so no other check could notice
  packed[1000] ^= std::byte{16};
  samples::Bytes back(plain.size());
  CHECK_THROWS_WITH_AS(ZstdDecoder().decode(std::span(packed).first(size), back),
                       "the zstd frame is damaged (Restored data doesn't match checksum)", Error);
}

TEST_CASE("a frame of fewer bytes than wanted is an error") {
  const auto packed = samples::from_hex(samples::zstd_block);
  samples::Bytes plain(samples::text.size() + 1);
  CHECK_THROWS_WITH_AS(ZstdDecoder().decode(std::span(packed).subspan(9), plain),
                       "the zstd frame decompresses to 88 bytes, the block's header says 89", Error);
}
