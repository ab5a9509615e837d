#include "cli/tuning/tune_report.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cli/text/html.hpp"
#include "cli/text/number_format.hpp"
#include "cli/text/table.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

using tune::Costs;
using tune::Tuning;
using tune::Way;

constexpr std::size_t most_rows_of_front = 20;  // on a terminal; JSON and the page have all

std::string seconds_text(double seconds) { return fmt::format("{:.3g} s", seconds); }
std::string size_text(double bytes) { return format_bytes(static_cast<std::uint64_t>(std::max(0.0, bytes))); }
std::string spread_text(double spread) { return fmt::format("±{:.0f} %", 50 * spread); }

/// How far what was predicted is from what was measured.
std::string error_text(double predicted, double measured) {
  return measured > 0 ? fmt::format("{:+.1f} %", 100 * (predicted / measured - 1)) : "-";
}

std::string named_table(const Tuning& tuning, const Terminal& terminal) {
  Table table({{"way"},
               {"compression"},
               {"cluster", Align::right},
               {"size", Align::right},
               {"write, CPU", Align::right},
               {"read, CPU", Align::right},
               {"spread", Align::right},
               {"predicted", Align::right}});
  for (const Way& way : tuning.named) {
    const Costs& costs = *way.measured;
    const bool is_chosen = way.name == to_string(tuning.goal);
    table.add_row({{way.name + (is_chosen ? " *" : ""), is_chosen ? Style::bold : Style::plain},
                   {way.compressions},
                   {format_bytes(way.profile.cluster_bytes)},
                   {size_text(costs.bytes)},
                   {seconds_text(costs.write_seconds)},
                   {seconds_text(costs.read_seconds)},
                   {spread_text(std::max(way.spread.write_seconds, way.spread.read_seconds))},
                   {fmt::format("{}, {}, {}", error_text(way.predicted.bytes, costs.bytes),
                                error_text(way.predicted.write_seconds, costs.write_seconds),
                                error_text(way.predicted.read_seconds, costs.read_seconds))}});
  }
  return table.render(terminal);
}

/// At most so many ways, evenly from the smallest to the largest.
std::vector<const Way*> some_of(const std::vector<Way>& ways, std::size_t most) {
  std::vector<const Way*> some;
  const std::size_t count = std::min(most, ways.size());
  for (std::size_t number = 0; number < count; ++number)
    some.push_back(&ways[count == 1 ? 0 : number * (ways.size() - 1) / (count - 1)]);
  return some;
}

std::string front_table(const Tuning& tuning, const Terminal& terminal) {
  Table table({{"compression"},
               {"cluster", Align::right},
               {"size", Align::right},
               {"write, CPU", Align::right},
               {"read, CPU", Align::right}});
  for (const Way* way : some_of(tuning.front, most_rows_of_front))
    table.add_row({{way->compressions},
                   {format_bytes(way->profile.cluster_bytes)},
                   {size_text(way->predicted.bytes)},
                   {seconds_text(way->predicted.write_seconds)},
                   {seconds_text(way->predicted.read_seconds)}});
  return table.render(terminal);
}

Json json_of_costs(const Costs& costs) {
  return {{"bytes", std::llround(costs.bytes)},
          {"write_seconds", costs.write_seconds},
          {"read_seconds", costs.read_seconds}};
}

Json json_of_way(const Way& way) {
  Json json = {{"name", way.name}, {"compression", way.compressions}, {"cluster_bytes", way.profile.cluster_bytes}};
  json["predicted"] = json_of_costs(way.predicted);
  if (way.measured) {
    json["measured"] = json_of_costs(*way.measured);
    json["spread"] = {{"bytes", way.spread.bytes},
                      {"write_seconds", way.spread.write_seconds},
                      {"read_seconds", way.spread.read_seconds}};
  }
  return json;
}

constexpr std::string_view style =
    R"(:root { color-scheme: light dark; --ground: #fff; --text: #222; --line: #ccc; --quiet: #666; }
@media (prefers-color-scheme: dark) { :root { --ground: #16181c; --text: #e4e4e4; --line: #444; --quiet: #a0a0a0; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; color: var(--text); background: var(--ground); }
.plots { display: flex; flex-wrap: wrap; gap: 1.5em; }
svg text { fill: var(--text); font: 12px system-ui, sans-serif; }
svg line, svg rect { stroke: var(--line); fill: none; }
.way { fill: #5f93b5; opacity: 0.6; } .small { fill: #8b0000; } .balanced { fill: #2ea043; } .fast { fill: #e08a00; } .default { fill: #6f4fbf; }
table { border-collapse: collapse; } th, td { border-bottom: 1px solid var(--line); padding: 0.2em 1em 0.2em 0; text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
)";

/// A logarithmic axis of a plot, from 0 to 1. Threads: a value.
struct LogScale {
  double low;
  double high;
  double operator()(double value) const {
    return (std::log(std::max(value, low)) - std::log(low)) / std::max(1e-9, std::log(high) - std::log(low));
  }
};

/// The ways as points: sizes, and what a member of the costs is.
std::string plot_of(const Tuning& tuning, std::string_view title, double Costs::* member) {
  constexpr double width = 520;
  constexpr double height = 380;
  constexpr double margin = 60;
  double low[2] = {1e300, 1e300};
  double high[2] = {1e-6, 1e-6};
  const auto widen = [&](const Costs& costs) {
    for (const auto& [axis, value] : {std::pair(0, costs.bytes), std::pair(1, costs.*member)}) {
      low[axis] = std::min(low[axis], std::max(1e-6, value / 1.05));
      high[axis] = std::max(high[axis], value * 1.05);
    }
  };
  for (const Way& way : tuning.front) widen(way.predicted);
  for (const Way& way : tuning.named) widen(*way.measured);
  const LogScale across{low[0], high[0]};
  const LogScale up{low[1], high[1]};
  const auto x = [&](double value) { return margin + across(value) * (width - margin - 20); };
  const auto y = [&](double value) { return height - 40 - up(value) * (height - 70); };
  std::string svg = fmt::format(
      "<svg width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"{2}\">\n"
      "<text x=\"{3}\" y=\"16\">{2}</text>\n<rect x=\"{3}\" y=\"30\" width=\"{4}\" height=\"{5}\"/>\n",
      width, height, title, margin, width - margin - 20, height - 70);
  for (const double value : {low[0], std::sqrt(low[0] * high[0]), high[0]})
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x(value), height - 22,
                       size_text(value));
  for (const double value : {low[1], std::sqrt(low[1] * high[1]), high[1]})
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", margin - 5, y(value) + 4,
                       seconds_text(value));
  const auto point = [&](const Way& way, const Costs& costs, double radius) {
    svg += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>{}: {}, {}</title></circle>\n",
                       way.name.empty() ? "way" : way.name, x(costs.bytes), y(costs.*member), radius,
                       html_text(way.name.empty() ? "computed" : way.name), html_text(way.compressions),
                       format_bytes(way.profile.cluster_bytes));
  };
  for (const Way& way : tuning.front) point(way, way.predicted, 3);
  for (const Way& way : tuning.named) {
    point(way, *way.measured, 6);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x(way.measured->bytes) + 9,
                       y((*way.measured).*member) + 4, way.name);
  }
  return svg + "</svg>\n";
}

std::string row_of(const Way& way, const Costs& costs) {
  return fmt::format(
      "<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
      "<td class=\"number\">{}</td></tr>\n",
      way.name, html_text(way.compressions), format_bytes(way.profile.cluster_bytes), size_text(costs.bytes),
      seconds_text(costs.write_seconds), seconds_text(costs.read_seconds));
}

std::string summary(const Tuning& tuning) {
  return fmt::format(
      "{}: {} of {} entries, {} uncompressed, {} of {} columns read; {} compressions measured, {} ways computed, {} "
      "that none dominates",
      printable(tuning.table), format_count(tuning.sample_entries), format_count(tuning.entries),
      format_bytes(tuning.sample_bytes), tuning.read_columns, tuning.columns, tuning.settings,
      format_count(tuning.ways), tuning.front.size());
}

}  // namespace

std::string text_of(const Tuning& tuning, const Terminal& terminal) {
  return summary(tuning) + "\n\nThe best, computed for the whole table:\n" + front_table(tuning, terminal) +
         "\nRun on the sample, scaled to the whole table:\n" + named_table(tuning, terminal);
}

Json json_of(const Tuning& tuning) {
  Json json = {{"table", tuning.table},
               {"format", tuning.format == write::Format::ttree ? "tree" : "ntuple"},
               {"entries", tuning.entries},
               {"sample_entries", tuning.sample_entries},
               {"sample_bytes", tuning.sample_bytes},
               {"columns", tuning.columns},
               {"read_columns", tuning.read_columns},
               {"ways", tuning.ways},
               {"goal", to_string(tuning.goal)},
               {"named", Json::array()},
               {"front", Json::array()}};
  for (const Way& way : tuning.named) json["named"].push_back(json_of_way(way));
  for (const Way& way : tuning.front) json["front"].push_back(json_of_way(way));
  return json;
}

std::string page_of(const Tuning& tuning) {
  std::string body = fmt::format("<h1>How to write {}</h1>\n<p>{}.</p>\n<div class=\"plots\">\n",
                                 html_text(tuning.table), html_text(summary(tuning)));
  body += plot_of(tuning, "size, and CPU of writing", &Costs::write_seconds);
  body += plot_of(tuning, "size, and CPU of reading", &Costs::read_seconds);
  body +=
      "</div>\n<p>Large points were run on the sample, small ones are computed; both are scaled to the table.</p>\n";
  const std::string head =
      "<tr><th></th><th>compression</th><th>cluster</th><th>size</th><th>write, CPU</th><th>read, CPU</th></tr>\n";
  body += "<h2>Run</h2>\n<table>\n" + head;
  for (const Way& way : tuning.named) body += row_of(way, *way.measured);
  body += "</table>\n<h2>Computed</h2>\n<table>\n" + head;
  for (const Way& way : tuning.front) body += row_of(way, way.predicted);
  return html_page("How to write " + tuning.table, style, body + "</table>\n");
}

std::string profile_text(const Tuning& tuning) {
  const Way& way = tuning.chosen();
  Json json = Json::parse(way.profile.to_json());
  json["goal"] = to_string(tuning.goal);
  json["table"] = tuning.table;
  json["measured"] = json_of_way(way);
  return to_text(json);
}

}  // namespace ramet::cli
