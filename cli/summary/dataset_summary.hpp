#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/summary/tree_summary.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/text/json.hpp"

#include "ramet/dataset/dataset.hpp"

namespace ramet::cli {

/// The columns of a tree or ntuple in several files, or of one ntuple. Threads: a value.
struct DatasetSummary {
  std::vector<dataset::FileAndObject> files;
  std::uint64_t entries = 0;
  ClusterSummary clusters;
  std::vector<dataset::Column> columns;  ///< of all files; the type of each holds the values of every file
};

/// Summarise a dataset; opens every file. Throws as Dataset.
DatasetSummary summarize_dataset(const dataset::Session& session, std::vector<dataset::FileAndObject> places,
                                 BranchOrder order, const StopToken& stop);

std::string dataset_text(const DatasetSummary& summary, const Terminal& terminal);
Json dataset_json(const DatasetSummary& summary, std::string_view place);

}  // namespace ramet::cli
