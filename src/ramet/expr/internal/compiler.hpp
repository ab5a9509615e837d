#pragma once

#include <memory>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/expr/internal/check/checker.hpp"
#include "ramet/expr/internal/compiled.hpp"

namespace ramet::inline v1::expr {

/// Makes a program of values that its checker has found. Threads: one at a time.
struct Program::Compiler {
  /// The scope outlives it.
  explicit Compiler(const Scope& scope) : compiled(std::make_shared<Compiled>()), checker(compiled->graph, scope) {}

  /// The type of the arrays that a value becomes.
  array::Type type_of(const Operand& value) const;
  /// The program with these results; it is used up.
  Program finish(std::vector<Operand> values);

  std::shared_ptr<Compiled> compiled;
  Checker checker;
};

}  // namespace ramet::inline v1::expr
