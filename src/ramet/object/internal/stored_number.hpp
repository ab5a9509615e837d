#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/object/internal/program.hpp"

namespace ramet::inline v1::object::internal {

/// Convert a stored number to a target. Fractions are truncated, as when ROOT reads an old file's double into a
/// Long64_t. Throws Error(corrupt) when it does not fit.
void store_number(const Operation& operation, const std::byte* from, TargetKind kind, void* to);

/// The same for several numbers; resizes the std::vector to their number.
void store_numbers(const Operation& operation, std::span<const std::byte> from, TargetKind kind, void* vector);

/// The number as a count. Throws Error(corrupt) when it is negative.
std::uint32_t stored_count(const Operation& operation, const std::byte* from);

}  // namespace ramet::inline v1::object::internal
