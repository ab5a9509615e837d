#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "cli/terminal/terminal.hpp"

#include "ramet/frame/drawing/rows.hpp"

namespace ramet::cli {

/// How rows are printed.
enum class RowFormat { table, csv, json };

/// Text for rows, part by part. Threads: one thread.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  /// Rows [0, count) of a part.
  virtual std::string text(const frame::DrawnRows& rows, std::size_t count) = 0;
};

/// A writer of rows whose columns have these headings. Numbers are written with as many digits as they need to be read
/// back, in a table with six.
std::unique_ptr<RowWriter> make_row_writer(RowFormat format, std::vector<std::string> headings);

}  // namespace ramet::cli
