#include "ramet/merge/internal/safety/same_values.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace ramet::inline v1::merge::internal {
namespace {

using array::Array;
using array::Kind;

/// Whether lists have the same lengths; offsets may begin anywhere.
bool has_same_lengths(std::span<const std::int64_t> left, std::span<const std::int64_t> right) {
  if (left.size() != right.size()) return false;
  for (std::size_t place = 1; place < left.size(); ++place)
    if (left[place] - left[place - 1] != right[place] - right[place - 1]) return false;
  return true;
}

std::span<const std::byte> characters(const Array& strings) {
  const auto offsets = strings.list_offsets();
  if (offsets.empty()) return {};
  return strings.values().subspan(static_cast<std::size_t>(offsets.front()),
                                  static_cast<std::size_t>(offsets.back() - offsets.front()));
}

bool has_same_alternatives(const Array& left, const Array& right) {
  if (!std::ranges::equal(left.tags(), right.tags())) return false;
  for (std::size_t value = 0; value < left.length(); ++value) {
    if (left.tags()[value] == 0) continue;
    const std::size_t content = left.tags()[value] - std::size_t{1};
    const auto one = [&](const Array& of) {
      const auto place = static_cast<std::size_t>(of.list_offsets()[value]);
      return of.content(content).slice(place, place + 1);
    };
    if (!has_same_values(one(left), one(right))) return false;
  }
  return true;
}

}  // namespace

bool has_same_values(const Array& left, const Array& right) {
  if (left.kind() != right.kind() || left.length() != right.length()) return false;
  if (left.contents().size() != right.contents().size()) return false;
  switch (left.kind()) {
    case Kind::number:
      return left.number() == right.number() && std::ranges::equal(left.values(), right.values());
    case Kind::string:
      return has_same_lengths(left.list_offsets(), right.list_offsets()) &&
             std::ranges::equal(characters(left), characters(right));
    case Kind::list:
    case Kind::option:
      return has_same_lengths(left.list_offsets(), right.list_offsets()) &&
             has_same_values(left.items(), right.items());
    case Kind::variant:
      return has_same_alternatives(left, right);
    case Kind::regular: {
      const std::size_t values = left.length() * static_cast<std::size_t>(left.size());
      return left.size() == right.size() &&
             has_same_values(left.content(0).slice(0, values), right.content(0).slice(0, values));
    }
    case Kind::record:
      break;
  }
  if (left.names() != right.names()) return false;
  for (std::size_t member = 0; member < left.contents().size(); ++member)
    if (!has_same_values(left.content(member).slice(0, left.length()), right.content(member).slice(0, left.length())))
      return false;
  return true;
}

}  // namespace ramet::inline v1::merge::internal
