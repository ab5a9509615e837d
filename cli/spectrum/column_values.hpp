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
  std::optional<std::size_t> leaf;  ///< of a branch with several

  /// Whether the numbers are integers or booleans.
  bool are_whole_numbers() const;
};

/// The column of a name: a branch ("Muon_pt", "event/fTracks"), or one leaf of a branch with several ("hit.x" or
/// "hit/x"). Throws Error(not_found), naming near names, Error(unsupported) when it holds no numbers.
ColumnValues find_column(const tree::Tree& tree, std::string_view name);

/// Call `body` with the numbers of all entries, from all threads at once; `part` counts the batches in order of
/// entries, without gaps, the same whatever the number of threads. Throws as TreeReader::for_each_batch.
void for_each_part(const tree::TreeReader& reader, const ColumnValues& column, const tree::ReadOptions& options,
                   FunctionRef<void(std::size_t part, hist::NumberView numbers)> body);

}  // namespace ramet::cli
