#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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

  /// Bytes that `matches` looks at: a few more than an object has.
  std::size_t reach() const noexcept { return words_.size() * sizeof(std::uint64_t); }
  std::size_t size() const noexcept { return size_; }
  /// Whether an object has the same heads.
  bool matches(const std::byte* object) const noexcept;
  void read(const std::byte* object, std::byte* to) const { numbers_.run(object, to); }

 private:
  struct Head {
    std::size_t from;
    std::size_t size;
  };
  struct Word {
    std::uint64_t bytes;
    std::uint64_t mask;  ///< of those that belong to a head
  };
  bool is_fixed_ = true;
  std::size_t size_ = 0;
  std::vector<Head> heads_;
  std::vector<Word> words_;
  CopyList numbers_;
};

}  // namespace ramet::inline v1::object::internal
