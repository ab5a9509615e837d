#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "ramet/bytes/buffer.hpp"

union LZ4_streamHC_u;

namespace ramet::inline v1::compression::internal {

/// The lowest level of lz4's high-compression mode (core/lz4/src/ZipLZ4.cxx).
inline constexpr int first_strong_lz4_level = 4;

/// Writes an lz4 block preceded by its XXH64. Threads: one thread.
class Lz4Encoder {
 public:
  /// The number of bytes written to `packed`, or 0 when they do not fit. Levels 1..3 are lz4's fast mode, the others
  /// its high-compression mode of that level.
  std::size_t encode(std::span<const std::byte> plain, std::span<std::byte> packed, int level);

 private:
  struct Free {
    void operator()(LZ4_streamHC_u* state) const noexcept;
  };
  bytes::Buffer fast_state_;
  std::unique_ptr<LZ4_streamHC_u, Free> strong_state_;
};

/// Throws Error(corrupt) unless the checksum at the start of `packed` matches and the rest decompresses to exactly fill
/// `plain`.
void decode_lz4(std::span<const std::byte> packed, std::span<std::byte> plain);

}  // namespace ramet::inline v1::compression::internal
