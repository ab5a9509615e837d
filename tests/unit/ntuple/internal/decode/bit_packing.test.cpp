#include "ramet/ntuple/internal/decode/bit_packing.hpp"

#include <vector>

#include "unit/ntuple/samples/sample_pages.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("bits are spread to bytes, the lowest first, from any bit on") {
  std::vector<std::uint32_t> bits;
  for (std::uint32_t i = 0; i < 61; ++i) bits.push_back((i * i + i / 3) % 2);
  const auto page = sample::packed_page(bits, 1);
  for (std::size_t first = 0; first <= bits.size(); ++first)
    for (std::size_t count : {std::size_t{0}, std::size_t{1}, (bits.size() - first) / 2, bits.size() - first}) {
      if (first + count > bits.size()) continue;
      std::vector<std::byte> out(count, std::byte{7});
      ntuple::unpack_bits(page.span(), first, out);
      for (std::size_t i = 0; i < count; ++i) CHECK(std::to_integer<std::uint32_t>(out[i]) == bits[first + i]);
    }
}

TEST_CASE("integers of any number of bits are unpacked from any of them on, to the last bit of the page") {
  for (unsigned width = 1; width <= 32; ++width) {
    CAPTURE(width);
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < 37; ++i) numbers.push_back((i * 2654435761U) >> (32 - width));
    const auto page = sample::packed_page(numbers, width);
    for (std::size_t first = 0; first < numbers.size(); ++first) {
      std::vector<std::uint32_t> out(numbers.size() - first);
      ntuple::unpack_integers(page.span(), first, width, out);
      CHECK(std::equal(out.begin(), out.end(), numbers.begin() + static_cast<std::ptrdiff_t>(first)));
    }
  }
}
