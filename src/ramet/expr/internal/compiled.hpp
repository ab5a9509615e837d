#pragma once

#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/expr/expression.hpp"
#include "ramet/expr/internal/check/columns.hpp"
#include "ramet/expr/internal/graph/graph.hpp"
#include "ramet/expr/internal/run/chains/element_chain.hpp"

namespace ramet::inline v1::expr {

/// What a program is: the nodes, and which of them are the results. Threads: immutable.
struct Program::Compiled {
  /// A result: a node, or a record of them.
  struct Result {
    array::Type type;
    Operand value;
  };

  Graph graph;
  std::vector<std::size_t> columns;  ///< of the scope, which are read
  std::vector<ColumnLeaf> leaves;    ///< ColumnLeaf::column is a place in `columns`
  std::vector<Result> results;
  ElementPlan plan;
};

}  // namespace ramet::inline v1::expr
