#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/terminal.hpp"
#include "cli/text/json.hpp"

#include "ramet/file/key.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::cli {

/// The order of the branches in a summary.
enum class BranchOrder {
  stored,  ///< as in the tree
  name,    ///< alphabetically
  size,    ///< the largest on disk first
};

/// The sizes of a branch. Threads: a value.
struct BranchSummary {
  std::string path;
  std::string type;
  bool is_readable = false;
  bool groups_others = false;  ///< it has no values of its own
  std::uint64_t entries = 0;
  std::uint64_t baskets = 0;
  std::uint64_t compressed_bytes = 0;    ///< with the heads of the baskets
  std::uint64_t uncompressed_bytes = 0;  ///< with the heads of the baskets
};

/// The number of clusters and of their entries. Threads: a value.
struct ClusterSummary {
  std::uint64_t count = 0;
  std::uint64_t smallest = 0;
  std::uint64_t median = 0;
  std::uint64_t largest = 0;
};

/// A tree's branches, clusters and sizes. Threads: a value.
struct TreeSummary {
  std::string name;
  std::string title;
  std::uint64_t entries = 0;
  ClusterSummary clusters;
  std::vector<BranchSummary> branches;
  BranchSummary total;
};

TreeSummary summarize(const tree::Tree& tree, BranchOrder order);

/// Summarise clusters that begin at these entries; the last number is the end of the last cluster.
ClusterSummary summarize_clusters(const std::vector<std::uint64_t>& starts);

std::string summary_text(const TreeSummary& summary, std::string_view place, const Terminal& terminal);
Json summary_json(const TreeSummary& summary, std::string_view place);

}  // namespace ramet::cli
