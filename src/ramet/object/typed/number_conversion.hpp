#pragma once

#include <cstddef>

#include "ramet/array/number_type.hpp"

namespace ramet::inline v1::object {

/// Converts the number at `from` to another type at `to`; both in the machine's byte order, at any address. Fractions
/// are truncated. Throws Error(misuse) when the number does not fit.
using ConvertNumber = void (*)(const std::byte* from, void* to);

/// The conversion from a number type to another, or to itself. Threads: any.
ConvertNumber number_conversion(array::NumberType from, array::NumberType to) noexcept;

}  // namespace ramet::inline v1::object
