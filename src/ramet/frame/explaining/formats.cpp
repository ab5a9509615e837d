#include "ramet/frame/explaining/formats.hpp"

#include <fmt/format.h>

#include "ramet/frame/internal/explain/stage_lines.hpp"

namespace ramet::inline v1::frame {
namespace {

using internal::LineLimits;
using internal::stage_lines;
using internal::StageLines;
using internal::summary_lines;

constexpr std::size_t most_indented = 20;  // filters behind filters

std::size_t depth_of(const Explanation& of, std::size_t stage) {
  std::size_t depth = 0;
  for (std::size_t at = stage; at != 0; at = of.stages[at].above) ++depth;
  return depth;
}

/// The stages in the order in which they stand below each other.
std::vector<std::size_t> in_order(const Explanation& of) {
  std::vector<std::vector<std::size_t>> below(of.stages.size());
  for (std::size_t stage = of.stages.size(); stage-- > 1;) below[of.stages[stage].above].push_back(stage);
  std::vector<std::size_t> order;
  std::vector<std::size_t> waiting = {0};
  while (!waiting.empty()) {
    const std::size_t stage = waiting.back();
    waiting.pop_back();
    order.push_back(stage);
    waiting.insert(waiting.end(), below[stage].begin(), below[stage].end());
  }
  return order;
}

/// Lines of a label in quotes.
std::string dot_label(const std::vector<std::string>& lines) {
  std::string label = "\"";
  for (const std::string& line : lines) {
    for (const char one : line) {
      if (one == '"' || one == '\\') label += '\\';
      label += one;
    }
    label += "\\l";
  }
  return label + '"';
}

}  // namespace

std::string to_text(const Explanation& of) {
  if (of.stages.empty()) return {};
  std::string text;
  for (const std::size_t stage : in_order(of)) {
    const StageLines lines = stage_lines(of, stage);
    const std::string indent(2 * std::min(depth_of(of, stage), most_indented), ' ');
    text += indent + lines.title + "\n";
    for (const std::string& fact : lines.facts) text += fmt::format("{}  - {}\n", indent, fact);
    for (const std::string& result : lines.results) text += fmt::format("{}  = {}\n", indent, result);
  }
  for (const std::string& line : summary_lines(of)) text += line + "\n";
  return text;
}

std::string to_dot(const Explanation& of) {
  constexpr LineLimits limits{.characters = 80, .lines = 20};
  std::string text = "digraph frame {\n  rankdir=LR;\n  node [shape=box, fontname=\"monospace\"];\n";
  for (std::size_t stage = 0; stage < of.stages.size(); ++stage) {
    const StageLines lines = stage_lines(of, stage, limits);
    std::vector<std::string> all = lines.facts;
    all.insert(all.begin(), lines.title);
    text += fmt::format("  stage{} [label={}];\n", stage, dot_label(all));
    if (stage > 0) text += fmt::format("  stage{} -> stage{};\n", of.stages[stage].above, stage);
    if (lines.results.empty()) continue;
    text += fmt::format("  results{} [style=rounded, label={}];\n  stage{} -> results{};\n", stage,
                        dot_label(lines.results), stage, stage);
  }
  const std::vector<std::string> summary = summary_lines(of, limits);
  if (!summary.empty()) text += fmt::format("  label={};\n", dot_label(summary));
  return text + "}\n";
}

}  // namespace ramet::inline v1::frame
