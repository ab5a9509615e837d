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
  /// Columns that it keeps when the table is wider than the terminal; 0: it is never shortened.
  std::size_t narrowest = 0;
};

/// One field of a Table. Threads: a value.
struct Cell {
  std::string text;
  Style style = Style::plain;
};

/// Rows of aligned fields, two blanks apart. On a terminal that is too narrow, the widest of the columns that allow it
/// are shortened in the middle; elsewhere nothing is. Threads: one thread.
class Table {
 public:
  explicit Table(std::vector<TableColumn> columns) : columns_(std::move(columns)) {}

  /// Add a row; fields that are missing at its end are empty. Texts are made printable.
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
