#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/expr/expression.hpp"
#include "ramet/expr/internal/check/builder.hpp"
#include "ramet/expr/internal/check/operand.hpp"

namespace ramet::inline v1::expr {

/// What a node of kind `column` is of a column: the numbers, strings or lists at a place inside its records.
/// Threads: a value.
struct ColumnLeaf {
  std::size_t column = 0;            ///< of the scope
  std::vector<std::size_t> members;  ///< from the outside to the inside
};

/// Columns of a scope as operands. Threads: one at a time.
class Columns {
 public:
  Columns(const Scope& scope, Builder& builder) : scope_(scope), builder_(builder) {}

  /// The column of the name; nothing if there is none. Throws Error(unsupported) for values that may be missing.
  std::optional<Operand> find(std::string_view name);
  /// The column with this number. Throws as `find`.
  Operand at(std::size_t column);
  const std::vector<ColumnLeaf>& leaves() const noexcept { return leaves_; }

 private:
  Operand operand(const array::Type& type, ColumnLeaf& place, std::uint8_t depth);

  const Scope& scope_;
  Builder& builder_;
  std::vector<ColumnLeaf> leaves_;
};

}  // namespace ramet::inline v1::expr
