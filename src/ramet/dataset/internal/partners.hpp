#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/dataset/dataset_options.hpp"
#include "ramet/dataset/index.hpp"

// What friends of datasets and joined tables have in common: entries find their partners in another table.

namespace ramet::inline v1::dataset::internal {

/// The numbers by which entries find their partners. Threads: a value.
struct IndexNumbers {
  std::vector<std::int64_t> major;
  std::vector<std::int64_t> minor;  ///< 0 for all entries without a second column
};

/// Convert one or two columns of integers of any width. Throws Error(unsupported), naming the column, for other types.
IndexNumbers index_numbers(std::span<const array::Array> columns, std::span<const std::string> names);

/// The partner of each entry, or `no_row`. With Unmatched::error, throws Error(not_found), naming `other`, the columns
/// and their numbers, and the entry, which is counted from `first_entry` on, of the table `own` if that has a name.
std::vector<std::uint64_t> partners_of(const IndexNumbers& numbers, const Index& index, Unmatched unmatched,
                                       std::span<const std::string> names, std::uint64_t first_entry,
                                       std::string_view other, std::string_view own = {});

/// The values that partners have, in the order of `partners`. `read` gets the range of all of them, from the first to
/// the last, and returns columns of it.
std::vector<array::Array> values_of_partners(std::vector<std::uint64_t> partners, Unmatched unmatched,
                                             FunctionRef<std::vector<array::Array>(EntryRange)> read);

/// The type of a column whose values partners have.
array::Type type_of_partners(const array::Type& type, Unmatched unmatched);

/// The other table's name of a column that is called "prefix.column" or "column"; nothing if it `has` none. Without a
/// prefix only the latter.
std::optional<std::string> name_in_other(std::string_view prefix, std::string_view name,
                                         FunctionRef<bool(std::string_view)> has);

}  // namespace ramet::inline v1::dataset::internal
