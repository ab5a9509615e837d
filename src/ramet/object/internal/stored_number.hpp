#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/object/internal/program.hpp"

namespace ramet::inline v1::object::internal {

/// Convert one number of the file into a target. Throws Error(corrupt) when it does not
/// fit. Fractions are cut off, as when ROOT reads an old file's double into a Long64_t.
void store_number(const Operation& operation, const std::byte* from, TargetKind kind, void* to);

/// The same for the elements of a std::vector of that kind, which gets exactly that many.
void store_numbers(const Operation& operation, std::span<const std::byte> from, TargetKind kind, void* vector);

/// The number as a count of things that follow. Throws Error(corrupt) when it is negative.
std::uint32_t stored_count(const Operation& operation, const std::byte* from);

}  // namespace ramet::inline v1::object::internal
