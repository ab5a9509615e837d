#include "ramet/merge/internal/schemas/adapted_columns.hpp"

#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace ramet::inline v1::merge::internal {
namespace {

/// The columns by their paths, if these differ.
std::optional<std::map<std::string_view, std::size_t>> by_path(const TableSchema& schema) {
  std::map<std::string_view, std::size_t> numbers;
  for (std::size_t column = 0; column < schema.columns.size(); ++column)
    if (!numbers.emplace(schema.columns[column].path, column).second) return std::nullopt;
  return numbers;
}

std::string listed(const std::vector<std::string>& columns, std::string_view verb) {
  std::string text = fmt::format("'{}'", columns.front());
  if (columns.size() > 1) text += fmt::format(" and {} more", columns.size() - 1);
  return fmt::format("{} {} {}", text, columns.size() == 1 ? "is" : "are", verb);
}

}  // namespace

std::optional<AdaptedColumns> adapted_columns(const TableSchema& wanted, const TableSchema& found) {
  const auto there = by_path(found);
  const auto asked = by_path(wanted);
  if (!there || !asked) return std::nullopt;
  const auto is_filled = [&](std::string_view path) { return !there->contains(path); };
  AdaptedColumns adapted;
  for (const ColumnDescription& column : wanted.columns) {
    const auto same = there->find(column.path);
    const bool has_counter = column.numbers && !column.numbers->counter.empty();
    if (same != there->end()) {
      if (found.columns[same->second] != column) return std::nullopt;
      adapted.columns.emplace_back(same->second);
      continue;
    }
    if (!column.numbers || (has_counter && !is_filled(column.numbers->counter))) return std::nullopt;
    adapted.columns.emplace_back();
    adapted.filled.push_back(column.path);
  }
  for (const ColumnDescription& column : found.columns)
    if (!asked->contains(column.path)) adapted.left_out.push_back(column.path);
  return adapted;
}

std::vector<std::optional<std::size_t>> columns_of(const TableSchema& wanted, const TableSchema& found) {
  if (const auto columns = matching_columns(wanted, found)) return {columns->begin(), columns->end()};
  auto adapted = adapted_columns(wanted, found);
  return adapted ? std::move(adapted->columns) : std::vector<std::optional<std::size_t>>();
}

std::string description_of(const AdaptedColumns& adapted) {
  std::string text;
  if (!adapted.filled.empty()) text += listed(adapted.filled, "filled") + ", ";
  if (!adapted.left_out.empty()) text += listed(adapted.left_out, "left out") + ", ";
  return text + "all others are moved";
}

}  // namespace ramet::inline v1::merge::internal
