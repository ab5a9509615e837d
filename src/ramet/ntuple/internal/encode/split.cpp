#include "ramet/ntuple/internal/encode/split.hpp"

#include <array>
#include <cstring>

namespace ramet::inline v1::ntuple {
namespace {

// Sixteen bytes as one value; every x86-64 has instructions for the shuffles below (see unsplit.cpp).
using Bytes16 = unsigned char __attribute__((vector_size(16)));

/// The bytes of two vectors at even positions.
Bytes16 take_even(Bytes16 a, Bytes16 b) noexcept {
  return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}
Bytes16 take_odd(Bytes16 a, Bytes16 b) noexcept {
  return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/// Sixteen elements at a time: repeatedly separating even and odd positions leaves one vector for each byte of an
/// element (the reverse of unsplit).
template <std::size_t Size>
void split16(const std::byte* from, std::byte* to, std::size_t stride) noexcept {
  std::array<Bytes16, Size> vectors;
  std::memcpy(vectors.data(), from, sizeof vectors);
  for (std::size_t step = 1; step < Size; step *= 2) {
    std::array<Bytes16, Size> next;
    for (std::size_t pair = 0; pair < Size / 2; ++pair) {
      next[pair] = take_even(vectors[2 * pair], vectors[2 * pair + 1]);
      next[pair + Size / 2] = take_odd(vectors[2 * pair], vectors[2 * pair + 1]);
    }
    vectors = next;
  }
  for (std::size_t byte = 0; byte < Size; ++byte) std::memcpy(to + byte * stride, &vectors[byte], sizeof vectors[byte]);
}

}  // namespace

template <std::size_t Size>
void split(std::span<const std::byte> elements, std::size_t first, std::span<std::byte> page) noexcept {
  const std::size_t stride = page.size() / Size;
  const std::size_t count = elements.size() / Size;
  std::byte* to = page.data() + first;
  std::size_t element = 0;
  for (; element + 16 <= count; element += 16) split16<Size>(elements.data() + element * Size, to + element, stride);
  for (; element < count; ++element)
    for (std::size_t byte = 0; byte < Size; ++byte) to[byte * stride + element] = elements[element * Size + byte];
}

template void split<2>(std::span<const std::byte>, std::size_t, std::span<std::byte>) noexcept;
template void split<4>(std::span<const std::byte>, std::size_t, std::span<std::byte>) noexcept;
template void split<8>(std::span<const std::byte>, std::size_t, std::span<std::byte>) noexcept;

}  // namespace ramet::inline v1::ntuple
