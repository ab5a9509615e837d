#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>

namespace ramet::inline v1::merge::internal {

/// An object in one input: what finds its record. Threads: a value.
struct Occurrence {
  std::uint32_t input = 0;
  std::uint32_t record_size = 0;
  std::uint32_t object_size = 0;
  std::uint16_t key_length = 0;
  std::uint16_t cycle = 0;
  std::uint64_t seek = 0;

  bool operator==(const Occurrence&) const = default;
};

/// The occurrences of an object, each as what tells it from the one before: about 6 bytes, as objects of one name
/// mostly lie at about the same place of each file, and have about the same size. Hundred files of a million histograms
/// have hundred millions of these, which are then kept elsewhere (OccurrenceFile). Threads: a value.
class Occurrences {
 public:
  class Iterator;

  Occurrences() = default;
  Occurrences(std::initializer_list<Occurrence> all);

  /// Have room for so many.
  void reserve(std::size_t count);
  void push_back(const Occurrence& occurrence);
  /// Order them by inputs, then by cycles. Not while some are elsewhere.
  void sort();
  bool is_sorted() const noexcept { return is_sorted_; }

  /// Hand over what was added since the last call, for somebody who keeps it elsewhere. The first one, their number and
  /// the sum of their sizes stay.
  std::string take();
  /// Whether all are here: nothing was taken.
  bool is_whole() const noexcept { return !is_taken_; }
  /// All of them: `taken` is what was handed over, in order.
  Occurrences with(std::string taken) const;

  std::size_t size() const noexcept { return count_; }
  bool empty() const noexcept { return count_ == 0; }
  /// The sum of the sizes of their records.
  std::uint64_t stored_bytes() const noexcept { return stored_bytes_; }
  /// The first one, of some.
  Occurrence front() const noexcept;
  /// Throws Error(misuse) when some are elsewhere.
  Iterator begin() const;
  Iterator end() const noexcept;
  /// The bytes in memory, besides this object.
  std::size_t memory() const noexcept { return packed_.capacity(); }

 private:
  static constexpr Occurrence before_all = {.input = ~std::uint32_t{0}};

  std::string
      packed_;  // a few need no memory of their own; if some are elsewhere, the first one and those that are not
  Occurrence last_ = before_all;
  std::uint64_t stored_bytes_ = 0;
  std::uint32_t count_ = 0;
  bool is_sorted_ = true;
  bool is_taken_ = false;
};

/// Goes through occurrences. Threads: a value that borrows these.
class Occurrences::Iterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = Occurrence;
  using difference_type = std::ptrdiff_t;
  using pointer = const Occurrence*;
  using reference = const Occurrence&;

  Iterator() = default;
  /// `left`: how many there are from here on.
  Iterator(const char* packed, std::uint32_t left) noexcept : next_(packed), left_(left) { unpack(); }

  reference operator*() const noexcept { return now_; }
  pointer operator->() const noexcept { return &now_; }
  Iterator& operator++() noexcept {
    --left_;
    unpack();
    return *this;
  }
  Iterator operator++(int) noexcept {
    Iterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Iterator& other) const noexcept { return left_ == other.left_; }
  /// Where the next one is packed.
  const char* next_packed() const noexcept { return next_; }

 private:
  void unpack() noexcept;

  const char* next_ = nullptr;
  std::uint32_t left_ = 0;
  Occurrence now_ = before_all;
};

inline Occurrences::Iterator Occurrences::end() const noexcept { return {nullptr, 0}; }
inline Occurrence Occurrences::front() const noexcept { return *Iterator(packed_.data(), 1); }

}  // namespace ramet::inline v1::merge::internal
