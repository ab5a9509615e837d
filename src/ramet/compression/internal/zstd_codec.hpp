#pragma once

#include <cstddef>
#include <memory>
#include <span>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace ramet::inline v1::compression::internal {

/// Writes zstd frames with their content size and content checksum. Threads: one thread.
class ZstdEncoder {
 public:
  /// The number of bytes written to `packed`, or 0 when they do not fit. `level` is ROOT's: 1..9 mean zstd's 2..18, and
  /// 0 means zstd's 1.
  std::size_t encode(std::span<const std::byte> plain, std::span<std::byte> packed, int level);

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const noexcept;
  };
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
};

/// Decompresses zstd frames and checks their checksum if they have one. Threads: one thread.
class ZstdDecoder {
 public:
  /// Throws Error(corrupt) unless all of `packed` decompresses to exactly fill `plain`.
  void decode(std::span<const std::byte> packed, std::span<std::byte> plain);

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* context) const noexcept;
  };
  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
};

}  // namespace ramet::inline v1::compression::internal
