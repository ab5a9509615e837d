#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "ramet/core/strong_id.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// A place between inputs, or between slices of one. Threads: a value.
struct CutPlace {
  std::size_t input = 0;
  std::size_t slice = 0;  ///< 0: before all of the input's tables

  auto operator<=>(const CutPlace&) const = default;
};

/// Where the tables of large inputs may be cut: each input has a number of slices, and each of its tables the entry at
/// which each slice begins. Inputs that nobody asked for have one slice. Threads: immutable.
class TableCuts {
 public:
  TableCuts() = default;
  /// Read where the tables of those inputs can be cut that have more bytes than MergeOptions::max_size: where a cluster
  /// begins, and if baskets are moved, one in all branches. Throws BadInput, Error(cancelled).
  TableCuts(const Inputs& inputs, const Decisions& decisions, const MergeOptions& options);

  std::size_t slices_of(std::size_t input) const noexcept;
  /// The entries of a part between two places.
  EntryRange entries(const TablePart& part, CutPlace first, CutPlace last) const noexcept;

 private:
  std::map<std::size_t, std::size_t> slices_;                           // of inputs with several
  std::map<const TablePart*, std::vector<std::uint64_t>> first_entry_;  // of each slice
};

/// About how many bytes a table of an input takes in the output, with its description.
std::uint64_t bytes_of(const TablePart& part, Way way, const MergeOptions& options) noexcept;

}  // namespace ramet::inline v1::merge::internal
