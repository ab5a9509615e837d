#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "ramet/array/array.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/hist/number_view.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::cli {

/// The numbers of one column of a tree, lists flattened. Threads: a value that borrows the tree.
struct ColumnValues {
  const tree::Branch* branch = nullptr;
  std::optional<std::size_t> leaf;  ///< if the branch has several leaves

  /// Whether the numbers are integers or booleans.
  bool are_whole_numbers() const;
};

/// Find a column by name: a branch ("Muon_pt", "event/fTracks"), or one leaf of a branch with several ("hit.x" or
/// "hit/x"). Throws Error(not_found), which suggests similar names, and Error(unsupported) if the column does not hold
/// numbers.
ColumnValues find_column(const tree::Tree& tree, std::string_view name);

/// Call `body` with the numbers of all entries, on many threads at once. `part` numbers the batches in the order of
/// entries, without gaps, and does not depend on the number of threads. Throws as TreeReader::for_each_batch.
void for_each_part(const tree::TreeReader& reader, const ColumnValues& column, const tree::ReadOptions& options,
                   FunctionRef<void(std::size_t part, hist::NumberView numbers)> body);

}  // namespace ramet::cli
