#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/array/detail/packed_columns.hpp"
#include "ramet/core/memory_budget.hpp"
#include "ramet/write/internal/commit_log.hpp"

namespace ramet::inline v1::write::internal {

/// The rows of one part in a sheaf. Threads: a value.
struct PartRows {
  table::ClusterPlace place;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t bytes = 0;
  bool is_over = false;  ///< whether the part has ended; rows taken before its end become a cluster of their own

  std::uint64_t entries() const noexcept { return last - first; }
};

/// Rows that a context has handed over, part after part, in one set of columns. Threads: a value.
struct Sheaf {
  std::vector<array::ArrayBuilder> columns;  ///< none if they are packed
  array::PackedColumns packed;
  std::vector<PartRows> parts;
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;                   ///< size of the columns
  std::uint64_t lowest = ~std::uint64_t{0};  ///< lowest number of its parts
  std::uint64_t highest = 0;
  MemoryReservation memory;

  bool empty() const noexcept { return entries == 0; }
  /// Append rows to the last part, or as a new part if that has ended. All or nothing. `more_bytes` is the size of the
  /// rows, if known.
  void append(std::span<const array::Array> more, std::size_t first, std::size_t last, table::ClusterPlace place,
              std::uint64_t more_bytes = 0);
  void append(std::span<const array::ArrayBuilder> more, std::size_t first, std::size_t last, table::ClusterPlace place,
              std::uint64_t more_bytes = 0);
  /// Move the columns with their memory into an empty sheaf, and leave empty columns. All or nothing.
  void take(std::span<array::ArrayBuilder> more, table::ClusterPlace place);
  std::size_t column_count() const noexcept { return packed.empty() ? columns.size() : packed.size(); }
  /// Whether columns of this size take longer to make than to copy, or are mostly not values.
  bool is_sparse() const noexcept;
  /// An empty sheaf with room for as many rows.
  Sheaf empty_like() const;
  /// The memory of the sheaf, including spare room of columns that have grown.
  std::uint64_t memory_bytes() const noexcept;

 private:
  template <class Column>
  void append_columns(std::span<const Column> more, std::size_t first, std::size_t last, table::ClusterPlace place,
                      std::uint64_t more_bytes);
};

/// Rows of one part in a shared sheaf. Threads: a value.
struct Slice {
  PartRows rows;
  std::shared_ptr<Sheaf> sheaf;  // the owner of the last slice may take the columns

  std::uint64_t sequence() const noexcept { return rows.place.sequence; }
  std::size_t column_count() const noexcept { return sheaf->column_count(); }
};

/// The rows of one cluster. Threads: a value.
struct RowRun {
  std::vector<Slice> slices;
  table::ClusterPlace place;
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;

  bool empty() const noexcept { return slices.empty(); }
  /// All or nothing.
  void append(Slice&& slice);
};

/// Divide a sheaf into slices, which share it; the sheaf is empty afterwards. With its rows as `packed`, the slices
/// share these, and its columns stay as they are, for the caller to clear and fill again. All or nothing.
std::vector<Slice> slices_of(Sheaf& sheaf, array::PackedColumns packed = {});

/// Join the rows of a run to one sheaf: moved if they are a whole sheaf, otherwise copied. Afterwards the run is empty,
/// except for its place. All or nothing.
Sheaf join(RowRun& run);

/// The memory for rows of so many bytes and parts, including spare room of columns that have grown.
constexpr std::uint64_t memory_of(std::uint64_t bytes, std::uint64_t parts) noexcept {
  return 2 * bytes + parts * (sizeof(PartRows) + sizeof(Slice));
}

// Of columns, which are arrays or builders.

/// The size of all columns together.
std::uint64_t byte_count(std::span<const array::Array> columns) noexcept;
std::uint64_t byte_count(std::span<const array::ArrayBuilder> columns) noexcept;

/// The largest size of an entry in one column: no basket or page that contains one may be larger.
inline constexpr std::uint64_t largest_entry = (std::uint64_t{1} << 30) - (std::uint64_t{1} << 20);
/// The size of an entry, including everything in it.
std::uint64_t bytes_of_entry(const array::Array& column, std::size_t entry) noexcept;
std::uint64_t bytes_of_entry(const array::ArrayBuilder& column, std::size_t entry) noexcept;
/// The size of rows, including everything in them.
std::uint64_t bytes_of_rows(std::span<const array::Array> columns, std::size_t first, std::size_t last) noexcept;
std::uint64_t bytes_of_rows(std::span<const array::ArrayBuilder> columns, std::size_t first, std::size_t last) noexcept;
/// The end of a range of rows from `first` on that has at most so many bytes: all of [first, last), or a half, a
/// quarter, ... of it; at least one row.
std::size_t end_within(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                       std::uint64_t most) noexcept;
/// The first row with more than so many bytes; `last` if there is none.
std::size_t find_larger(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                        std::uint64_t most) noexcept;
/// Whether all values have the same size.
bool has_fixed_size(const array::ArrayBuilder& column) noexcept;

/// Append rows to columns of the same types. All or nothing.
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
