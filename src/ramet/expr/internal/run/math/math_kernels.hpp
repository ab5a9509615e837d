#pragma once

#include <array>
#include <cstddef>

#include "ramet/expr/internal/graph/operation.hpp"
#include "ramet/expr/internal/graph/value_type.hpp"
#include "ramet/expr/internal/run/element_kernels.hpp"

namespace ramet::inline v1::expr {

/// The kernel of a mathematical function of double from the vector library SLEEF, for the widest registers of this
/// machine; null for functions and types that are left to the system's library. Floats are: masses in float depend on
/// its last digit, also whether they are numbers, and people compare them with ROOT's. Errors are at most 1 unit in the
/// last place, and all machines give the same bits: these are SLEEF's functions that give the same for any width and
/// never use a fused multiplication and addition.
ElementKernel math_kernel(ElementOperation operation, NumberType type) noexcept;

namespace internal {

/// Functions that SLEEF computes, in the order of MathKernels.
inline constexpr std::array<ElementOperation, 17> math_operations = {
    ElementOperation::exp,  ElementOperation::exp2,  ElementOperation::expm1, ElementOperation::log,
    ElementOperation::log2, ElementOperation::log10, ElementOperation::sin,   ElementOperation::cos,
    ElementOperation::tan,  ElementOperation::asin,  ElementOperation::acos,  ElementOperation::atan,
    ElementOperation::sinh, ElementOperation::cosh,  ElementOperation::tanh,  ElementOperation::power,
    ElementOperation::atan2};

constexpr bool is_math(ElementOperation operation) noexcept {
  for (const ElementOperation one : math_operations)
    if (one == operation) return true;
  return false;
}

/// The kernels of a machine.
using MathKernels = std::array<ElementKernel, math_operations.size()>;

const MathKernels& math_kernels_of_any_machine() noexcept;
const MathKernels* math_kernels_of_avx() noexcept;     ///< null if this machine or build cannot run them
const MathKernels* math_kernels_of_avx512() noexcept;  ///< null if this machine or build cannot run them

}  // namespace internal
}  // namespace ramet::inline v1::expr
