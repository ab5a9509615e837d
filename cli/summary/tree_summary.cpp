#include "cli/summary/tree_summary.hpp"

#include <algorithm>

#include "cli/text/number_format.hpp"
#include "cli/text/table.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

std::string type_of(const tree::Branch& branch) {
  if (!branch.layout().type_name.empty()) return branch.layout().type_name;
  return branch.element_class;
}

BranchSummary summarize_branch(const tree::NamedBranch& named) {
  const tree::Branch& branch = *named.branch;
  return {.path = named.path,
          .type = type_of(branch),
          .is_readable = branch.layout().is_readable(),
          .groups_others = branch.layout().packing == tree::Packing::nothing,
          .entries = size_from(branch.entries),
          .baskets = branch.baskets.size() + branch.embedded.size(),
          .compressed_bytes = size_from(branch.zip_bytes),
          .uncompressed_bytes = size_from(branch.total_bytes)};
}

void sort_branches(std::vector<BranchSummary>& branches, BranchOrder order) {
  if (order == BranchOrder::name) std::ranges::stable_sort(branches, {}, &BranchSummary::path);
  if (order == BranchOrder::size) std::ranges::stable_sort(branches, std::greater(), &BranchSummary::compressed_bytes);
}

std::string mean_basket(const BranchSummary& branch) {
  return branch.baskets == 0 ? "-" : format_bytes(branch.compressed_bytes / branch.baskets);
}

std::vector<Cell> row_of(const BranchSummary& branch, const BranchSummary& total) {
  const double share = total.compressed_bytes == 0 ? 0.0
                                                   : 100 * static_cast<double>(branch.compressed_bytes) /
                                                         static_cast<double>(total.compressed_bytes);
  if (branch.groups_others) return {{branch.path, Style::dim}, {branch.type, Style::dim}};
  return {{branch.path},
          {branch.type, branch.is_readable ? Style::plain : Style::warning},
          {format_count(branch.baskets)},
          {format_count(branch.entries)},
          {format_bytes(branch.uncompressed_bytes)},
          {format_bytes(branch.compressed_bytes)},
          {fmt::format("{:.1f}%", share)},
          {format_ratio(branch.uncompressed_bytes, branch.compressed_bytes)},
          {mean_basket(branch)}};
}

std::string clusters_text(const ClusterSummary& clusters) {
  if (clusters.count == 0) return "none";
  if (clusters.smallest == clusters.largest)
    return fmt::format("{} of {} entries", format_count(clusters.count), format_count(clusters.largest));
  return fmt::format("{} of {} to {} entries, median {}", format_count(clusters.count), format_count(clusters.smallest),
                     format_count(clusters.largest), format_count(clusters.median));
}

std::string branches_text(const TreeSummary& summary) {
  const auto count = [&](auto member) {
    return std::count_if(summary.branches.begin(), summary.branches.end(), member);
  };
  const auto groups = count([](const BranchSummary& branch) { return branch.groups_others; });
  const auto unread = count([](const BranchSummary& branch) { return !branch.is_readable && !branch.groups_others; });
  std::string text = format_count(summary.branches.size());
  if (groups > 0) text += fmt::format(", {} of which only group others", groups);
  if (unread > 0) text += fmt::format(", {} of a type that ramet cannot read", unread);
  return text;
}

Json branch_json(const BranchSummary& branch) {
  return {{"path", branch.path},
          {"type", branch.type},
          {"readable", branch.is_readable},
          {"entries", branch.entries},
          {"baskets", branch.baskets},
          {"compressed_bytes", branch.compressed_bytes},
          {"uncompressed_bytes", branch.uncompressed_bytes}};
}

}  // namespace

ClusterSummary summarize_clusters(const std::vector<std::uint64_t>& starts) {
  std::vector<std::uint64_t> sizes;
  for (std::size_t cluster = 1; cluster < starts.size(); ++cluster)
    if (starts[cluster] > starts[cluster - 1]) sizes.push_back(starts[cluster] - starts[cluster - 1]);
  if (sizes.empty()) return {};
  std::ranges::sort(sizes);
  return {.count = sizes.size(), .smallest = sizes.front(), .median = sizes[sizes.size() / 2], .largest = sizes.back()};
}

TreeSummary summarize(const tree::Tree& tree, BranchOrder order) {
  TreeSummary summary{.name = tree.name,
                      .title = tree.title,
                      .entries = tree.entries,
                      .clusters = summarize_clusters(tree.cluster_starts),
                      .branches = {},
                      .total = {.path = "total", .type = {}}};
  for (const tree::NamedBranch& named : tree::all_branches(tree)) {
    summary.branches.push_back(summarize_branch(named));
    const BranchSummary& branch = summary.branches.back();
    summary.total.baskets += branch.baskets;
    summary.total.compressed_bytes = saturating_sum(summary.total.compressed_bytes, branch.compressed_bytes);
    summary.total.uncompressed_bytes = saturating_sum(summary.total.uncompressed_bytes, branch.uncompressed_bytes);
  }
  summary.total.entries = tree.entries;
  sort_branches(summary.branches, order);
  return summary;
}

std::string summary_text(const TreeSummary& summary, std::string_view place, const Terminal& terminal) {
  const BranchSummary& total = summary.total;
  std::string text = paint(printable(place), Style::tree, terminal) + "\n";
  if (!summary.title.empty()) text += fmt::format("  title     {}\n", printable(summary.title));
  text += fmt::format("  entries   {}\n", format_count(summary.entries));
  text += fmt::format("  branches  {}\n", branches_text(summary));
  text += fmt::format("  clusters  {}\n", clusters_text(summary.clusters));
  text += fmt::format("  baskets   {}, {} stored of {} uncompressed\n\n", format_count(total.baskets),
                      format_bytes(total.compressed_bytes), format_bytes(total.uncompressed_bytes));
  Table table({{"branch", Align::left, 16},
               {"type", Align::left, 12},
               {"baskets", Align::right},
               {"entries", Align::right},
               {"unpacked", Align::right},
               {"stored", Align::right},
               {"share", Align::right},
               {"ratio", Align::right},
               {"mean basket", Align::right}});
  for (const BranchSummary& branch : summary.branches) table.add_row(row_of(branch, total));
  table.add_rule();
  table.add_row(row_of({.path = total.path,
                        .type = {},
                        .is_readable = true,
                        .entries = total.entries,
                        .baskets = total.baskets,
                        .compressed_bytes = total.compressed_bytes,
                        .uncompressed_bytes = total.uncompressed_bytes},
                       total));
  return text + table.render(terminal);
}

Json summary_json(const TreeSummary& summary, std::string_view place) {
  Json branches = Json::array();
  for (const BranchSummary& branch : summary.branches) branches.push_back(branch_json(branch));
  return {{"place", place},
          {"kind", "tree"},
          {"name", summary.name},
          {"title", summary.title},
          {"entries", summary.entries},
          {"baskets", summary.total.baskets},
          {"compressed_bytes", summary.total.compressed_bytes},
          {"uncompressed_bytes", summary.total.uncompressed_bytes},
          {"clusters",
           {{"count", summary.clusters.count},
            {"smallest", summary.clusters.smallest},
            {"median", summary.clusters.median},
            {"largest", summary.clusters.largest}}},
          {"branches", std::move(branches)}};
}

}  // namespace ramet::cli
