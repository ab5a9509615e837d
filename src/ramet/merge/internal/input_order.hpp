#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// Whether a name comes before another one in natural order: digits are compared as numbers, all else byte by byte.
/// Names that differ in leading zeros only come in the order of their bytes.
bool is_naturally_before(std::string_view one, std::string_view other) noexcept;

/// The inputs in an order. Equal names stay in the given order.
std::vector<std::string> in_order(std::vector<std::string> inputs, InputOrder order);

}  // namespace ramet::inline v1::merge::internal
