#pragma once

#include <cstddef>
#include <cstdint>

#include "ramet/expr/internal/graph/operation.hpp"
#include "ramet/expr/internal/graph/value_type.hpp"

namespace ramet::inline v1::expr {

/// Computes a function for `count` points: arguments[k] are the values of the k-th argument, `to` has room for the
/// results and overlaps none of them. Returns `count`, or the first point where it has no result (a division by zero).
using ElementKernel = std::size_t (*)(const void* const* arguments, void* to, std::size_t count);

/// The kernel for arguments of the type; of `convert`, to the type `result`; of `select`, for values of the type. Null
/// if there is none.
ElementKernel element_kernel(ElementOperation operation, NumberType type, NumberType result) noexcept;

/// Values at the points `from[k]`: of `size` bytes each.
void gather(const void* values, const std::uint32_t* from, void* to, std::size_t count, std::size_t size) noexcept;
void gather(const void* values, const std::int64_t* from, void* to, std::size_t count, std::size_t size) noexcept;

}  // namespace ramet::inline v1::expr
