#include "ramet/merge/internal/comparing/array_contrast.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>

#include "ramet/array/detail/value_text.hpp"
#include "ramet/array/detail/with_number.hpp"
#include "ramet/core/function_ref.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

using array::Array;
using array::characters_of;
using array::Kind;
using array::with_number;

template <class Number>
bool is_same_number(Number left, Number right, double tolerance) noexcept {
  if (left == right) return true;
  if constexpr (std::is_floating_point_v<Number>) {
    if (std::isnan(left) || std::isnan(right)) return std::isnan(left) && std::isnan(right);
    if (std::isinf(left) || std::isinf(right)) return false;
    const double most = std::max(std::abs(static_cast<double>(left)), std::abs(static_cast<double>(right)));
    return std::abs(static_cast<double>(left) - static_cast<double>(right)) < tolerance * most;
  }
  return false;
}

bool is_same_bytes(std::span<const std::byte> left, std::span<const std::byte> right) noexcept {
  return left.size() == right.size() && (left.empty() || std::memcmp(left.data(), right.data(), left.size()) == 0);
}

/// Whether numbers of one type are the same.
using SameNumbers = FunctionRef<bool(const Array&, const Array&)>;

bool is_same(const Array& left, const Array& right, SameNumbers same_numbers);

bool is_same_numbers(const Array& left, const Array& right, double tolerance) {
  if (is_same_bytes(left.values(), right.values())) return true;
  return with_number(left.number(), [&](auto zero) {
    const auto ours = left.numbers<decltype(zero)>();
    const auto theirs = right.numbers<decltype(zero)>();
    return std::ranges::equal(ours, theirs,
                              [&](auto one, auto other) { return is_same_number(one, other, tolerance); });
  });
}

/// Whether lists have the same sizes.
bool is_same_sizes(const Array& left, const Array& right) noexcept {
  const auto ours = left.list_offsets();
  const auto theirs = right.list_offsets();
  const std::int64_t shift = theirs.front() - ours.front();
  return std::ranges::equal(ours, theirs, [&](std::int64_t one, std::int64_t other) { return other - one == shift; });
}

bool is_same_strings(const Array& left, const Array& right) noexcept {
  for (std::size_t index = 0; index < left.length(); ++index)
    if (characters_of(left, index) != characters_of(right, index)) return false;
  return true;
}

bool is_same_variants(const Array& left, const Array& right, SameNumbers same_numbers) {
  if (!std::ranges::equal(left.tags(), right.tags())) return false;
  for (std::size_t index = 0; index < left.length(); ++index) {
    const std::uint8_t tag = left.tags()[index];
    if (tag == 0) continue;
    const auto ours = static_cast<std::size_t>(left.list_offsets()[index]);
    const auto theirs = static_cast<std::size_t>(right.list_offsets()[index]);
    const std::size_t content = tag - std::size_t{1};
    if (!is_same(left.content(content).slice(ours, ours + 1), right.content(content).slice(theirs, theirs + 1),
                 same_numbers))
      return false;
  }
  return true;
}

bool is_same(const Array& left, const Array& right, SameNumbers same_numbers) {
  if (left.kind() != right.kind() || left.length() != right.length()) return false;
  if (left.length() == 0) return true;
  switch (left.kind()) {
    case Kind::number:
      return left.number() == right.number() && same_numbers(left, right);
    case Kind::string:
      return is_same_strings(left, right);
    case Kind::list:
    case Kind::option:
      return is_same_sizes(left, right) && is_same(left.items(), right.items(), same_numbers);
    case Kind::regular: {
      const std::size_t items = left.length() * left.size();
      return left.size() == right.size() &&
             is_same(left.content(0).slice(0, items), right.content(0).slice(0, items), same_numbers);
    }
    case Kind::record:
      if (left.names() != right.names()) return false;
      for (std::size_t member = 0; member < left.contents().size(); ++member)
        if (!is_same(left.content(member).slice(0, left.length()), right.content(member).slice(0, left.length()),
                     same_numbers))
          return false;
      return true;
    case Kind::variant:
      break;
  }
  return is_same_variants(left, right, same_numbers);
}

}  // namespace

bool has_same_values(const Array& left, const Array& right) {
  return is_same(left, right,
                 [](const Array& ours, const Array& theirs) { return is_same_bytes(ours.values(), theirs.values()); });
}

ArrayContrast contrast_of(const Array& left, const Array& right, double tolerance) {
  const auto same_numbers = [&](const Array& ours, const Array& theirs) {
    return is_same_numbers(ours, theirs, tolerance);
  };
  ArrayContrast found;
  const auto note = [&](std::size_t index) {
    if (found.count++ == 0) found.first = index;
  };
  if (is_same(left, right, same_numbers)) return found;
  if (left.kind() == Kind::number && right.kind() == Kind::number && left.number() == right.number()) {
    with_number(left.number(), [&](auto zero) {
      const auto ours = left.numbers<decltype(zero)>();
      const auto theirs = right.numbers<decltype(zero)>();
      for (std::size_t index = 0; index < std::min(ours.size(), theirs.size()); ++index)
        if (!is_same_number(ours[index], theirs[index], tolerance)) note(index);
    });
    return found;
  }
  for (std::size_t index = 0; index < std::min(left.length(), right.length()); ++index)
    if (!is_same(left.slice(index, index + 1), right.slice(index, index + 1), same_numbers)) note(index);
  return found;
}

}  // namespace ramet::inline v1::merge::internal
