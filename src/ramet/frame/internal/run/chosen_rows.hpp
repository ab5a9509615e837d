#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ramet/array/array.hpp"

namespace ramet::inline v1::frame::internal {

/// Replace `to` by the rows of an array, which are all there and increase. The memory of `to` is used again, if nobody
/// else holds it. Threads: one thread.
void take_rows(array::Array& to, const array::Array& from, std::span<const std::uint32_t> rows);

/// The numbers at the rows.
void take_numbers_at(std::span<const std::uint32_t> numbers, std::span<const std::uint32_t> rows,
                     std::vector<std::uint32_t>& to);

/// The items of the lists at the rows, counted from the first list's first.
void find_items(std::span<const std::int64_t> offsets, std::span<const std::uint32_t> rows,
                std::vector<std::uint32_t>& to);

/// The rows at which a condition is true.
void find_rows(std::span<const bool> condition, std::vector<std::uint32_t>& to);

}  // namespace ramet::inline v1::frame::internal
