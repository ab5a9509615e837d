#include "ramet/ntuple/internal/decode/bit_packing.hpp"

#include <algorithm>
#include <cstring>

namespace ramet::inline v1::ntuple {
namespace {

constexpr std::uint64_t ones_of_each_byte = 0x0101010101010101;

/// The eight bits of a byte as eight bytes, the lowest first.
std::uint64_t spread(std::uint8_t bits) noexcept {
  // Each byte of the product is a copy; the mask keeps bit k in byte k, and adding 0x7f carries it to the top.
  const std::uint64_t kept = (bits * ones_of_each_byte) & 0x8040201008040201;
  return (kept + 0x7f7f7f7f7f7f7f7f) >> 7 & ones_of_each_byte;
}

/// Up to eight bytes from `at` on as a little-endian number.
std::uint64_t load_window(std::span<const std::byte> page, std::size_t at) noexcept {
  std::uint64_t window = 0;
  std::memcpy(&window, page.data() + at, std::min<std::size_t>(8, page.size() - at));
  return window;
}

}  // namespace

void unpack_bits(std::span<const std::byte> page, std::size_t first, std::span<std::byte> to) noexcept {
  std::size_t element = 0;
  const auto one_by_one = [&](std::size_t end) {
    for (; element < end; ++element) {
      const std::size_t bit = first + element;
      to[element] = (page[bit / 8] >> (bit % 8)) & std::byte{1};
    }
  };
  one_by_one(std::min(to.size(), (8 - first % 8) % 8));
  for (; element + 8 <= to.size(); element += 8) {
    const std::uint64_t eight = spread(std::to_integer<std::uint8_t>(page[(first + element) / 8]));
    std::memcpy(to.data() + element, &eight, 8);
  }
  one_by_one(to.size());
}

void unpack_integers(std::span<const std::byte> page, std::size_t first, unsigned bits,
                     std::span<std::uint32_t> to) noexcept {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  std::size_t bit = first * bits;
  for (std::uint32_t& element : to) {
    // At most 7 bits precede the element, so 39 bits are enough.
    element = static_cast<std::uint32_t>(load_window(page, bit / 8) >> (bit % 8) & mask);
    bit += bits;
  }
}

}  // namespace ramet::inline v1::ntuple
