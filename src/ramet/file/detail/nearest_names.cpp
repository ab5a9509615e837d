#include "ramet/file/detail/nearest_names.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/core.h>

namespace ramet::inline v1::file {
namespace {

// Only this many first letters of longer names are compared, which bounds the time.
constexpr std::size_t longest_compared = 64;
constexpr std::size_t most_listed = 5;

char lower(char letter) noexcept { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; }

// Optimal string alignment distance, on the last three rows of its table.
std::size_t edit_distance(std::string_view a, std::string_view b) noexcept {
  using Row = std::array<std::uint8_t, longest_compared + 1>;
  std::array<Row, 3> rows{};
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = static_cast<std::uint8_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    Row& row = rows[i % 3];
    const Row& above = rows[(i + 2) % 3];
    const Row& two_above = rows[(i + 1) % 3];
    row[0] = static_cast<std::uint8_t>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      int best = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) best = std::min(best, two_above[j - 2] + 1);
      row[j] = static_cast<std::uint8_t>(best);
    }
  }
  return rows[a.size() % 3][b.size()];
}

std::string quoted(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += fmt::format("{}'{}'", text.empty() ? "" : ", ", name);
  return text;
}

}  // namespace

std::vector<std::string_view> nearest_names(std::string_view wanted, std::span<const std::string_view> names,
                                            std::size_t at_most) {
  const std::string_view start = wanted.substr(0, longest_compared);
  const std::size_t limit = std::max<std::size_t>(1, (start.size() + 1) / 3);
  std::vector<std::pair<std::size_t, std::size_t>> near;  // distance and place
  for (std::size_t place = 0; place < names.size(); ++place) {
    const std::size_t size = names[place].size();
    const std::size_t difference = size < start.size() ? start.size() - size : size - start.size();
    if (difference > limit && wanted.size() <= longest_compared) continue;
    const std::size_t distance = edit_distance(start, names[place].substr(0, longest_compared));
    if (distance <= limit) near.emplace_back(distance, place);
  }
  std::ranges::sort(near);
  std::vector<std::string_view> nearest;
  for (const auto& [distance, place] : near)
    if (nearest.size() < at_most && std::ranges::find(nearest, names[place]) == nearest.end())
      nearest.push_back(names[place]);
  return nearest;
}

std::string suggest_names(std::string_view wanted, std::span<const std::string_view> names) {
  if (names.empty()) return "; there is nothing there";
  if (const auto near = nearest_names(wanted, names); !near.empty())
    return fmt::format("; did you mean {}?", quoted(near));
  const std::string listed = quoted(names.first(std::min(names.size(), most_listed)));
  if (names.size() <= most_listed) return fmt::format("; there is {}", listed);
  return fmt::format("; there are {} and {} more", listed, names.size() - most_listed);
}

}  // namespace ramet::inline v1::file
