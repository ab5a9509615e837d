#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/expr/expression.hpp"
#include "ramet/expr/internal/check/columns.hpp"

namespace ramet::inline v1::expr {

/// A column, or what is inside its records: numbers, strings or records, in levels of arrays. Threads: a value.
struct DrawColumn {
  ColumnLeaf place;
  const array::Type* type = nullptr;  ///< without the levels
  /// Of each level, from the outside, the size of fixed arrays; `any_length` for lists.
  std::vector<std::uint64_t> levels;

  static constexpr std::uint64_t any_length = ~std::uint64_t{0};
};

/// Columns and their members by the names that TTree::Draw has for them. Threads: immutable.
class DrawNames {
 public:
  explicit DrawNames(const Scope& scope) noexcept : scope_(scope) {}

  /// The column that a name with dots stands for: by its path, "event.tracks.fPx" or "tracks.fPx", with or without
  /// the branches around it; or a member of a record that no column has the name of.
  std::optional<DrawColumn> column(std::string_view dotted) const;

  /// Go to a member of a record, which may be one of a base class. False, and nothing is changed, if there is none.
  static bool enter(DrawColumn& column, std::string_view member);
  /// The numbers that a vector of a class like TLorentzVector is kept as, with their names; none of other records.
  static std::vector<std::pair<std::string, DrawColumn>> coordinates(const DrawColumn& column);
  /// Go to the first number or string of a record.
  static void enter_first(DrawColumn& column);

  std::vector<std::string_view> all() const;
  /// The members of a column's records.
  static std::vector<std::string_view> members(const DrawColumn& column);

 private:
  DrawColumn whole(std::size_t column) const;

  const Scope& scope_;
};

}  // namespace ramet::inline v1::expr
