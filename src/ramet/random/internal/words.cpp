#include "ramet/random/internal/words.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::random::internal {
namespace {

constexpr std::size_t blocks_at_once = 256;
constexpr std::uint32_t element_bits = 24;

void copy(const std::uint64_t* words, std::size_t count, std::uint64_t* to) { std::memcpy(to, words, count * 8); }

void check_size(std::size_t given, std::size_t count, const char* what) {
  if (given != 0 && given != count)
    detail::fail(ErrorKind::misuse, "{} {} are given for {} numbers", given, what, count);
}

}  // namespace

Words::Words(const Stream& stream, const Draws& draws, Family family, std::size_t count)
    : stream_(stream), draws_(draws), family_(family), size_(count), kernels_(fastest_kernels()) {
  check_size(draws.entries.size(), count, "entries");
  check_size(draws.elements.size(), count, "elements");
  if (draws.elements.empty()) return;
  if (draws.entries.empty()) detail::fail(ErrorKind::misuse, "elements are given without their entries");
  const std::uint32_t largest = std::ranges::max(draws.elements);
  if (largest >> element_bits != 0)
    detail::fail(ErrorKind::misuse, "element {} of an entry is not below {}", largest, 1U << element_bits);
}

BlockInput Words::input(std::uint32_t position, std::size_t first) const noexcept {
  constexpr std::uint64_t step = 0xD1342543DE82EF95;  // odd and without a pattern, so that no two seeds' keys meet
  return {.key = stream_.seed + step * (std::uint64_t{static_cast<std::uint32_t>(family_)} << 32 | position),
          .stream = stream_.number,
          .draw = std::uint32_t{draws_.call} << element_bits,
          .first_pair = (draws_.first_entry + first) / 2,
          .entries = draws_.entries.empty() ? nullptr : draws_.entries.data() + first,
          .elements = draws_.elements.empty() ? nullptr : draws_.elements.data() + first};
}

/// Consecutive entries: make(words, count, numbers) writes both numbers of each block into their places. A first odd
/// entry, and a last even one, take one of the two.
template <class Number, class Make>
void Words::each_block(std::uint32_t position, std::size_t first, std::span<Number> numbers, const Make& make) const {
  std::array<std::uint64_t, 2 * blocks_at_once> words;
  BlockInput blocks = input(position, first);
  const auto one_block = [&](std::size_t which) {
    std::array<Number, 2> both;
    kernels_.blocks(blocks, 1, words.data());
    make(words.data(), 2, both.data());
    ++blocks.first_pair;
    return both[which];
  };
  std::size_t done = 0;
  if (!numbers.empty() && (draws_.first_entry + first) % 2 == 1) numbers[done++] = one_block(1);
  while (numbers.size() - done >= 2) {
    const std::size_t count = std::min(blocks_at_once, (numbers.size() - done) / 2);
    kernels_.blocks(blocks, count, words.data());
    make(words.data(), 2 * count, numbers.data() + done);
    blocks.first_pair += count;
    done += 2 * count;
  }
  if (done < numbers.size()) numbers[done] = one_block(0);
}

/// Any entries and elements: a block for each.
template <class Number, class Make>
void Words::each_listed(std::uint32_t position, std::size_t first, std::span<Number> numbers, const Make& make) const {
  std::array<std::uint64_t, 2 * blocks_at_once> words;
  std::array<Number, 2 * blocks_at_once> both;
  for (std::size_t done = 0; done < numbers.size(); done += blocks_at_once) {
    const std::size_t count = std::min(blocks_at_once, numbers.size() - done);
    kernels_.blocks(input(position, first + done), count, words.data());
    make(words.data(), 2 * count, both.data());
    const std::uint64_t* entries = draws_.entries.data() + first + done;
    for (std::size_t i = 0; i < count; ++i) numbers[done + i] = both[2 * i + entries[i] % 2];
  }
}

void Words::get(std::uint32_t position, std::size_t first, std::span<std::uint64_t> words) const {
  if (draws_.entries.empty()) return each_block(position, first, words, copy);
  each_listed(position, first, words, copy);
}

void Words::make(std::uint32_t position, std::size_t first, std::span<double> numbers,
                 Transform<double> transform) const {
  if (draws_.entries.empty()) return each_block(position, first, numbers, transform);
  each_listed(position, first, numbers, transform);
}

std::uint64_t Words::at(std::uint32_t position, std::size_t index) const {
  std::uint64_t word = 0;
  get(position, index, {&word, 1});
  return word;
}

double Words::one(std::uint32_t position, std::size_t index, Transform<double> transform) const {
  double number = 0;
  make(position, index, {&number, 1}, transform);
  return number;
}

}  // namespace ramet::inline v1::random::internal
