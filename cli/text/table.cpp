#include "cli/text/table.hpp"

#include <algorithm>
#include <numeric>

#include "cli/text/text.hpp"

namespace ramet::cli {
namespace {

constexpr std::size_t gap = 2;

std::size_t total_of(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), std::size_t{0}) + gap * (widths.size() - 1);
}

/// Narrow the widest column that may be shortened, until the table fits or none is left.
void narrow_to(std::size_t limit, const std::vector<TableColumn>& columns, std::vector<std::size_t>& widths) {
  for (std::size_t total = total_of(widths); total > limit; --total) {
    std::size_t widest = columns.size();
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const std::size_t narrowest = columns[column].narrowest;
      if (narrowest == 0 || widths[column] <= narrowest) continue;
      if (widest == columns.size() || widths[column] > widths[widest]) widest = column;
    }
    if (widest == columns.size()) return;
    --widths[widest];
  }
}

}  // namespace

void Table::add_row(std::vector<Cell> row) {
  row.resize(columns_.size());
  for (Cell& cell : row) cell.text = printable(cell.text);
  rows_.push_back({std::move(row)});
}

void Table::add_rule() { rows_.push_back({}); }

std::vector<std::size_t> Table::widths(const Terminal& terminal) const {
  std::vector<std::size_t> widths;
  for (const TableColumn& column : columns_) widths.push_back(display_width(column.heading));
  for (const Row& row : rows_)
    for (std::size_t column = 0; column < row.cells.size(); ++column)
      widths[column] = std::max(widths[column], display_width(row.cells[column].text));
  if (terminal.is_terminal) narrow_to(terminal.width, columns_, widths);
  return widths;
}

std::string Table::render_row(const Row& row, const std::vector<std::size_t>& widths, const Terminal& terminal) const {
  std::string line;
  std::size_t blanks = 0;  // written before the next text only, so that no line ends in blanks
  for (std::size_t column = 0; column < row.cells.size(); ++column) {
    const std::string text = shorten_middle(row.cells[column].text, widths[column]);
    const std::size_t padding = widths[column] - display_width(text);
    if (columns_[column].align == Align::right) blanks += padding;
    if (!text.empty()) {
      line.append(blanks, ' ');
      line += paint(text, row.cells[column].style, terminal);
      blanks = 0;
    }
    if (columns_[column].align == Align::left) blanks += padding;
    blanks += gap;
  }
  return line;
}

std::string Table::render(const Terminal& terminal) const {
  const std::vector<std::size_t> places = widths(terminal);
  std::string text;
  const auto has_heading = [](const TableColumn& column) { return !column.heading.empty(); };
  if (std::any_of(columns_.begin(), columns_.end(), has_heading)) {
    Row headings;
    for (const TableColumn& column : columns_) headings.cells.push_back({column.heading, Style::bold});
    text += render_row(headings, places, terminal) + "\n";
  }
  for (const Row& row : rows_) {
    if (!row.cells.empty()) {
      text += render_row(row, places, terminal);
    } else {
      for (std::size_t column = 0; column < total_of(places); ++column) text += "─";
    }
    text += '\n';
  }
  return text;
}

}  // namespace ramet::cli
