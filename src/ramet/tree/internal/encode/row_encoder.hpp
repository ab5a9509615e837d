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

/// Append a branch's entries in stored form to `plain`, from rows.first until rows.last or until `enough` bytes,
/// including those of the offsets, are reached; at least one entry. If the branch has offsets, append the begin of each
/// entry to `starts`. Raise `maximum` to the largest count (of counters), or to the length of the longest string plus
/// its terminator. Returns one past the last row.
std::size_t encode_rows(const BranchPlan& branch, std::span<const array::Array> columns, BasketRows rows,
                        std::size_t enough, bytes::Buffer& plain, std::vector<std::uint32_t>& starts,
                        std::uint64_t& maximum);

}  // namespace ramet::inline v1::tree::internal
