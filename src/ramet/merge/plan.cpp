#include "ramet/merge/plan.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace ramet::inline v1::merge {
namespace {

std::string_view plural(std::uint64_t count) noexcept { return count == 1 ? "" : "s"; }

/// So many runs of a table have a line.
constexpr std::size_t most_runs = 20;

std::string lines_of(std::span<const PlannedRun> runs, const std::vector<std::string>& inputs) {
  std::string lines;
  for (const PlannedRun& run : runs.first(std::min(runs.size(), most_runs))) {
    lines += fmt::format("  {}: {} input{}", to_string(run.way), run.inputs, plural(run.inputs));
    if (run.input < inputs.size()) lines += fmt::format(" from '{}'", inputs[run.input]);
    lines +=
        fmt::format(", {} entries in {} clusters, {} bytes: {}\n", run.entries, run.clusters, run.bytes, run.reason);
  }
  if (runs.size() > most_runs) lines += fmt::format("  and {} more runs\n", runs.size() - most_runs);
  return lines;
}

std::string line_of(const PlannedObject& object) {
  std::string line = fmt::format("{} '{}': {} of {} input{}, {} entries in {} clusters, {} bytes", object.class_name,
                                 object.path, to_string(object.way), object.inputs, plural(object.inputs),
                                 object.entries, object.clusters, object.bytes);
  if (object.lost_entries > 0) line += fmt::format("; {} entries are left out", object.lost_entries);
  if (object.kept_branches > 0)
    line += fmt::format("; {} branch{} of objects keep{} baskets as they are", object.kept_branches,
                        object.kept_branches == 1 ? "" : "es", object.kept_branches == 1 ? "s its" : " their");
  return line + "\n";
}

std::string line_of(const Difference& difference, const std::vector<std::string>& inputs) {
  std::string line =
      fmt::format("{}: {}", difference.is_loss ? (difference.is_accepted ? "accepted" : "loss") : "remark",
                  to_string(difference.kind));
  if (!difference.path.empty()) line += fmt::format(" '{}'", difference.path);
  if (!difference.part.empty()) line += fmt::format(" ({})", difference.part);
  line += fmt::format(": {}", difference.message);
  if (difference.input < inputs.size()) line += fmt::format(" in '{}'", inputs[difference.input]);
  if (difference.inputs > 1) line += fmt::format(" and {} more", difference.inputs - 1);
  if (difference.entries > 0) line += fmt::format(" ({} entries)", difference.entries);
  return line + "\n";
}

std::string line_of(const OutputFile& file, std::size_t number) {
  std::string line = file.path.empty() ? fmt::format("file {}", number + 1) : fmt::format("file '{}'", file.path);
  line += fmt::format(": {} bytes of {} input{}", file.bytes, file.inputs, plural(file.inputs));
  for (const OutputTable& table : file.tables) line += fmt::format(", {} entries of '{}'", table.entries, table.path);
  return line + "\n";
}

}  // namespace

std::string_view to_string(Way way) noexcept {
  switch (way) {
    case Way::move:
      return "move";
    case Way::pack:
      return "pack";
    case Way::gather:
      return "gather";
    case Way::rewrite:
      return "rewrite";
    case Way::sum:
      return "sum";
    case Way::append:
      return "append";
    case Way::join:
      return "join";
    case Way::one:
      return "one";
    case Way::cycles:
      return "cycles";
    case Way::leave:
      return "leave";
    case Way::refuse:
      break;
  }
  return "refuse";
}

std::string_view to_string(DifferenceKind kind) noexcept {
  switch (kind) {
    case DifferenceKind::missing_column:
      return "missing column";
    case DifferenceKind::extra_column:
      return "extra column";
    case DifferenceKind::column_type:
      return "type";
    case DifferenceKind::object_class:
      return "class";
    case DifferenceKind::axes:
      return "axes";
    case DifferenceKind::overflow:
      return "overflow";
    case DifferenceKind::contents:
      return "contents";
    case DifferenceKind::metadata:
      return "metadata";
    case DifferenceKind::layout:
      return "layout";
    case DifferenceKind::references:
      return "references";
    case DifferenceKind::storage:
      return "storage";
    case DifferenceKind::size:
      return "size";
    case DifferenceKind::bad_input:
      break;
  }
  return "bad input";
}

bool is_table(const PlannedObject& object) noexcept {
  return object.way == Way::move || object.way == Way::pack || object.way == Way::gather ||
         object.way == Way::rewrite || object.entries > 0;
}

bool MergePlan::loses_data() const noexcept {
  return std::ranges::any_of(
      differences, [](const Difference& difference) { return difference.is_loss && !difference.is_accepted; });
}

std::string to_text(const MergePlan& plan) {
  std::string text =
      fmt::format("{} input{}, {} bytes\n", plan.inputs.size(), plural(plan.inputs.size()), plan.input_bytes);
  if (plan.estimated_memory > 0)
    text += fmt::format("about {} s, {} MB of memory at most\n", plan.estimated_seconds,
                        (plan.estimated_memory + 999'999) / 1'000'000);
  std::uint64_t moved = 0;
  std::uint64_t unpacked = 0;
  for (const PlannedObject& object : plan.objects) {
    if (!is_table(object)) continue;
    std::uint64_t in_runs = 0;
    for (const PlannedRun& run : object.runs) {
      (run.way == Way::move ? moved : unpacked) += run.bytes;
      in_runs += run.bytes;
    }
    (object.way == Way::move ? moved : unpacked) += object.bytes - std::min(object.bytes, in_runs);
  }
  if (moved > 0 || unpacked > 0)
    text += fmt::format("{} bytes of tables are moved, {} are unpacked and packed again\n", moved, unpacked);
  std::map<std::pair<std::string_view, std::string_view>, std::uint64_t> others;  // (way, class) -> objects
  for (const PlannedObject& object : plan.objects) {
    if (is_table(object))
      text += line_of(object) + lines_of(object.runs, plan.inputs);
    else
      ++others[{to_string(object.way), object.class_name}];
  }
  for (const auto& [kind, count] : others)
    text += fmt::format("{}: {} object{} of class {}\n", kind.first, count, plural(count), kind.second);
  if (plan.files.size() > 1)
    for (std::size_t number = 0; number < plan.files.size(); ++number) text += line_of(plan.files[number], number);
  for (const Difference& difference : plan.differences) text += line_of(difference, plan.inputs);
  return text;
}

}  // namespace ramet::inline v1::merge
