#include "ramet/expr/internal/run/calls/list_sums.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "ramet/bytes/detail/each_machine.hpp"

namespace ramet::inline v1::expr {
namespace {

/// Lists are short, and a processor cannot foretell how short. So a list is added in steps of 32 bytes, with zeros in
/// place of what is not its own or not kept: adding 0 does not change a sum that began with 0.
template <class Number>
using SumWord = std::conditional_t<sizeof(Number) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;

template <class Number>
constexpr std::int64_t sum_step = 32 / sizeof(Number);

/// Words with all bits set, then zeros: from a place `n` before the middle, the first n are set.
template <class Number>
constexpr auto first_words = [] {
  std::array<SumWord<Number>, 2 * sum_step<Number>> words{};
  std::fill_n(words.begin(), sum_step<Number>, ~SumWord<Number>{0});
  return words;
}();

/// The next numbers of a list, of which `left` or more are its own, with zeros in place of others.
template <class Number>
[[gnu::always_inline]] inline std::array<Number, sum_step<Number>> own_numbers(const Number* from, std::int64_t left,
                                                                               const std::uint8_t* masks) noexcept {
  constexpr std::int64_t step = sum_step<Number>;
  std::array<SumWord<Number>, step> words;
  std::array<SumWord<Number>, step> own;
  std::memcpy(words.data(), from, sizeof words);
  std::memcpy(own.data(), first_words<Number>.data() + step - std::min(left, step), sizeof own);
  for (std::size_t k = 0; k < words.size(); ++k) words[k] &= own[k];
  if (masks != nullptr)
    for (std::size_t k = 0; k < words.size(); ++k) words[k] &= SumWord<Number>{0} - SumWord<Number>{masks[k] != 0};
  return std::bit_cast<std::array<Number, step>>(words);
}

/// The end of the content that may be read.
template <class Number>
std::int64_t readable_end(const NumberLists<Number>& lists, const std::int64_t* begins) noexcept {
  std::int64_t end = 0;
  for (std::size_t k = 0; k < lists.count; ++k) end = std::max(end, begins[k] + (lists.ends[k] - lists.begins[k]));
  return end;
}

template <bool IsMasked, class Number>
[[gnu::always_inline]] inline void add_all(const NumberLists<Number>& lists, std::int64_t readable,
                                           std::int64_t readable_mask, Number* sums) noexcept {
  constexpr std::int64_t step = sum_step<Number>;
  for (std::size_t k = 0; k < lists.count; ++k) {
    const std::int64_t end = lists.ends[k];
    std::int64_t at = lists.begins[k];
    std::int64_t mask_at = IsMasked ? lists.mask_begins[k] : 0;
    Number sum{};
    // At least one step, also for an empty list, so that its length is not asked for first.
    while (at + step <= readable && (!IsMasked || mask_at + step <= readable_mask)) {
      const auto numbers = own_numbers(lists.content + at, std::max<std::int64_t>(end - at, 0),
                                       IsMasked ? lists.masks + mask_at : nullptr);
      for (const Number number : numbers) sum += number;
      at += step;
      mask_at += step;
      if (at >= end) break;
    }
    for (; at < end; ++at, ++mask_at)
      if (!IsMasked || lists.masks[mask_at] != 0) sum += lists.content[at];
    sums[k] = sum;
  }
}

template <class Number>
[[gnu::always_inline]] inline void add_any(const NumberLists<Number>& lists, Number* sums) noexcept {
  const std::int64_t readable = readable_end(lists, lists.begins);
  if (lists.masks == nullptr) return add_all<false>(lists, readable, 0, sums);
  add_all<true>(lists, readable, readable_end(lists, lists.mask_begins), sums);
}

}  // namespace

RAMET_EACH_MACHINE void add_lists(const NumberLists<float>& lists, float* sums) noexcept { add_any(lists, sums); }

RAMET_EACH_MACHINE void add_lists(const NumberLists<double>& lists, double* sums) noexcept { add_any(lists, sums); }

RAMET_EACH_MACHINE void add_lists(const NumberLists<std::uint32_t>& lists, std::uint32_t* sums) noexcept {
  add_any(lists, sums);
}

RAMET_EACH_MACHINE void add_lists(const NumberLists<std::uint64_t>& lists, std::uint64_t* sums) noexcept {
  add_any(lists, sums);
}

}  // namespace ramet::inline v1::expr
