#include "ramet/compression/internal/lzma_codec.hpp"

#include <cstddef>

#include "unit/compression/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using ramet::Error;
using namespace ramet::compression::internal;

TEST_CASE("an xz stream declares a CRC-32 and a dictionary no larger than its block needs") {
  const auto plain = samples::rising(30000);
  samples::Bytes packed(plain.size());
  REQUIRE(LzmaEncoder().encode(plain, packed, 9) > 0);
  // The .xz file format, 2.1.1.2: stream flags 00 01 are CRC-32.
  CHECK(packed[6] == std::byte{0});
  CHECK(packed[7] == std::byte{1});
  // 3.1 and 5.3.1: block header size, flags, LZMA2's id 21, size of its properties, dictionary code. Code 6 is 32 KiB.
  CHECK(packed[14] == std::byte{0x21});
  CHECK(packed[16] == std::byte{6});
}

TEST_CASE("an encoder can be reused for other sizes and levels") {
  LzmaEncoder encoder;
  LzmaDecoder decoder;
  for (const std::size_t size : {32000U, 100U, 200000U, 32000U})
    for (const int level : {7, 1, 9}) {
      const auto plain = samples::rising(size);
      samples::Bytes packed(plain.size() + 100);
      const auto packed_size = encoder.encode(plain, packed, level);
      REQUIRE(packed_size > 0);
      samples::Bytes back(size);
      decoder.decode(std::span(packed).first(packed_size), back);
      CHECK(back == plain);
    }
}

TEST_CASE("an xz stream is not written where there is no room") {
  const auto plain = samples::rising(4000);
  samples::Bytes packed(plain.size());
  LzmaEncoder encoder;
  const auto size = encoder.encode(plain, packed, 6);
  REQUIRE(size > 0);
  CHECK(encoder.encode(plain, std::span(packed).first(size), 6) == size);
  CHECK(encoder.encode(plain, std::span(packed).first(size - 1), 6) == 0);
  CHECK(encoder.encode(plain, {}, 6) == 0);
}

TEST_CASE("an xz stream that wants a dictionary of gigabytes gets an error instead") {
  // Dictionary code 40 is 4 GiB - 1; the block header's CRC-32 is made right.
  auto packed = samples::from_hex(samples::lzma_block);
  packed[9 + 16] = std::byte{40};
  const auto crc = samples::from_hex("e6a011b3");
  std::copy(crc.begin(), crc.end(), packed.begin() + 9 + 20);
  samples::Bytes plain(samples::text.size());
  try {
    LzmaDecoder().decode(std::span(packed).subspan(9), plain);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(std::string_view(error.what()).starts_with("the xz stream needs 429"));
  }
}
