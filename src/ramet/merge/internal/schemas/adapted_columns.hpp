#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ramet/merge/internal/schemas/table_schema.hpp"

namespace ramet::inline v1::merge::internal {

/// The columns of a tree whose other columns can be moved into another tree. Threads: a value.
struct AdaptedColumns {
  /// For each wanted column the same one that is found; nothing if its entries are filled: with 0, or with no values.
  std::vector<std::optional<std::size_t>> columns;
  std::vector<std::string> filled;
  std::vector<std::string> left_out;  ///< that only the found tree has

  bool is_same() const noexcept { return filled.empty() && left_out.empty(); }
};

/// How entries of a tree with the columns of `found` can stand in one with those of `wanted`, with the baskets of all
/// columns that both have. Nothing if a column is stored as another type, or one is missing that is not plain numbers,
/// or whose counter is not missing too.
std::optional<AdaptedColumns> adapted_columns(const TableSchema& wanted, const TableSchema& found);

/// The same of a part of a table that is joined: its columns are the wanted ones in any order, or can be adapted. Empty
/// if they do not fit.
std::vector<std::optional<std::size_t>> columns_of(const TableSchema& wanted, const TableSchema& found);

/// What is done with columns, for people: "'x' and 2 more are filled, 'y' is left out, all others are moved".
std::string description_of(const AdaptedColumns& adapted);

}  // namespace ramet::inline v1::merge::internal
