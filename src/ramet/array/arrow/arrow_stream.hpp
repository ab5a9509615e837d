#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ramet/array/arrow/arrow_export.hpp"

namespace ramet::inline v1::array {

/// Neighbouring entries of some columns. Threads: a value.
struct ArrowPart {
  std::size_t length = 0;
  std::vector<Array> columns;
};

/// Where a stream has its entries from. Threads: one at a time, which need not be the one that made it.
class ArrowSource {
 public:
  ArrowSource() = default;
  virtual ~ArrowSource() = default;
  ArrowSource(const ArrowSource&) = delete;
  ArrowSource& operator=(const ArrowSource&) = delete;

  /// The next entries; nothing at the end. What it throws is what the stream's reader gets: an Error's kind as an
  /// errno, and its text.
  virtual std::optional<ArrowPart> next() = 0;
};

/// Hand out a table: `type` is a record with the type of each column, and each part becomes an array of such records.
/// `out` is the caller's to release, on any thread. A part of other types ends the stream with an error.
void export_table(std::unique_ptr<ArrowSource> source, Type type, ArrowArrayStream& out);

/// Hand out one column, called so, whose parts become arrays of its type.
void export_column(std::unique_ptr<ArrowSource> source, Type type, std::string name, ArrowArrayStream& out);

}  // namespace ramet::inline v1::array
