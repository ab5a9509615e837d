#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ramet::inline v1::bytes {

/// XXH64 with seed 0: ROOT's checksum of an lz4 block.
std::uint64_t xxh64(std::span<const std::byte> bytes) noexcept;

/// XXH3, 64 bits, no seed: RNTuple's envelopes and pages, and ramet's key for "these bytes were seen before".
std::uint64_t xxh3(std::span<const std::byte> bytes) noexcept;

}  // namespace ramet::inline v1::bytes
