#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace ramet::inline v1::compression::internal {

/// What a codec can hope to find in a block.
enum class Content : std::uint8_t {
  matches,  ///< parts that repeat, or too little to tell: only the codec knows
  skewed,   ///< nothing repeats, but some byte values are more frequent: an entropy coder gains all that can be gained
  noise,    ///< neither: no codec makes it smaller
};

/// Tells cheaply (some GB/s) what is in a block, so that no codec searches at a tenth of that speed for repetitions
/// that are not there. It depends on the block alone, so the same data make the same file on any number of threads.
/// Threads: one thread.
class ContentProbe {
 public:
  /// `skewed` and `noise` are said only when less than 1/128 of the block repeats inside of it.
  Content probe(std::span<const std::byte> block);

 private:
  bool repeats(std::span<const std::byte> block);

  std::unique_ptr<std::uint32_t[]> seen_;  // words by hash; made when first needed
};

}  // namespace ramet::inline v1::compression::internal
