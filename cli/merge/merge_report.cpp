#include "cli/merge/merge_report.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>
#include <utility>

#include "cli/context.hpp"
#include "cli/text/output_file.hpp"
#include "cli/text/text.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "ramet/dataset/places.hpp"
#include "ramet/merge/plan_page.hpp"

namespace ramet::cli {
namespace {

constexpr std::size_t most_lines = 100;  // of differences, on the standard error

merge::Rule rule_named(std::string_view name) {
  if (name == "same") return merge::Rule::same;
  if (name == "first") return merge::Rule::first;
  if (name == "last") return merge::Rule::last;
  if (name == "all") return merge::Rule::all;
  if (name == "distinct") return merge::Rule::distinct;
  if (name == "leave-out") return merge::Rule::leave_out;
  if (name == "promote") return merge::Rule::promote;
  throw UsageError(fmt::format("unknown rule '{}': same, first, last, all, distinct, leave-out or promote", name));
}

std::string text_of(const merge::Difference& difference, const merge::MergePlan& plan) {
  std::string text = fmt::format("{}", to_string(difference.kind));
  if (!difference.path.empty()) text += fmt::format(" '{}'", difference.path);
  if (!difference.part.empty()) text += fmt::format(" ({})", difference.part);
  text += fmt::format(": {}", difference.message);
  if (difference.input < plan.inputs.size() && difference.kind != merge::DifferenceKind::bad_input)
    text += fmt::format(" in '{}'", plan.inputs[difference.input]);
  if (difference.inputs > 1) text += fmt::format(" and {} more", difference.inputs - 1);
  if (difference.entries > 0) text += fmt::format(", {} entries", difference.entries);
  return printable(text);
}

Json json_of(std::span<const merge::PlannedRun> runs) {
  Json json = Json::array();
  for (const merge::PlannedRun& run : runs)
    json.push_back({{"way", to_string(run.way)},
                    {"reason", run.reason},
                    {"input", run.input},
                    {"inputs", run.inputs},
                    {"entries", run.entries},
                    {"clusters", run.clusters},
                    {"bytes", run.bytes}});
  return json;
}

}  // namespace

Json json_of(const merge::MergePlan& plan) {
  Json json = {{"inputs", plan.inputs},
               {"skipped", plan.skipped},
               {"input_bytes", plan.input_bytes},
               {"loses_data", plan.loses_data()},
               {"objects", Json::array()},
               {"differences", Json::array()},
               {"files", Json::array()},
               {"estimated_seconds", plan.estimated_seconds},
               {"estimated_memory", plan.estimated_memory}};
  for (const merge::PlannedObject& object : plan.objects)
    json["objects"].push_back({{"path", object.path},
                               {"class", object.class_name},
                               {"way", to_string(object.way)},
                               {"inputs", object.inputs},
                               {"entries", object.entries},
                               {"lost_entries", object.lost_entries},
                               {"clusters", object.clusters},
                               {"bytes", object.bytes},
                               {"kept_branches", object.kept_branches},
                               {"runs", json_of(object.runs)}});
  for (const merge::Difference& difference : plan.differences)
    json["differences"].push_back({{"kind", to_string(difference.kind)},
                                   {"path", difference.path},
                                   {"part", difference.part},
                                   {"message", difference.message},
                                   {"input", difference.input},
                                   {"inputs", difference.inputs},
                                   {"entries", difference.entries},
                                   {"is_loss", difference.is_loss},
                                   {"is_accepted", difference.is_accepted}});
  for (const merge::OutputFile& file : plan.files) {
    Json tables = Json::object();
    for (const merge::OutputTable& table : file.tables) tables[table.path] = table.entries;
    json["files"].push_back(
        {{"path", file.path}, {"inputs", file.inputs}, {"bytes", file.bytes}, {"entries", std::move(tables)}});
  }
  return json;
}

void write_report(const merge::MergePlan& plan, const std::string& path) {
  const bool is_page = std::filesystem::path(path).extension() == ".html";
  write_output(path, is_page ? to_html(plan) : to_text(json_of(plan)));
}

void require_report(const std::string& path) {
  const std::filesystem::path extension = std::filesystem::path(path).extension();
  if (extension != ".html" && extension != ".json")
    throw UsageError(fmt::format("--report '{}': expected a name that ends with .html or .json", path));
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    throw UsageError(fmt::format("--report '{}': there is no folder '{}'", path, folder.string()));
}

std::string printable_lines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines += printable(line) + "\n";
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

void print_differences(const merge::MergePlan& plan) {
  std::size_t lines = 0;
  for (const merge::Difference& difference : plan.differences)
    if (lines++ < most_lines) print_complaint(text_of(difference, plan));
  if (lines > most_lines) print_complaint(fmt::format("and {} more differences: see --json", lines - most_lines));
  if (plan.loses_data()) print_complaint("data would be lost, so nothing was written");
}

merge::ClassRule rule_of(const std::string& text) {
  const std::size_t at = text.rfind('=');
  if (at == std::string::npos || at == 0) throw UsageError(fmt::format("'{}' is not CLASS=RULE", text));
  return {text.substr(0, at), rule_named(std::string_view(text).substr(at + 1))};
}

void set_order(const std::string& text, merge::MergeOptions& options) {
  constexpr std::string_view prefix = "column:";
  if (text == "given") return;
  options.order = text == "natural" ? merge::InputOrder::natural : merge::InputOrder::columns;
  if (text == "natural") return;
  if (text.starts_with(prefix)) options.order_columns = CLI::detail::split(text.substr(prefix.size()), ',');
  const std::vector<std::string>& columns = options.order_columns;
  if (columns.empty() || std::ranges::find(columns, "") != columns.end())
    throw UsageError(fmt::format("--order '{}': expected given, natural or column:NAME,NAME", text));
}

std::vector<std::string> listed_lines(const std::string& list) {
  std::ifstream file;
  if (list != "-") file.open(list);
  std::istream& from = list == "-" ? std::cin : file;
  if (list != "-" && !file) throw UsageError(fmt::format("cannot read the list of files '{}'", list));
  std::vector<std::string> lines;
  for (std::string line; std::getline(from, line);) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string::npos) lines.push_back(line.substr(first, line.find_last_not_of(" \t\r") + 1 - first));
  }
  return lines;
}

std::vector<std::string> listed_inputs(const std::vector<std::string>& inputs) {
  std::vector<std::string> listed;
  const auto add = [&](std::string_view text) {
    for (std::string& file : dataset::files_of(text)) listed.push_back(std::move(file));
  };
  for (const std::string& input : inputs) {
    if (!input.starts_with('@')) {
      add(input);
      continue;
    }
    for (const std::string& line : listed_lines(input.substr(1))) add(line);
  }
  return listed;
}

}  // namespace ramet::cli
