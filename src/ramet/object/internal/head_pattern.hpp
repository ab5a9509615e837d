#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ramet::inline v1::object::internal {

/// The bytes that objects of one size have in common: their heads, and those of what they are made of. Many objects are
/// compared with them at once, small ones several in one step. Threads: immutable, once closed.
class HeadPattern {
 public:
  /// That the bytes of an object from `from` on are these, as far as the bits of `mask` go. In the order of places.
  void add(std::size_t from, std::span<const std::byte> bytes, std::byte mask = std::byte{0xFF});
  /// That objects have so many bytes, not 0, and what was added lies within them.
  void close(std::size_t size);

  std::size_t size() const noexcept { return size_; }

  /// How many objects, which lie one after the other from the first of the bytes on, have these heads: as many as do
  /// until one does not, `most` at most.
  std::size_t matching(std::span<const std::byte> bytes, std::size_t most) const noexcept;

 private:
  static constexpr std::size_t block_size = 64;

  /// What is wanted of 64 bytes.
  struct Block {
    std::size_t from;
    std::array<std::uint64_t, block_size / sizeof(std::uint64_t)> bytes;  ///< 0 where the mask is
    std::array<std::uint64_t, block_size / sizeof(std::uint64_t)> mask;
  };
  struct Wanted {
    std::size_t from;
    std::byte byte;
    std::byte mask;
  };
  /// Defined where it is used, and compiled for several machines.
  static std::size_t matching_units(std::span<const Block> blocks, const std::byte* from, std::size_t unit_size,
                                    std::size_t units) noexcept;
  void add_to_blocks(std::size_t from, const Wanted& wanted);
  bool matches_one(const std::byte* object) const noexcept;

  std::vector<Wanted> wanted_;
  std::size_t size_ = 0;
  std::size_t per_unit_ = 1;   // objects that are compared in one step
  std::vector<Block> blocks_;  // of a unit, those of which something is wanted
};

}  // namespace ramet::inline v1::object::internal
