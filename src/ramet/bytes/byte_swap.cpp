#include "ramet/bytes/byte_swap.hpp"

#include <cstdint>
#include <cstring>

// Sanitizers cannot run before the loader has resolved a multi-versioned function.
#if defined(__x86_64__) && defined(__linux__) && !defined(RAMET_SANITIZED)
#define RAMET_EACH_MACHINE \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "arch=x86-64-v2", "default")))
#else
#define RAMET_EACH_MACHINE
#endif

namespace ramet::inline v1::bytes {
namespace {

RAMET_EACH_MACHINE void swap2(std::byte* to, const std::byte* from, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t raw;
    std::memcpy(&raw, from + 2 * i, 2);
    raw = __builtin_bswap16(raw);
    std::memcpy(to + 2 * i, &raw, 2);
  }
}

RAMET_EACH_MACHINE void swap4(std::byte* to, const std::byte* from, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t raw;
    std::memcpy(&raw, from + 4 * i, 4);
    raw = __builtin_bswap32(raw);
    std::memcpy(to + 4 * i, &raw, 4);
  }
}

RAMET_EACH_MACHINE void swap8(std::byte* to, const std::byte* from, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t raw;
    std::memcpy(&raw, from + 8 * i, 8);
    raw = __builtin_bswap64(raw);
    std::memcpy(to + 8 * i, &raw, 8);
  }
}

}  // namespace

void copy_swapped(std::span<std::byte> to, std::span<const std::byte> from, std::size_t element_size) noexcept {
  switch (element_size) {
    case 2:
      return swap2(to.data(), from.data(), from.size() / 2);
    case 4:
      return swap4(to.data(), from.data(), from.size() / 4);
    case 8:
      return swap8(to.data(), from.data(), from.size() / 8);
    default:
      if (to.data() != from.data() && !from.empty()) std::memcpy(to.data(), from.data(), from.size());
  }
}

}  // namespace ramet::inline v1::bytes
