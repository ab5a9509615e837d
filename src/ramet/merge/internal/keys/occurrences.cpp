#include "ramet/merge/internal/keys/occurrences.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"

// An occurrence:
//   | which numbers follow 1 | input | record size | object size | key length | cycle | seek |
// Each number is the difference to that of the occurrence before, of the input to the one after that: zigzag, 7 bits a
// byte, the lowest first.

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::size_t numbers = 6;
/// Of one of many, about.
constexpr std::size_t typical_size = 6;

using Numbers = std::uint64_t[numbers];

void numbers_of(const Occurrence& occurrence, Numbers& to) noexcept {
  to[0] = occurrence.input;
  to[1] = occurrence.record_size;
  to[2] = occurrence.object_size;
  to[3] = occurrence.key_length;
  to[4] = occurrence.cycle;
  to[5] = occurrence.seek;
}

void append(std::string& to, std::uint64_t number) {
  for (; number >= 0x80U; number >>= 7U) to.push_back(static_cast<char>((number & 0x7fU) | 0x80U));
  to.push_back(static_cast<char>(number));
}

std::uint64_t next_number(const char*& from) noexcept {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(*from++);
    number |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80U) return number;
  }
}

}  // namespace

Occurrences::Occurrences(std::initializer_list<Occurrence> all) {
  for (const Occurrence& one : all) push_back(one);
}

void Occurrences::reserve(std::size_t count) { packed_.reserve(count * typical_size); }

void Occurrences::push_back(const Occurrence& occurrence) {
  Numbers before{};
  Numbers now{};
  numbers_of(last_, before);
  numbers_of(occurrence, now);
  before[0] = last_.input + 1;
  if (count_ > 0)
    is_sorted_ = is_sorted_ && std::tuple(last_.input, last_.cycle) <= std::tuple(occurrence.input, occurrence.cycle);
  const std::size_t place = packed_.size();
  packed_.push_back('\0');
  unsigned which = 0;
  for (std::size_t number = 0; number < numbers; ++number) {
    const std::uint64_t difference = now[number] - before[number];
    if (difference == 0) continue;
    which |= 1U << number;
    append(packed_, (difference << 1U) ^ (std::uint64_t{0} - (difference >> 63U)));
  }
  packed_[place] = static_cast<char>(which);
  last_ = occurrence;
  stored_bytes_ += occurrence.record_size;
  ++count_;
}

Occurrences::Iterator Occurrences::begin() const {
  if (is_taken_) detail::fail(ErrorKind::misuse, "some of {} occurrences are in a file", count_);
  return {packed_.data(), count_};
}

std::string Occurrences::take() {
  if (count_ == 0) return {};
  const auto head = static_cast<std::size_t>(Iterator(packed_.data(), 1).next_packed() - packed_.data());
  std::string kept(packed_, 0, head);
  std::string taken = std::exchange(is_taken_, true) ? packed_.substr(head) : std::string(packed_);
  packed_.swap(kept);  // an assignment would keep the memory
  return taken;
}

Occurrences Occurrences::with(std::string taken) const {
  Occurrences all = *this;
  if (!is_taken_) return all;
  const auto head = static_cast<std::size_t>(Iterator(packed_.data(), 1).next_packed() - packed_.data());
  all.packed_ = std::move(taken);
  all.packed_.append(packed_, head);
  all.is_taken_ = false;
  return all;
}

void Occurrences::sort() {
  if (is_sorted_) return;
  std::vector<Occurrence> all(begin(), end());
  std::ranges::stable_sort(all, {}, [](const Occurrence& one) { return std::tuple(one.input, one.cycle); });
  *this = Occurrences();
  for (const Occurrence& one : all) push_back(one);
}

void Occurrences::Iterator::unpack() noexcept {
  if (left_ == 0) return;
  Numbers values{};
  numbers_of(now_, values);
  values[0] = now_.input + 1;
  const auto which = static_cast<unsigned char>(*next_++);
  for (std::size_t number = 0; number < numbers; ++number) {
    if ((which & (1U << number)) == 0) continue;
    const std::uint64_t zigzag = next_number(next_);
    values[number] += (zigzag >> 1U) ^ (std::uint64_t{0} - (zigzag & 1U));
  }
  now_ = {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
          static_cast<std::uint32_t>(values[2]), static_cast<std::uint16_t>(values[3]),
          static_cast<std::uint16_t>(values[4]), values[5]};
}

}  // namespace ramet::inline v1::merge::internal
