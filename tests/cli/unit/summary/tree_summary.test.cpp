#include "cli/summary/tree_summary.hpp"

#include <limits>
#include <string>

#include <doctest/doctest.h>

using namespace ramet::cli;
namespace tree = ramet::tree;

namespace {

tree::Branch branch_of(std::string name, std::int64_t stored, std::int64_t uncompressed) {
  tree::Branch branch;
  branch.name = std::move(name);
  branch.zip_bytes = stored;
  branch.total_bytes = uncompressed;
  branch.entries = 100;
  branch.lazy_layout = tree::LazyLayout({.type_name = "float"});
  return branch;
}

tree::Tree small_tree() {
  tree::Tree tree;
  tree.name = "Events";
  tree.entries = 100;
  tree.cluster_starts = {0, 40, 80, 100};
  tree.branches = {branch_of("b", 10, 40), branch_of("c", 30, 40), branch_of("a", 20, 40)};
  return tree;
}

std::string order_of(const TreeSummary& summary) {
  std::string names;
  for (const BranchSummary& branch : summary.branches) names += branch.path;
  return names;
}

}  // namespace

TEST_CASE("summary: branches come as stored, by name or by size on disk") {
  const tree::Tree tree = small_tree();
  CHECK(order_of(summarize(tree, BranchOrder::stored)) == "bca");
  CHECK(order_of(summarize(tree, BranchOrder::name)) == "abc");
  CHECK(order_of(summarize(tree, BranchOrder::size)) == "cab");
}

TEST_CASE("summary: the total is that of all branches") {
  const TreeSummary summary = summarize(small_tree(), BranchOrder::stored);
  CHECK(summary.total.compressed_bytes == 60);
  CHECK(summary.total.uncompressed_bytes == 120);
}

TEST_CASE("summary: sizes that only damage explains neither wrap nor go below 0") {
  tree::Tree tree = small_tree();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  tree.branches = {branch_of("a", most, -1), branch_of("b", most, -1), branch_of("c", most, 5)};
  const TreeSummary summary = summarize(tree, BranchOrder::size);
  CHECK(summary.total.compressed_bytes == std::numeric_limits<std::uint64_t>::max());
  CHECK(summary.total.uncompressed_bytes == 5);
}

TEST_CASE("summary: clusters without entries do not count") {
  const ClusterSummary clusters = summarize_clusters({0, 0, 50, 80, 80, 180});
  CHECK(clusters.count == 3);
  CHECK(clusters.smallest == 30);
  CHECK(clusters.median == 50);
  CHECK(clusters.largest == 100);
  CHECK(summarize_clusters({0}).count == 0);
  CHECK(summarize_clusters({0, 0}).count == 0);
}

TEST_CASE("summary: the text has a line for each branch, and the total") {
  const std::string text = summary_text(summarize(small_tree(), BranchOrder::stored), "Events;1 in run7.root", {});
  CHECK(text.starts_with("Events;1 in run7.root\n"));
  CHECK(text.find("clusters  3 of 20 to 40 entries, median 40") != std::string::npos);
  CHECK(text.find("\nc       ") != std::string::npos);
  CHECK(text.find("\ntotal   ") != std::string::npos);
}
