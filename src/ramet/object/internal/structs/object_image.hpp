#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/object/internal/head_pattern.hpp"
#include "ramet/object/internal/structs/copy_list.hpp"

namespace ramet::inline v1::object::internal {

/// The positions of heads and numbers in the first of many objects. An object with the same heads at the same positions
/// has its numbers at the same positions, too, so it is read without visiting its members one by one. Threads: one
/// thread.
class ObjectImage {
 public:
  /// Record that the bytes [from, from + size) are a head, which the other objects must have, too.
  void add_head(std::size_t from, std::size_t size) { heads_.push_back({from, size}); }
  void add_numbers(const CopyList& numbers, std::size_t from, std::size_t to) { numbers_.add(numbers, from, to); }
  /// Record that the object has a part whose size may differ in other objects.
  void give_up() noexcept { is_fixed_ = false; }
  bool is_fixed() const noexcept { return is_fixed_; }

  /// Finish the image of the first object, the `size` bytes at `object`. False when no image is possible.
  bool close(const std::byte* object, std::size_t size);

  std::size_t size() const noexcept { return pattern_.size(); }
  /// Read up to `count` objects from the beginning of the bytes into structs that are `stride` bytes apart, until one
  /// has different heads. Returns the number of objects read.
  std::size_t read(std::span<const std::byte> bytes, std::size_t count, std::byte* to, std::size_t stride) const;

 private:
  struct Head {
    std::size_t from;
    std::size_t size;
  };
  bool is_fixed_ = true;
  std::vector<Head> heads_;
  HeadPattern pattern_;
  CopyList numbers_;
};

}  // namespace ramet::inline v1::object::internal
