#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ramet::inline v1::bytes {

/// XXH64 with seed 0: ROOT's checksum of an lz4 block.
std::uint64_t xxh64(std::span<const std::byte> bytes) noexcept;

/// XXH3, 64 bits, no seed: RNTuple's envelopes and pages, and the key by which ramet recognises bytes that it has seen
/// before.
std::uint64_t xxh3(std::span<const std::byte> bytes) noexcept;

/// Find the smallest n in 1..`most` for which the first n bytes are followed by their xxh3, little-endian, as an
/// RNTuple page is. Returns nothing if there is none. Takes about 0.1 us for each byte.
std::optional<std::size_t> find_end_by_xxh3(std::span<const std::byte> bytes, std::size_t most) noexcept;

}  // namespace ramet::inline v1::bytes
