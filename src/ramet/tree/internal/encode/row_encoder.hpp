#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/bytes/buffer.hpp"
#include "ramet/tree/detail/branch_plan.hpp"
#include "ramet/tree/internal/decode/column_decoder.hpp"

namespace ramet::inline v1::tree::internal {

/// Append the bytes of a branch's entries, as a basket has them, to `plain`, from rows.first on, until rows.last or
/// `enough` bytes, those of the entries' offsets included; at least one entry. Append where each entry begins to
/// `starts`, if the branch has offsets. Raise `maximum` to the largest count (of counters) or the longest string and
/// its end. Return one past the last row.
std::size_t encode_rows(const BranchPlan& branch, std::span<const array::Array> columns, BasketRows rows,
                        std::size_t enough, bytes::Buffer& plain, std::vector<std::uint32_t>& starts,
                        std::uint64_t& maximum);

}  // namespace ramet::inline v1::tree::internal
