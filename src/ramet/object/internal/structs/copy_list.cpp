#include "ramet/object/internal/structs/copy_list.hpp"

#include <cstring>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/detail/narrow.hpp"

namespace ramet::inline v1::object::internal {
namespace {

constexpr std::size_t longest_move = 64;  // numbers: for longer runs a call costs little

template <class Word>
void copy_word(const std::byte* from, std::byte* to) noexcept {
  std::memcpy(to, from, sizeof(Word));
}

/// Copy sizeof(Word) to 2 * sizeof(Word) bytes as two words that may overlap.
template <class Word>
void copy_two_words(const std::byte* from, std::byte* to, std::size_t size) noexcept {
  Word first, last;
  std::memcpy(&first, from, sizeof first);
  std::memcpy(&last, from + size - sizeof last, sizeof last);
  std::memcpy(to, &first, sizeof first);
  std::memcpy(to + size - sizeof last, &last, sizeof last);
}

template <class Copy>
void for_each_object(const ManyObjects& objects, const Copy& copy) noexcept {
  const std::byte* from = objects.from;
  std::byte* to = objects.to;
  for (std::size_t i = 0; i < objects.count; ++i, from += objects.stride, to += objects.to_stride) copy(from, to);
}

/// Copy in as few words as possible instead of calling memcpy: the size is the same for all objects.
void copy_bytes(const ManyObjects& objects, std::size_t size) noexcept {
  if (size == 1) return for_each_object(objects, copy_word<std::uint8_t>);
  if (size == 2) return for_each_object(objects, copy_word<std::uint16_t>);
  if (size == 4) return for_each_object(objects, copy_word<std::uint32_t>);
  if (size == 8) return for_each_object(objects, copy_word<std::uint64_t>);
  const auto copy_with = [&](auto copy) {
    for_each_object(objects, [&](const std::byte* from, std::byte* to) { copy(from, to, size); });
  };
  if (size < 4) return copy_with(copy_two_words<std::uint16_t>);
  if (size < 8) return copy_with(copy_two_words<std::uint32_t>);
  if (size <= 16) return copy_with(copy_two_words<std::uint64_t>);
  copy_with([](const std::byte* from, std::byte* to, std::size_t all) { std::memcpy(to, from, all); });
}

template <class Word>
void swap(const std::byte* from, std::byte* to) noexcept {
  const Word word = bytes::load_big_endian<Word>(from);
  std::memcpy(to, &word, sizeof word);
}

template <class Word>
void copy_swapped(const ManyObjects& objects, std::size_t count) noexcept {
  if (count == 1) return for_each_object(objects, swap<Word>);
  for_each_object(objects, [&](const std::byte* from, std::byte* to) {
    for (std::size_t i = 0; i < count; ++i) swap<Word>(from + i * sizeof(Word), to + i * sizeof(Word));
  });
}

ManyObjects from_place(const ManyObjects& objects, std::size_t from, std::size_t to) noexcept {
  return {objects.from + from, objects.stride, objects.to + to, objects.to_stride, objects.count};
}

}  // namespace

void CopyList::add(const NumberCoding& coding, std::size_t from, std::size_t to, std::size_t count) {
  if (!coding.is_plain || count > longest_move) {
    conversions_.push_back({coding, from, to, count});
    return;
  }
  add_move({detail::narrow<std::uint32_t>(from, "place of a number"),
            detail::narrow<std::uint32_t>(to, "place of a number"),
            detail::narrow<std::uint32_t>(count, "number of numbers"),
            detail::narrow<std::uint32_t>(coding.size, "size of a number")});
}

/// Add a move, joined with the last one if they are adjacent.
void CopyList::add_move(const Move& move) {
  if (!moves_.empty()) {
    Move& last = moves_.back();
    const std::uint32_t size = last.count * last.size;
    if (last.size == move.size && last.count + move.count <= longest_move && last.from + size == move.from &&
        last.to + size == move.to) {
      last.count += move.count;
      return;
    }
  }
  moves_.push_back(move);
}

void CopyList::add(const CopyList& more, std::size_t from, std::size_t to) {
  for (const Move& other : more.moves_)
    add_move({detail::narrow<std::uint32_t>(from + other.from, "place of a number"),
              detail::narrow<std::uint32_t>(to + other.to, "place of a number"), other.count, other.size});
  for (const Conversion& other : more.conversions_)
    conversions_.push_back({other.coding, from + other.from, to + other.to, other.count});
}

void CopyList::run(const ManyObjects& objects) const {
  for (const Move& move : moves_) {
    const ManyObjects places = from_place(objects, move.from, move.to);
    switch (move.size) {
      case 1:
        copy_bytes(places, move.count);
        break;
      case 2:
        copy_swapped<std::uint16_t>(places, move.count);
        break;
      case 4:
        copy_swapped<std::uint32_t>(places, move.count);
        break;
      default:
        copy_swapped<std::uint64_t>(places, move.count);
    }
  }
  for (const Conversion& one : conversions_) {
    const ManyObjects places = from_place(objects, one.from, one.to);
    if (one.count == 1) {
      decode_numbers(one.coding, places.from, places.stride, places.count, places.to, places.to_stride);
      continue;
    }
    for (std::size_t i = 0; i < places.count; ++i)
      decode_numbers(one.coding, places.from + i * places.stride, one.coding.size, one.count,
                     places.to + i * places.to_stride);
  }
}

}  // namespace ramet::inline v1::object::internal
