#include "ramet/frame/internal/run/chosen_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/bytes/detail/each_machine.hpp"
#include "ramet/dataset/detail/gather.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

using array::Array;
using array::ArrayBuilder;
using array::Kind;

ArrayBuilder builder_for(Array& to, const Array& like) {
  const bool is_alike = to.kind() == like.kind() &&
                        (like.kind() == Kind::number ? to.number() == like.number()
                                                     : to.content(0).kind() == Kind::number &&
                                                           to.content(0).number() == like.content(0).number());
  return is_alike ? ArrayBuilder::reuse(std::exchange(to, Array())) : ArrayBuilder(like.type());
}

template <class Word>
void copy_numbers(const std::byte* from, std::span<const std::uint32_t> rows, std::byte* to) noexcept {
  const auto* const numbers = reinterpret_cast<const Word*>(from);
  auto* const words = reinterpret_cast<Word*>(to);
  for (std::size_t k = 0; k < rows.size(); ++k) words[k] = numbers[rows[k]];
}

/// With the processor's instructions that load from many places at once.
RAMET_EACH_MACHINE void copy_words(const std::uint32_t* __restrict from, const std::uint32_t* rows, std::size_t count,
                                   std::uint32_t* __restrict to) noexcept {
  for (std::size_t k = 0; k < count; ++k) to[k] = from[rows[k]];
}

void take_numbers(ArrayBuilder& to, const Array& from, std::span<const std::uint32_t> rows) {
  const std::size_t width = array::size_of(from.number());
  to.length = rows.size();
  to.values.resize(rows.size() * width);
  const std::byte* const values = from.values().data();
  if (width == 1) copy_numbers<std::uint8_t>(values, rows, to.values.data());
  if (width == 2) copy_numbers<std::uint16_t>(values, rows, to.values.data());
  if (width == 4)
    copy_words(reinterpret_cast<const std::uint32_t*>(values), rows.data(), rows.size(),
               reinterpret_cast<std::uint32_t*>(to.values.data()));
  if (width == 8) copy_numbers<std::uint64_t>(values, rows, to.values.data());
}

/// Lists are short: a loop over a list's numbers is faster than a call that copies them.
template <class Word>
void copy_lists(const Array& from, std::span<const std::uint32_t> rows, const std::int64_t* to_offsets, std::byte* to) {
  const auto* const numbers = reinterpret_cast<const Word*>(from.content(0).values().data());
  const std::span<const std::int64_t> offsets = from.list_offsets();
  auto* words = reinterpret_cast<Word*>(to);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Word* const list = numbers + offsets[rows[k]];
    const std::int64_t count = to_offsets[k + 1] - to_offsets[k];
    for (std::int64_t place = 0; place < count; ++place) words[place] = list[place];
    words += count;
  }
}

void take_lists(ArrayBuilder& to, const Array& from, std::span<const std::uint32_t> rows) {
  const std::span<const std::int64_t> offsets = from.list_offsets();
  to.length = rows.size();
  to.offsets.resize((rows.size() + 1) * sizeof(std::int64_t));
  auto* const made = reinterpret_cast<std::int64_t*>(to.offsets.data());
  made[0] = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) made[k + 1] = made[k] + (offsets[rows[k] + 1] - offsets[rows[k]]);
  ArrayBuilder& items = to.contents[0];
  const std::size_t width = array::size_of(from.content(0).number());
  items.length = static_cast<std::size_t>(made[rows.size()]);
  items.values.resize(items.length * width);
  if (width == 1) copy_lists<std::uint8_t>(from, rows, made, items.values.data());
  if (width == 2) copy_lists<std::uint16_t>(from, rows, made, items.values.data());
  if (width == 4) copy_lists<std::uint32_t>(from, rows, made, items.values.data());
  if (width == 8) copy_lists<std::uint64_t>(from, rows, made, items.values.data());
}

constexpr std::size_t group = 8;  // rows that are looked at together

/// For each set of rows of a group, those that are in it.
constexpr auto rows_of_sets = [] {
  std::array<std::array<std::uint8_t, group>, 1U << group> all{};
  for (std::size_t set = 0; set < all.size(); ++set)
    for (std::uint8_t row = 0, next = 0; row < group; ++row)
      if ((set >> row & 1U) != 0) all[set][next++] = row;
  return all;
}();

/// Eight rows are written at a time, and only those that are wanted stay: there is room for so many more.
RAMET_EACH_MACHINE std::size_t find_groups(const bool* condition, std::size_t count, std::uint32_t* to) noexcept {
  constexpr std::uint64_t low_bits_to_top_byte = 0x0102040810204080;
  std::size_t kept = 0;
  std::size_t row = 0;
  for (; row + group <= count; row += group) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, condition + row, sizeof bytes);
    const std::uint64_t set = bytes * low_bits_to_top_byte >> 56U;
    const std::array<std::uint8_t, group>& rows = rows_of_sets[set];
    for (std::size_t k = 0; k < group; ++k) to[kept + k] = static_cast<std::uint32_t>(row) + rows[k];
    kept += static_cast<std::size_t>(std::popcount(set));
  }
  for (; row < count; ++row) {
    to[kept] = static_cast<std::uint32_t>(row);
    kept += static_cast<std::size_t>(condition[row]);
  }
  return kept;
}

}  // namespace

void take_rows(Array& to, const Array& from, std::span<const std::uint32_t> rows) {
  const bool is_list = from.kind() == Kind::list && from.content(0).kind() == Kind::number;
  if (from.kind() != Kind::number && !is_list) {
    to = dataset::gather(from, std::vector<std::uint64_t>(rows.begin(), rows.end()));
    return;
  }
  ArrayBuilder made = builder_for(to, from);
  if (is_list) {
    take_lists(made, from, rows);
  } else {
    take_numbers(made, from, rows);
  }
  to = std::move(made).finish();
}

void find_items(std::span<const std::int64_t> offsets, std::span<const std::uint32_t> rows,
                std::vector<std::uint32_t>& to) {
  std::size_t count = 0;
  for (const std::uint32_t row : rows) count += static_cast<std::size_t>(offsets[row + 1] - offsets[row]);
  to.resize(count + group);
  std::uint32_t* next = to.data();
  for (const std::uint32_t row : rows) {
    auto item = static_cast<std::uint32_t>(offsets[row] - offsets.front());
    // Eight are written at a time, and only those of the list stay.
    for (std::int64_t left = offsets[row + 1] - offsets[row]; left > 0; left -= group) {
      for (std::uint32_t k = 0; k < group; ++k) next[k] = item + k;
      const auto taken = static_cast<std::uint32_t>(std::min<std::int64_t>(left, group));
      next += taken;
      item += taken;
    }
  }
  to.resize(count);
}

void find_rows(std::span<const bool> condition, std::vector<std::uint32_t>& to) {
  to.resize(condition.size() + group);
  to.resize(find_groups(condition.data(), condition.size(), to.data()));
}

void take_numbers_at(std::span<const std::uint32_t> numbers, std::span<const std::uint32_t> rows,
                     std::vector<std::uint32_t>& to) {
  to.resize(rows.size());
  copy_words(numbers.data(), rows.data(), rows.size(), to.data());
}

}  // namespace ramet::inline v1::frame::internal
