#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/memory_budget.hpp"
#include "ramet/write/internal/commit_log.hpp"

namespace ramet::inline v1::write::internal {

/// The rows of one part among those of a sheaf. Threads: a value.
struct PartRows {
  table::ClusterPlace place;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t bytes = 0;
  bool is_over = false;  ///< the part; if it went on when they were taken, they become a cluster of their own

  std::uint64_t entries() const noexcept { return last - first; }
};

/// Rows that a context has handed over, part after part, in one set of columns. Threads: a value.
struct Sheaf {
  std::vector<array::ArrayBuilder> columns;
  std::vector<PartRows> parts;
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;                   ///< of the columns
  std::uint64_t lowest = ~std::uint64_t{0};  ///< of its parts' numbers
  std::uint64_t highest = 0;
  MemoryReservation memory;

  bool empty() const noexcept { return entries == 0; }
  /// Add rows to the end of the last part, or as a new part where that is over. All or nothing.
  /// `more_bytes` is what the rows have, if that is known.
  void append(std::span<const array::Array> more, std::size_t first, std::size_t last, table::ClusterPlace place,
              std::uint64_t more_bytes = 0);
  void append(std::span<const array::ArrayBuilder> more, std::size_t first, std::size_t last, table::ClusterPlace place,
              std::uint64_t more_bytes = 0);
  /// Take the rows of all columns with their memory, into an empty sheaf; they are left empty. All or nothing.
  void take(std::span<array::ArrayBuilder> more, table::ClusterPlace place);
  /// An empty one with room for as many rows.
  Sheaf empty_like() const;
  /// What holding it takes, with some room in which the columns have grown.
  std::uint64_t memory_bytes() const noexcept;

 private:
  template <class Column>
  void append_columns(std::span<const Column> more, std::size_t first, std::size_t last, table::ClusterPlace place,
                      std::uint64_t more_bytes);
};

/// Rows of one part in a sheaf that others share. Threads: a value.
struct Slice {
  PartRows rows;
  std::shared_ptr<Sheaf> sheaf;  // whoever holds the last slice of it may take its columns

  std::uint64_t sequence() const noexcept { return rows.place.sequence; }
  std::size_t column_count() const noexcept { return sheaf->columns.size(); }
};

/// What becomes one cluster. Threads: a value.
struct RowRun {
  std::vector<Slice> slices;
  table::ClusterPlace place;
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;

  bool empty() const noexcept { return slices.empty(); }
  /// All or nothing.
  void append(Slice&& slice);
};

/// The slices of a sheaf, which they share; it is empty then. All or nothing.
std::vector<Slice> slices_of(Sheaf& sheaf);

/// The rows of a run in one sheaf, with its parts: moved where they are all of one, else copied. The
/// run is then empty, but for its place. All or nothing.
Sheaf join(RowRun& run);

/// What it takes to hold rows of so many bytes and parts, with some room in which columns have grown.
constexpr std::uint64_t memory_of(std::uint64_t bytes, std::uint64_t parts) noexcept {
  return 2 * bytes + parts * (sizeof(PartRows) + sizeof(Slice));
}

// Of columns, which are arrays or builders.

/// Of all columns together.
std::uint64_t byte_count(std::span<const array::Array> columns) noexcept;
std::uint64_t byte_count(std::span<const array::ArrayBuilder> columns) noexcept;

/// What an entry may have in one column: no basket or page that holds one is larger.
inline constexpr std::uint64_t largest_entry = (std::uint64_t{1} << 30) - (std::uint64_t{1} << 20);
/// Bytes of one value with all that is in it.
std::uint64_t bytes_of_entry(const array::Array& column, std::size_t entry) noexcept;
std::uint64_t bytes_of_entry(const array::ArrayBuilder& column, std::size_t entry) noexcept;
/// Bytes of rows with all that is in them.
std::uint64_t bytes_of_rows(std::span<const array::Array> columns, std::size_t first, std::size_t last) noexcept;
std::uint64_t bytes_of_rows(std::span<const array::ArrayBuilder> columns, std::size_t first, std::size_t last) noexcept;
/// The rows from `first` on that have at most so many bytes, of [first, last) all, a half, a quarter, ...: where they
/// end. One row is always among them.
std::size_t end_within(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                       std::uint64_t most) noexcept;
/// A row that has more than so many bytes, the first one; `last` if there is none.
std::size_t find_larger(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                        std::uint64_t most) noexcept;
/// Whether all values are of the same size.
bool has_fixed_size(const array::ArrayBuilder& column) noexcept;

/// Append rows to columns of the same types, all of them or none.
template <class Column>
void append_rows(std::span<array::ArrayBuilder> to, std::span<const Column> from, std::size_t first, std::size_t last) {
  if (first == last || to.empty()) return;
  const std::size_t before = to[0].length;
  try {
    for (std::size_t column = 0; column < to.size(); ++column) array::append(to[column], from[column], first, last);
  } catch (...) {
    for (array::ArrayBuilder& column : to) array::truncate(column, before);
    throw;
  }
}

}  // namespace ramet::inline v1::write::internal
