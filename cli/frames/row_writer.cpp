#include "cli/frames/row_writer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/text/json.hpp"
#include "cli/text/number_format.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

/// The text of a row's column, if it is a text.
const std::string* text_in(const frame::DrawnRows& rows, std::size_t column, std::size_t row) {
  if (rows.labels[column].empty()) return nullptr;
  return &rows.labels[column].at(static_cast<std::size_t>(rows.values[column][row]));
}

/// Whether all digits of a number stand before the point, as of the number of an event.
bool is_whole(double value) { return value == std::floor(value) && std::abs(value) < 1e15; }

std::string whole_text(double value) { return fmt::format("{:.0f}", value == 0 ? 0.0 : value); }

/// "0.1" for 0.1, "3" for 3, "nan".
std::string number_text(double value) { return is_whole(value) ? whole_text(value) : fmt::format("{}", value); }

/// The same with few digits behind the point, for people.
std::string short_text(double value) { return is_whole(value) ? whole_text(value) : format_value(value, 6); }

class CsvWriter final : public RowWriter {
 public:
  explicit CsvWriter(const std::vector<std::string>& headings) {
    head_ = "entry";
    for (const std::string& heading : headings) head_ += "," + quoted(heading);
    head_ += '\n';
  }

  std::string text(const frame::DrawnRows& rows, std::size_t count) override {
    std::string lines = std::exchange(head_, "");
    for (std::size_t row = 0; row < count; ++row) {
      lines += fmt::format("{}", rows.entries[row]);
      for (std::size_t column = 0; column < rows.values.size(); ++column) {
        const std::string* const text = text_in(rows, column, row);
        lines += ',';
        lines += text != nullptr ? quoted(*text) : number_text(rows.values[column][row]);
      }
      lines += '\n';
    }
    return lines;
  }

 private:
  static std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return printable(text);
    std::string safe = "\"";
    for (const char c : printable(text)) safe += c == '"' ? "\"\"" : std::string(1, c);
    return safe + "\"";
  }

  std::string head_;
};

class JsonWriter final : public RowWriter {
 public:
  explicit JsonWriter(std::vector<std::string> headings) : headings_(std::move(headings)) {}

  std::string text(const frame::DrawnRows& rows, std::size_t count) override {
    std::string lines;
    for (std::size_t row = 0; row < count; ++row) {
      Json line = {{"entry", rows.entries[row]}};
      for (std::size_t column = 0; column < rows.values.size(); ++column) {
        const std::string* const text = text_in(rows, column, row);
        if (text != nullptr) {
          line[headings_[column]] = *text;
        } else {
          line[headings_[column]] = rows.values[column][row];  // null for what is not finite
        }
      }
      lines += json_printable(line.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
    }
    return lines;
  }

 private:
  std::vector<std::string> headings_;
};

/// Columns that are as wide as the first part needs.
class TableWriter final : public RowWriter {
 public:
  explicit TableWriter(std::vector<std::string> headings) : headings_(std::move(headings)) {}

  std::string text(const frame::DrawnRows& rows, std::size_t count) override {
    std::vector<std::vector<std::string>> cells(count);
    for (std::size_t row = 0; row < count; ++row) {
      cells[row].push_back(fmt::format("{}", rows.entries[row]));
      for (std::size_t column = 0; column < rows.values.size(); ++column) {
        const std::string* const text = text_in(rows, column, row);
        cells[row].push_back(text != nullptr ? printable(*text) : short_text(rows.values[column][row]));
      }
    }
    std::string lines = widths_.empty() ? heading(cells) : "";
    for (const auto& row : cells) lines += line_of(row);
    return lines;
  }

 private:
  std::string heading(const std::vector<std::vector<std::string>>& cells) {
    std::vector<std::string> names = {"entry"};
    for (const std::string& name : headings_) names.push_back(printable(name));
    for (const std::string& name : names) widths_.push_back(std::max<std::size_t>(display_width(name), 5));
    for (const auto& row : cells)
      for (std::size_t column = 0; column < row.size(); ++column)
        widths_[column] = std::max(widths_[column], display_width(row[column]));
    std::string rule;
    for (const std::size_t width : widths_) rule += (rule.empty() ? "" : "-+-") + std::string(width, '-');
    return line_of(names) + rule + "\n";
  }

  std::string line_of(const std::vector<std::string>& row) const {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column)
      line += (column == 0 ? "" : " | ") + pad_left(row[column], widths_[column]);
    return line + "\n";
  }

  std::vector<std::string> headings_;
  std::vector<std::size_t> widths_;
};

}  // namespace

std::unique_ptr<RowWriter> make_row_writer(RowFormat format, std::vector<std::string> headings) {
  switch (format) {
    case RowFormat::csv:
      return std::make_unique<CsvWriter>(headings);
    case RowFormat::json:
      return std::make_unique<JsonWriter>(std::move(headings));
    case RowFormat::table:
      return std::make_unique<TableWriter>(std::move(headings));
  }
  return nullptr;
}

}  // namespace ramet::cli
