#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/frame/query.hpp"
#include "ramet/frame/source.hpp"

namespace ramet::inline v1::frame {

/// The values of a query's expressions for the entries of a range where its cut is true, in order of entries: one array
/// for each expression. The cut is evaluated first. Columns that only the expressions need are not read where no entry
/// passed, and mistakes in entries that did not pass do not happen. The same bits for any number of threads. Throws as
/// QueryEvaluator and Pass do.
std::vector<array::Array> select(const Source& source, const Query& query, EntryRange range,
                                 const ReadOptions& options);

/// The same of entries that are listed, in increasing order.
std::vector<array::Array> select(const Source& source, const Query& query, EntryRange range,
                                 std::optional<std::span<const std::uint64_t>> listed, const ReadOptions& options);

/// The entries that are kept: a column of their numbers.
std::vector<std::uint64_t> select_entries(const Source& source, const Query& query, EntryRange range,
                                          const ReadOptions& options);

/// The same values in parts, in order of entries, called on the thread of the caller: only as much as the threads work
/// on is in memory. It ends when `body` returns false.
void select_in_parts(const Source& source, const Query& query, EntryRange range, const ReadOptions& options,
                     FunctionRef<bool(std::span<const array::Array>)> body);

}  // namespace ramet::inline v1::frame
