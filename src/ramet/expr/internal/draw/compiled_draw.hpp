#pragma once

#include <optional>
#include <vector>

#include "ramet/expr/draw.hpp"
#include "ramet/expr/internal/check/columns.hpp"
#include "ramet/expr/internal/graph/graph.hpp"
#include "ramet/expr/internal/run/chains/element_chain.hpp"

namespace ramet::inline v1::expr {

/// What a program is: the nodes, and which of them say what the rows are. Threads: immutable.
struct DrawProgram::Compiled {
  struct Dimension {
    DrawDimension says;
    NodeId node = 0;  ///< of type float64, or a string; in the rows' space or above it
  };

  Graph graph;
  std::vector<std::size_t> columns;  ///< of the scope, which are read
  std::vector<ColumnLeaf> leaves;    ///< ColumnLeaf::column is a place in `columns`, or a MadeColumn
  std::vector<Dimension> dimensions;
  std::vector<DrawDimension> says;
  SpaceId rows = entries_space;
  bool has_cut = false;
  NodeId weight = 0;           ///< float64
  double constant_weight = 1;  ///< if it is a constant
  std::optional<NodeId> kept;  ///< bool: rows exist only where it is true
  ElementPlan plan;
};

}  // namespace ramet::inline v1::expr
