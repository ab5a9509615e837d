#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ramet::inline v1::bytes {

/// XXH64 with seed 0: ROOT's checksum of an lz4 block.
std::uint64_t xxh64(std::span<const std::byte> bytes) noexcept;

/// XXH3, 64 bits, no seed: RNTuple's envelopes and pages, and ramet's key for "these bytes were seen before".
std::uint64_t xxh3(std::span<const std::byte> bytes) noexcept;

/// How many of the first bytes have the xxh3 that stands behind them, little-endian, as behind an RNTuple's page: the
/// fewest, of 1 to `most`. Nothing if no number does. Takes about 0.1 us a byte.
std::optional<std::size_t> find_end_by_xxh3(std::span<const std::byte> bytes, std::size_t most) noexcept;

}  // namespace ramet::inline v1::bytes
