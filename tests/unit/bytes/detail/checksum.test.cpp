#include "ramet/bytes/detail/checksum.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/endian.hpp"

using namespace ramet::bytes;

namespace {

std::span<const std::byte> of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::array<std::byte, 256> counting() {
  std::array<std::byte, 256> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i);
  return bytes;
}

}  // namespace

// The values of python-xxhash 3.

TEST_CASE("XXH64 gives the known values") {
  CHECK(xxh64({}) == 0xef46db3751d8e999);
  CHECK(xxh64(of("a")) == 0xd24ec4f1a98c6e5b);
  CHECK(xxh64(of("abc")) == 0x44bc2cf5ad770999);
  CHECK(xxh64(counting()) == 0x1facbe8406cd904b);
}

TEST_CASE("XXH3 gives the known values") {
  CHECK(xxh3({}) == 0x2d06800538d394c2);
  CHECK(xxh3(of("a")) == 0xe6c632b61e964e1f);
  CHECK(xxh3(of("abc")) == 0x78af5f94892f3950);
  CHECK(xxh3(counting()) == 0x9408a4433b952d71);
}

TEST_CASE("a checksum does not depend on where the bytes lie") {
  std::array<std::byte, 300> place{};
  const auto bytes = counting();
  for (std::size_t shift = 0; shift < 40; ++shift) {
    std::copy(bytes.begin(), bytes.end(), place.begin() + static_cast<std::ptrdiff_t>(shift));
    CHECK(xxh64(std::span(place).subspan(shift, 256)) == xxh64(bytes));
    CHECK(xxh3(std::span(place).subspan(shift, 256)) == xxh3(bytes));
  }
}

TEST_CASE("the end of what has its XXH3 behind it is found, the nearest one") {
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{17}, std::size_t{240}, std::size_t{241}, std::size_t{256}}) {
    CAPTURE(size);
    const auto values = counting();
    std::vector<std::byte> bytes(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(size));
    bytes.resize(size + 8);
    ramet::bytes::store_little_endian(bytes.data() + size, xxh3(std::span(values).first(size)));
    CHECK(find_end_by_xxh3(bytes, size) == size);
    CHECK_FALSE(find_end_by_xxh3(bytes, size - 1).has_value());
    bytes.insert(bytes.end(), 100, std::byte{7});
    CHECK(find_end_by_xxh3(bytes, 1000) == size);
    bytes[size / 2] ^= std::byte{1};
    CHECK_FALSE(find_end_by_xxh3(bytes, 1000).has_value());
  }
  CHECK_FALSE(find_end_by_xxh3({}, 10).has_value());
}
