#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/differences.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/merge/internal/table_cuts.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// What is in one file of the output: tables of inputs, or slices of them. Threads: a value.
struct OutputPart {
  CutPlace first;
  CutPlace last;
  std::uint64_t bytes = 0;  ///< of tables, and in the first file of objects, about

  /// How many inputs it has something of.
  std::size_t inputs() const noexcept { return last.input - first.input + (last.slice > 0 ? 1 : 0); }
};

/// Cut the inputs into consecutive groups whose tables have no more than MergeOptions::max_size bytes together, but at
/// least one slice with entries each. Notes those that have more.
std::vector<OutputPart> output_parts(const Catalogue& catalogue, const Decisions& decisions, std::size_t inputs,
                                     const TableCuts& cuts, const MergeOptions& options, Differences& differences);

/// The name of a file of the output: "dir/all.root", "dir/all_1.root", ...
std::filesystem::path part_name(const std::filesystem::path& output, std::size_t number);

/// What is written into one of several files: tables with parts of its inputs, and in the first all other objects.
/// Threads: a value that borrows the catalogue that was cut.
struct PartContents {
  Catalogue catalogue;                                   ///< of objects without their parts
  Decisions decisions;                                   ///< about tables
  std::vector<std::unique_ptr<const TablePart>> slices;  ///< of parts that are not there as a whole
};
PartContents contents_of(const Catalogue& catalogue, const Decisions& decisions, const TableCuts& cuts,
                         const OutputPart& part);

/// A file of the output as it is planned.
OutputFile planned_file(const Decisions& decisions, const TableCuts& cuts, const OutputPart& part);

}  // namespace ramet::inline v1::merge::internal
