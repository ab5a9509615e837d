#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/object/internal/head_pattern.hpp"
#include "ramet/object/internal/structs/copy_list.hpp"

namespace ramet::inline v1::object::internal {

/// How the first of many objects lay in its bytes: where heads were, and numbers. An object that has the same heads at
/// the same places has its numbers at the same places, so that it is read without looking at its members one by one.
/// Threads: one thread.
class ObjectImage {
 public:
  /// That the bytes [from, from + size) are a head, which the others must have, too.
  void add_head(std::size_t from, std::size_t size) { heads_.push_back({from, size}); }
  void add_numbers(const CopyList& numbers, std::size_t from, std::size_t to) { numbers_.add(numbers, from, to); }
  /// That there is something whose size another object may have otherwise.
  void give_up() noexcept { is_fixed_ = false; }
  bool is_fixed() const noexcept { return is_fixed_; }

  /// The first object ends here: it is the `size` bytes at `object`. False when it makes no image.
  bool close(const std::byte* object, std::size_t size);

  std::size_t size() const noexcept { return pattern_.size(); }
  /// Read the objects at the beginning of the bytes, `count` at most, into structs that are `stride` bytes apart, until
  /// one has other heads. Returns how many were read.
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
