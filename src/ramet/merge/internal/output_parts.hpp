#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/differences.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// The inputs whose tables are in one file of the output. Threads: a value.
struct OutputPart {
  std::size_t first = 0;    ///< input
  std::size_t last = 0;     ///< the one after the last
  std::uint64_t bytes = 0;  ///< of tables, and in the first file of objects, about
};

/// Cut the inputs into consecutive groups whose tables have no more than MergeOptions::max_size bytes together, but at
/// least one input with tables each. Notes those that have more.
std::vector<OutputPart> output_parts(const Catalogue& catalogue, const Decisions& decisions, std::size_t inputs,
                                     const MergeOptions& options, Differences& differences);

/// The name of a file of the output: "dir/all.root", "dir/all_1.root", ...
std::filesystem::path part_name(const std::filesystem::path& output, std::size_t number);

/// What is written into one of several files: tables with parts of its inputs, and in the first all other objects.
/// Threads: a value that borrows the catalogue that was cut.
struct PartContents {
  Catalogue catalogue;  ///< of objects without their parts
  Decisions decisions;  ///< about tables
};
PartContents contents_of(const Catalogue& catalogue, const Decisions& decisions, const OutputPart& part);

/// A file of the output as it is planned.
OutputFile planned_file(const Decisions& decisions, const OutputPart& part);

}  // namespace ramet::inline v1::merge::internal
