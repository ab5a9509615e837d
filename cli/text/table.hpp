#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/terminal/terminal.hpp"

namespace ramet::cli {

enum class Align { left, right };

/// One column of a Table. Threads: a value.
struct TableColumn {
  std::string heading;
  Align align = Align::left;
  /// The width to which it may be shortened if the table is wider than the terminal; 0: never shortened.
  std::size_t narrowest = 0;
};

/// One field of a Table. Threads: a value.
struct Cell {
  std::string text;
  Style style = Style::plain;
};

/// Rows of aligned fields, two blanks apart. If a terminal is too narrow, the widest columns that allow it are
/// shortened in the middle; other output is not shortened. Threads: one thread.
class Table {
 public:
  explicit Table(std::vector<TableColumn> columns) : columns_(std::move(columns)) {}

  /// Add a row; missing fields at its end are empty. Texts are made printable.
  void add_row(std::vector<Cell> row);
  /// Add a line across all columns.
  void add_rule();

  /// All rows below the headings (no heading line when all are empty), each with an end of line.
  std::string render(const Terminal& terminal) const;

 private:
  struct Row {
    std::vector<Cell> cells;  // empty: a rule
  };

  std::vector<std::size_t> widths(const Terminal& terminal) const;
  std::string render_row(const Row& row, const std::vector<std::size_t>& widths, const Terminal& terminal) const;

  std::vector<TableColumn> columns_;
  std::vector<Row> rows_;
};

}  // namespace ramet::cli
