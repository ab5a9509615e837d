#include "ramet/compression/internal/deflate_codec.hpp"

#include <cstddef>

#include "unit/compression/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using ramet::Error;
using namespace ramet::compression::internal;

TEST_CASE("a higher deflate level packs no worse on repeating numbers") {
  const auto plain = samples::rising(40000);
  samples::Bytes packed(plain.size());
  DeflateEncoder encoder;
  const auto fast = encoder.encode(plain, packed, 1);
  const auto strong = encoder.encode(plain, packed, 9);
  CHECK(fast > 0);
  CHECK(strong > 0);
  CHECK(strong < fast);
}

TEST_CASE("a zlib stream is written where there is room to spare, and not where there is one byte less") {
  const auto plain = samples::rising(4000);
  samples::Bytes packed(plain.size());
  DeflateEncoder encoder;
  const auto size = encoder.encode(plain, packed, 6);
  REQUIRE(size > 0);
  CHECK(encoder.encode(plain, std::span(packed).first(size + 16), 6) == size);  // libdeflate wants some to spare
  CHECK(encoder.encode(plain, std::span(packed).first(size - 1), 6) == 0);
}

TEST_CASE("the bare stream of the old format has no zlib header") {
  const auto packed = samples::from_hex(samples::old_block);
  samples::Bytes plain(samples::text.size());
  const auto body = std::span(packed).subspan(9);
  DeflateDecoder decoder;
  decoder.decode_bare(body, plain);
  CHECK(plain == samples::of(samples::text));
  CHECK_THROWS_AS(decoder.decode_zlib(body, plain), Error);
}

TEST_CASE("a deflate stream says how it disagrees with the sizes") {
  const auto packed = samples::from_hex(samples::zlib_block);
  const auto body = std::span(packed).subspan(9);
  samples::Bytes plain(samples::text.size() + 1);
  DeflateDecoder decoder;
  CHECK_THROWS_WITH_AS(decoder.decode_zlib(body, plain),
                       "the deflate stream decompresses to fewer bytes than the block's header says", Error);
  plain.resize(samples::text.size() - 1);
  CHECK_THROWS_WITH_AS(decoder.decode_zlib(body, plain),
                       "the deflate stream decompresses to more bytes than the block's header says", Error);
}
