#include "ramet/merge/internal/input_order.hpp"

#include <algorithm>

namespace ramet::inline v1::merge::internal {
namespace {

bool is_digit(char letter) noexcept { return letter >= '0' && letter <= '9'; }

/// Take the digits at the start of a text, without leading zeros.
std::string_view take_number(std::string_view& text) noexcept {
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
  std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

}  // namespace

bool is_naturally_before(std::string_view one, std::string_view other) noexcept {
  std::string_view left = one;
  std::string_view right = other;
  while (!left.empty() && !right.empty()) {
    if (is_digit(left.front()) && is_digit(right.front())) {
      const std::string_view first = take_number(left);
      const std::string_view second = take_number(right);
      if (first.size() != second.size()) return first.size() < second.size();
      if (first != second) return first < second;
    } else {
      if (left.front() != right.front())
        return static_cast<unsigned char>(left.front()) < static_cast<unsigned char>(right.front());
      left.remove_prefix(1);
      right.remove_prefix(1);
    }
  }
  if (left.empty() != right.empty()) return left.empty();
  return one < other;
}

std::vector<std::string> in_order(std::vector<std::string> inputs, InputOrder order) {
  if (order == InputOrder::natural) std::ranges::stable_sort(inputs, is_naturally_before);
  return inputs;
}

}  // namespace ramet::inline v1::merge::internal
