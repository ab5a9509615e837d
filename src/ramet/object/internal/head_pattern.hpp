#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ramet::inline v1::object::internal {

/// The bytes that objects of one size have in common: their heads, and those of their members. Compares many objects at
/// once, several small ones in one step. Threads: immutable after `close`.
class HeadPattern {
 public:
  /// Require these bytes at `from` in an object, in the bits of `mask`. Call it in order of position.
  void add(std::size_t from, std::span<const std::byte> bytes, std::byte mask = std::byte{0xFF});
  /// Set the size of objects, not 0, after everything was added; it must lie within that size.
  void close(std::size_t size);

  std::size_t size() const noexcept { return size_; }

  /// The number of consecutive objects, from the first byte on, that have these heads; at most `most`.
  std::size_t matching(std::span<const std::byte> bytes, std::size_t most) const noexcept;

 private:
  static constexpr std::size_t block_size = 64;

  /// The expected bits of 64 bytes.
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
  /// Compiled for several machines.
  static std::size_t matching_units(std::span<const Block> blocks, const std::byte* from, std::size_t unit_size,
                                    std::size_t units) noexcept;
  void add_to_blocks(std::size_t from, const Wanted& wanted);
  bool matches_one(const std::byte* object) const noexcept;

  std::vector<Wanted> wanted_;
  std::size_t size_ = 0;
  std::size_t per_unit_ = 1;   // objects compared in one step
  std::vector<Block> blocks_;  // the blocks of a unit with expected bits
};

}  // namespace ramet::inline v1::object::internal
