#include "ramet/frame/internal/run/chosen_rows.hpp"

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

void take_numbers_at(std::span<const std::uint32_t> numbers, std::span<const std::uint32_t> rows,
                     std::vector<std::uint32_t>& to) {
  to.resize(rows.size());
  copy_words(numbers.data(), rows.data(), rows.size(), to.data());
}

}  // namespace ramet::inline v1::frame::internal
