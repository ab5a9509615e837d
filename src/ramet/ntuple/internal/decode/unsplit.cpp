#include "ramet/ntuple/internal/decode/unsplit.hpp"

#include <array>
#include <cstring>

namespace ramet::inline v1::ntuple {
namespace {

// Sixteen bytes as one value; compilers turn the shuffles below into interleaving instructions, which every x86-64 has
// (SSE2).
using Bytes16 = unsigned char __attribute__((vector_size(16)));

Bytes16 load(const std::byte* from) noexcept {
  Bytes16 bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

/// The first halves of two vectors, byte by byte in turn.
Bytes16 interleave_low(Bytes16 a, Bytes16 b) noexcept {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
Bytes16 interleave_high(Bytes16 a, Bytes16 b) noexcept {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/// Sixteen elements at a time: repeatedly interleaving the first half of the vectors with the second brings each
/// element's bytes together (a perfect shuffle).
template <std::size_t Size>
void unsplit16(const std::byte* from, std::size_t stride, std::byte* to) noexcept {
  std::array<Bytes16, Size> vectors;
  for (std::size_t byte = 0; byte < Size; ++byte) vectors[byte] = load(from + byte * stride);
  for (std::size_t step = 1; step < Size; step *= 2) {
    std::array<Bytes16, Size> next;
    for (std::size_t pair = 0; pair < Size / 2; ++pair) {
      next[2 * pair] = interleave_low(vectors[pair], vectors[pair + Size / 2]);
      next[2 * pair + 1] = interleave_high(vectors[pair], vectors[pair + Size / 2]);
    }
    vectors = next;
  }
  std::memcpy(to, vectors.data(), sizeof vectors);
}

}  // namespace

template <std::size_t Size>
void unsplit(std::span<const std::byte> page, std::size_t first, std::span<std::byte> to) noexcept {
  const std::size_t stride = page.size() / Size;
  const std::size_t count = to.size() / Size;
  const std::byte* from = page.data() + first;
  std::size_t element = 0;
  for (; element + 16 <= count; element += 16) unsplit16<Size>(from + element, stride, to.data() + element * Size);
  for (; element < count; ++element)
    for (std::size_t byte = 0; byte < Size; ++byte) to[element * Size + byte] = from[byte * stride + element];
}

template void unsplit<2>(std::span<const std::byte>, std::size_t, std::span<std::byte>) noexcept;
template void unsplit<4>(std::span<const std::byte>, std::size_t, std::span<std::byte>) noexcept;
template void unsplit<8>(std::span<const std::byte>, std::size_t, std::span<std::byte>) noexcept;

}  // namespace ramet::inline v1::ntuple
