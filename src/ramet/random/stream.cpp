#include "ramet/random/stream.hpp"

#include "ramet/random/generators.hpp"

namespace ramet::inline v1::random {

Stream Stream::named(std::uint64_t seed, std::string_view name) noexcept {
  return {.seed = seed, .number = stream_number(name)};
}

std::uint32_t stream_number(std::string_view name) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325;  // offset and prime of FNV-1a, 64 bits
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3;
  return static_cast<std::uint32_t>(hash >> 32) ^ static_cast<std::uint32_t>(hash);
}

std::uint64_t key_of(std::span<const std::uint64_t> columns) noexcept {
  std::uint64_t key = 0;
  for (const std::uint64_t column : columns) key = Philox4x64::block({column, 0, 0, 0}, {key, columns.size()})[0];
  return key;
}

}  // namespace ramet::inline v1::random
