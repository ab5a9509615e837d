#pragma once

#include <cstdint>

#include "ramet/expr/internal/graph/operation.hpp"
#include "ramet/expr/internal/graph/value_type.hpp"
#include "ramet/expr/internal/run/element_kernels.hpp"

namespace ramet::inline v1::expr {

/// Sums, differences, products and quotients of real numbers that are computed in one loop, without memory between
/// them. Each is rounded as if it were alone. Threads: a value.
struct Fusion {
  enum class Shape : std::uint8_t {
    single,      ///< a outer b
    left,        ///< (a first b) outer c
    right,       ///< a outer (b second c)
    both,        ///< (a first b) outer (c second d)
    wide_left,   ///< double(a) outer b: a is a float
    wide_right,  ///< a outer double(b)
    wide_both,   ///< double(a) outer double(b)
  };
  /// What is done with the result.
  enum class Ending : std::uint8_t { none, widen, root };

  Shape shape = Shape::single;
  ElementOperation outer = ElementOperation::add;
  ElementOperation first = ElementOperation::add;
  ElementOperation second = ElementOperation::add;
  Ending ending = Ending::none;
};

/// The kernel of a fusion of numbers of the type, float32 or float64: its arguments are a, b, c and d. Null if there is
/// none; of sums and products of two others (Shape::both) the one that comes first in add, subtract, multiply is
/// `first`.
ElementKernel fused_kernel(const Fusion& fusion, NumberType type) noexcept;

}  // namespace ramet::inline v1::expr
