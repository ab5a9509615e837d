#include "ramet/object/internal/head_pattern.hpp"

#include <algorithm>
#include <cstring>

#include "ramet/bytes/detail/each_machine.hpp"

namespace ramet::inline v1::object::internal {

void HeadPattern::add(std::size_t from, std::span<const std::byte> bytes, std::byte mask) {
  for (const std::byte byte : bytes) wanted_.push_back({from++, byte & mask, mask});
}

void HeadPattern::close(std::size_t size) {
  size_ = size;
  per_unit_ = std::max<std::size_t>(block_size / size, 1);
  for (std::size_t object = 0; object < per_unit_; ++object)
    for (const Wanted& wanted : wanted_) add_to_blocks(object * size + wanted.from, wanted);
}

void HeadPattern::add_to_blocks(std::size_t from, const Wanted& wanted) {
  const std::size_t begin = from / block_size * block_size;
  if (blocks_.empty() || blocks_.back().from != begin) blocks_.push_back({.from = begin, .bytes = {}, .mask = {}});
  const auto put = [&](auto& words, std::byte byte) {
    std::memcpy(reinterpret_cast<std::byte*>(words.data()) + (from - begin), &byte, 1);
  };
  put(blocks_.back().bytes, wanted.byte);
  put(blocks_.back().mask, wanted.mask);
}

/// The number of units that match. The last block of the last unit must be complete. Several units are compared at
/// once, or one at a time when one of them does not match or fewer are left.
RAMET_EACH_MACHINE std::size_t HeadPattern::matching_units(std::span<const Block> blocks, const std::byte* from,
                                                           std::size_t unit_size, std::size_t units) noexcept {
  using Words = std::uint64_t __attribute__((vector_size(block_size)));
  std::size_t together = 4;
  for (std::size_t unit = 0; unit < units;) {
    if (units - unit < together) together = 1;
    Words difference = {};
    for (std::size_t i = 0; i < together; ++i)
      for (const Block& block : blocks) {
        Words found, bytes, mask;
        std::memcpy(&found, from + (unit + i) * unit_size + block.from, block_size);
        std::memcpy(&bytes, block.bytes.data(), block_size);
        std::memcpy(&mask, block.mask.data(), block_size);
        difference |= (found & mask) ^ bytes;
      }
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < block_size / sizeof(std::uint64_t); ++i) any |= difference[i];
    if (any == 0) {
      unit += together;
    } else if (together == 1) {
      return unit;
    } else {
      together = 1;
    }
  }
  return units;
}

bool HeadPattern::matches_one(const std::byte* object) const noexcept {
  return std::ranges::all_of(wanted_,
                             [&](const Wanted& wanted) { return (object[wanted.from] & wanted.mask) == wanted.byte; });
}

std::size_t HeadPattern::matching(std::span<const std::byte> bytes, std::size_t most) const noexcept {
  most = std::min(most, bytes.size() / size_);
  if (wanted_.empty()) return most;
  const std::size_t reach = blocks_.back().from + block_size;
  const std::size_t unit_size = per_unit_ * size_;
  std::size_t done = 0;
  if (bytes.size() >= reach)
    done = per_unit_ * matching_units(blocks_, bytes.data(), unit_size,
                                      std::min(most / per_unit_, (bytes.size() - reach) / unit_size + 1));
  while (done < most && matches_one(bytes.data() + done * size_)) ++done;
  return done;
}

}  // namespace ramet::inline v1::object::internal
