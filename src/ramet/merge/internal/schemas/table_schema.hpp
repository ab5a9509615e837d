#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ramet/ntuple/ntuple.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::merge::internal {

/// A branch of numbers as they are in memory: so many in each entry, or so many for each count. Threads: a value.
struct PlainNumbers {
  array::NumberType type = array::NumberType::float64;
  std::uint64_t values = 1;
  std::string counter = {};  ///< the path of the branch that counts them; empty if none does

  bool operator==(const PlainNumbers&) const = default;
};

/// A branch, or a field of an ntuple with its columns. Threads: a value.
struct ColumnDescription {
  std::string path;
  std::string type;                                    ///< for people
  std::string stored;                                  ///< everything on which the meaning of its stored bytes depends
  std::optional<PlainNumbers> numbers = std::nullopt;  ///< of a branch of such; not all are known
  /// Of a field: the numbers that it, its columns and those that it refers to have in its ntuple, and the encodings of
  /// the columns. Pages that are moved keep them. Of a branch: which of its leaves count values of others.
  std::string layout = {};

  bool operator==(const ColumnDescription&) const = default;
  /// Whether values of one can stand in the other.
  bool has_same_type(const ColumnDescription& other) const noexcept {
    return type == other.type && stored == other.stored && numbers == other.numbers;
  }
};

/// How a tree or ntuple is stored. If two are equal, baskets or pages of one can stand in the other. Threads: a value.
struct TableSchema {
  std::vector<ColumnDescription> columns;
  std::string metadata;  ///< of a tree: user info, aliases and index, as text; differences in it are no loss of entries
  std::map<std::string, std::string> names;  ///< of aliases and friends, with their meaning
  std::uint64_t hash = 0;

  bool operator==(const TableSchema&) const = default;
};

TableSchema schema_of(const tree::Tree& tree);
TableSchema schema_of(const ntuple::NTuple& ntuple);

/// Tell apart what user info has that is no text and no number, as histograms.
void add_user_info(TableSchema& schema, std::uint64_t hash);

/// For each column of `wanted` the number of the same one in `found`, if both have the same columns, in any order.
/// Paths that occur twice must be in the same places. Nothing if they differ.
std::optional<std::vector<std::size_t>> matching_columns(const TableSchema& wanted, const TableSchema& found);

}  // namespace ramet::inline v1::merge::internal
