#include "ramet/merge/plan_page.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "ramet/array/detail/utf8.hpp"

namespace ramet::inline v1::merge {
namespace {

constexpr std::string_view beginning = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>ramet merge</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; color: #222; background: #fff; }
table { border-collapse: collapse; margin: 0.5em 0 2em; }
th, td { border-bottom: 1px solid #ddd; padding: 0.3em 0.9em 0.3em 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; unicode-bidi: isolate; }
th { border-bottom-color: #888; font-weight: 600; overflow-wrap: normal; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.loss { color: #b00020; font-weight: 600; }
</style>
</head>
<body>
<h1>ramet merge</h1>
)";

std::string escaped(std::string_view text) {
  const bool is_text = array::is_utf8(std::as_bytes(std::span(text)));
  std::string result;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '&')
      result += "&amp;";
    else if (letter == '<')
      result += "&lt;";
    else if (letter == '>')
      result += "&gt;";
    else if (letter == '"')
      result += "&quot;";
    else if (byte < 0x20 || byte == 0x7F || (byte >= 0x80 && !is_text))
      result += '?';
    else
      result += letter;
  }
  return result;
}

/// 1234567 as "1 234 567", with narrow spaces that do not break.
std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t place = digits.size(); place > 3;) digits.insert(place -= 3, "&#8239;");
  return digits;
}

std::string text_cell(std::string_view text) { return fmt::format("<td>{}</td>", escaped(text)); }
std::string number_cell(std::uint64_t number) { return fmt::format("<td class=\"number\">{}</td>", grouped(number)); }

std::string table_of(std::string_view title, std::initializer_list<std::string_view> heads, std::string_view rows) {
  if (rows.empty()) return {};
  std::string text = fmt::format("<h2>{}</h2>\n<table>\n<tr>", title);
  for (const std::string_view head : heads) text += fmt::format("<th>{}</th>", head);
  return text + fmt::format("</tr>\n{}</table>\n", rows);
}

std::string summary_of(const MergePlan& plan) {
  std::string text = fmt::format("<p>{} inputs, {} bytes.", grouped(plan.inputs.size()), grouped(plan.input_bytes));
  if (!plan.skipped.empty()) text += fmt::format(" {} of them are left out.", grouped(plan.skipped.size()));
  if (plan.loses_data()) return text + " <span class=\"loss\">Data would be lost, so nothing was written.</span></p>\n";
  const bool is_written = !plan.files.empty() && !plan.files.front().path.empty();
  if (is_written) return text + " The merge is done.</p>\n";
  text += " Nothing was written: this is the plan.";
  if (plan.estimated_memory > 0)
    text += fmt::format(" The merge takes about {} s, and {} MB of memory at most.", plan.estimated_seconds,
                        grouped((plan.estimated_memory + 999'999) / 1'000'000));
  return text + "</p>\n";
}

std::string rows_of_tables(const MergePlan& plan) {
  std::string rows;
  for (const PlannedObject& object : plan.objects)
    if (is_table(object))
      rows += fmt::format("<tr>{}{}{}{}{}{}{}{}</tr>\n", text_cell(object.path), text_cell(object.class_name),
                          text_cell(to_string(object.way)), number_cell(object.inputs), number_cell(object.entries),
                          number_cell(object.lost_entries), number_cell(object.clusters), number_cell(object.bytes));
  return rows;
}

/// So many runs of a table have a row.
constexpr std::size_t most_rows = 1000;

std::string rows_of_runs(const MergePlan& plan) {
  std::string rows;
  for (const PlannedObject& object : plan.objects) {
    for (const PlannedRun& run : std::span(object.runs).first(std::min(object.runs.size(), most_rows)))
      rows += fmt::format(
          "<tr>{}{}{}{}{}{}{}{}</tr>\n", text_cell(object.path), text_cell(to_string(run.way)), text_cell(run.reason),
          text_cell(run.input < plan.inputs.size() ? plan.inputs[run.input] : ""), number_cell(run.inputs),
          number_cell(run.entries), number_cell(run.clusters), number_cell(run.bytes));
    if (object.runs.size() > most_rows)
      rows += fmt::format("<tr>{}<td colspan=\"7\">and {} more</td></tr>\n", text_cell(object.path),
                          grouped(object.runs.size() - most_rows));
  }
  return rows;
}

std::string rows_of_others(const MergePlan& plan) {
  std::map<std::pair<std::string_view, std::string_view>, std::pair<std::uint64_t, std::uint64_t>> others;
  for (const PlannedObject& object : plan.objects) {
    if (is_table(object)) continue;
    auto& [count, bytes] = others[{object.class_name, to_string(object.way)}];
    ++count;
    bytes += object.bytes;
  }
  std::string rows;
  for (const auto& [kind, sums] : others)
    rows += fmt::format("<tr>{}{}{}{}</tr>\n", text_cell(kind.first), text_cell(kind.second), number_cell(sums.first),
                        number_cell(sums.second));
  return rows;
}

std::string rows_of_differences(const MergePlan& plan) {
  std::string rows;
  for (const Difference& difference : plan.differences) {
    const std::string_view verdict = !difference.is_loss      ? "<td>remark</td>"
                                     : difference.is_accepted ? "<td>accepted</td>"
                                                              : "<td class=\"loss\">loss</td>";
    rows += fmt::format("<tr>{}{}{}{}{}{}{}{}</tr>\n", verdict, text_cell(to_string(difference.kind)),
                        text_cell(difference.path), text_cell(difference.part), text_cell(difference.message),
                        text_cell(difference.input < plan.inputs.size() ? plan.inputs[difference.input] : ""),
                        number_cell(difference.inputs), number_cell(difference.entries));
  }
  return rows;
}

std::string rows_of_files(const MergePlan& plan) {
  std::string rows;
  for (std::size_t number = 0; number < plan.files.size(); ++number) {
    const OutputFile& file = plan.files[number];
    std::string tables;
    for (const OutputTable& table : file.tables)
      tables += fmt::format("{}{} of {}", tables.empty() ? "" : "<br>", grouped(table.entries), escaped(table.path));
    rows += fmt::format("<tr>{}{}{}<td>{}</td></tr>\n",
                        text_cell(file.path.empty() ? fmt::format("file {}", number + 1) : file.path),
                        number_cell(file.inputs), number_cell(file.bytes), tables);
  }
  return rows;
}

}  // namespace

std::string to_html(const MergePlan& plan) {
  std::string text(beginning);
  text += summary_of(plan);
  text += table_of("Differences", {"", "kind", "object", "part", "what", "first file", "files", "entries"},
                   rows_of_differences(plan));
  text += table_of("Trees and ntuples", {"path", "class", "way", "inputs", "entries", "left out", "clusters", "bytes"},
                   rows_of_tables(plan));
  text += table_of("Runs of clusters", {"table", "way", "why", "first file", "files", "entries", "clusters", "bytes"},
                   rows_of_runs(plan));
  text += table_of("Other objects", {"class", "way", "objects", "bytes"}, rows_of_others(plan));
  if (!plan.loses_data()) text += table_of("Output", {"file", "inputs", "bytes", "entries"}, rows_of_files(plan));
  return text + "</body>\n</html>\n";
}

}  // namespace ramet::inline v1::merge
