#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/array/detail/value_text.hpp"
#include "ramet/frame/actions/take.hpp"
#include "ramet/frame/frame.hpp"

// Frames as text: Frame::display and Frame::describe.

namespace ramet::inline v1::frame {
namespace {

using Cells = std::vector<std::vector<std::string>>;  // of each row, the first of which has the titles

std::string table_of(const Cells& rows) {
  std::vector<std::size_t> widths(rows[0].size());
  for (const std::vector<std::string>& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  std::string text;
  for (std::size_t number = 0; number < rows.size(); ++number) {
    std::string line;
    for (std::size_t k = 0; k < widths.size(); ++k)
      line += fmt::format("{}{:{}}", k == 0 ? "" : " | ", rows[number][k], widths[k]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    if (number > 0) continue;
    for (std::size_t k = 0; k < widths.size(); ++k) text.append(k == 0 ? "" : "-+-").append(widths[k], '-');
    text += '\n';
  }
  return text;
}

std::string text_of(const TakeAction& taken) {
  Cells rows = {{"entry"}};
  for (const std::string& column : taken.columns()) rows[0].push_back(column);
  for (std::size_t entry = 0; entry < taken.entries(); ++entry) {
    std::vector<std::string>& row = rows.emplace_back(1, fmt::format("{}", entry));
    for (const array::Array& values : taken.values()) row.push_back(array::value_text(values, entry));
  }
  return table_of(rows);
}

const char* name_of(FrameColumn::Kind kind) noexcept {
  if (kind == FrameColumn::Kind::source) return "source";
  return kind == FrameColumn::Kind::defined ? "defined" : "alias";
}

}  // namespace

Result<std::string> Frame::display(std::vector<std::string> columns, std::uint64_t entries) const {
  if (columns.empty())
    for (FrameColumn& column : this->columns())
      if (!column.is_nested) columns.push_back(std::move(column.name));
  return {range(entries).book(std::make_shared<TakeAction>(std::move(columns))),
          [](const Action& action) { return text_of(static_cast<const TakeAction&>(action)); }};
}

std::string Frame::describe() const {
  Cells rows = {{"column", "type", "of"}};
  for (const FrameColumn& column : columns())
    rows.push_back({column.name, array::to_string(column.type), name_of(column.kind)});
  std::string text = table_of(rows);
  for (const std::string& name : filter_names()) text += fmt::format("filter: {}\n", name);
  for (const std::string& name : variations()) text += fmt::format("variation: {}\n", name);
  return text;
}

}  // namespace ramet::inline v1::frame
