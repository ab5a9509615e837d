#include "ramet/object/internal/structs/copy_list.hpp"

#include <cstring>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/narrow.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using schema::Fundamental;

constexpr std::size_t longest_unrolled = 64;  // numbers of one array that become moves of their own

template <class Word, class Moves>
void move_all(const Moves& moves, const std::byte* from, std::byte* to) noexcept {
  for (const auto& move : moves) std::memcpy(to + move.to, from + move.from, sizeof(Word));
}

template <class Word, class Moves>
void swap_all(const Moves& moves, const std::byte* from, std::byte* to) noexcept {
  for (const auto& move : moves) {
    const Word word = bytes::load_big_endian<Word>(from + move.from);
    std::memcpy(to + move.to, &word, sizeof word);
  }
}

}  // namespace

bool is_plain(const NumberCoding& coding) noexcept {
  const bool is_coded = coding.stored == Fundamental::bool_ || coding.stored == Fundamental::float16 ||
                        coding.stored == Fundamental::double32;
  return !is_coded && coding.type == natural_type(coding.stored);
}

void CopyList::add(const NumberCoding& coding, std::size_t from, std::size_t to, std::size_t count) {
  if (!is_plain(coding) || count > longest_unrolled) {
    conversions_.push_back({coding, from, to, count});
    return;
  }
  if (coding.size == 1) return add_bytes(from, to, count);
  std::vector<Move>& moves = coding.size == 2 ? swapped2_ : coding.size == 4 ? swapped4_ : swapped8_;
  for (std::size_t i = 0; i < count; ++i)
    moves.push_back({narrow<std::uint32_t>(from + i * coding.size, "place of a number"),
                     narrow<std::uint32_t>(to + i * coding.size, "place of a number")});
}

/// In words as large as they can be. What follows what was added last is one with it.
void CopyList::add_bytes(std::size_t from, std::size_t to, std::size_t count) {
  for (const std::size_t width : {8U, 4U, 2U, 1U}) {
    std::vector<Move>& moves = width == 8 ? bytes8_ : width == 4 ? bytes4_ : width == 2 ? bytes2_ : bytes1_;
    for (; count >= width; count -= width, from += width, to += width)
      moves.push_back(
          {narrow<std::uint32_t>(from, "place of a number"), narrow<std::uint32_t>(to, "place of a number")});
  }
}

void CopyList::add(const CopyList& more, std::size_t from, std::size_t to) {
  const auto add_moves = [&](std::vector<Move>& moves, const std::vector<Move>& others) {
    for (const Move& other : others)
      moves.push_back({narrow<std::uint32_t>(from + other.from, "place of a number"),
                       narrow<std::uint32_t>(to + other.to, "place of a number")});
  };
  add_moves(bytes1_, more.bytes1_);
  add_moves(bytes2_, more.bytes2_);
  add_moves(bytes4_, more.bytes4_);
  add_moves(bytes8_, more.bytes8_);
  add_moves(swapped2_, more.swapped2_);
  add_moves(swapped4_, more.swapped4_);
  add_moves(swapped8_, more.swapped8_);
  for (const Conversion& other : more.conversions_)
    conversions_.push_back({other.coding, from + other.from, to + other.to, other.count});
}

void CopyList::run(const std::byte* from, std::byte* to) const {
  move_all<std::uint8_t>(bytes1_, from, to);
  move_all<std::uint16_t>(bytes2_, from, to);
  move_all<std::uint32_t>(bytes4_, from, to);
  move_all<std::uint64_t>(bytes8_, from, to);
  swap_all<std::uint16_t>(swapped2_, from, to);
  swap_all<std::uint32_t>(swapped4_, from, to);
  swap_all<std::uint64_t>(swapped8_, from, to);
  for (const Conversion& one : conversions_)
    decode_numbers(one.coding, from + one.from, one.coding.size, one.count, to + one.to);
}

}  // namespace ramet::inline v1::object::internal
