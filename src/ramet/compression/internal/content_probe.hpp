#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace ramet::inline v1::compression::internal {

/// What a codec can exploit in a block.
enum class Content : std::uint8_t {
  matches,  ///< repeated parts, or too few bytes to decide
  skewed,   ///< nothing repeats, but some byte values are more frequent: entropy coding alone gives the best size
  noise,    ///< neither: no codec can compress it
};

/// Classifies a block at some GB/s, so that no codec spends ten times as long searching for repetitions that do not
/// exist. The result depends on the block alone, so that the same data give the same file with any number of threads.
/// Threads: one thread.
class ContentProbe {
 public:
  /// Returns `skewed` or `noise` only when less than 1/128 of the block repeats within it.
  Content probe(std::span<const std::byte> block);

 private:
  bool repeats(std::span<const std::byte> block);

  std::unique_ptr<std::uint32_t[]> seen_;  // words by hash; allocated when first needed
};

}  // namespace ramet::inline v1::compression::internal
