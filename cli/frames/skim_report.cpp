#include "cli/frames/skim_report.hpp"

#include "cli/text/number_format.hpp"
#include "cli/text/table.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

std::string share_of(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.2f}%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::uint64_t entries_read(const SkimReport& report) {
  std::uint64_t entries = 0;
  for (const EntryRange& range : report.run.covered) entries += range.size();
  return entries;
}

}  // namespace

std::string text_of(const SkimReport& report, const Terminal& terminal) {
  const std::uint64_t entries = entries_read(report);
  std::string text = fmt::format("{}: {} of {} entries, {} column{}, {}\n", printable(report.output),
                                 format_count(report.written.entries), format_count(entries), report.columns,
                                 report.columns == 1 ? "" : "s", format_bytes(report.written.compressed_bytes));
  if (!report.along.empty())
    text += fmt::format("along: {}\n", printable(fmt::format("{}", fmt::join(report.along, ", "))));
  if (report.filters.empty()) return text;
  Table table({{"where", Align::left, 20},
               {"entries", Align::right},
               {"kept", Align::right},
               {"of these", Align::right},
               {"of all", Align::right}});
  for (const frame::FilterCount& filter : report.filters)
    table.add_row({{filter.name},
                   {format_count(filter.all)},
                   {format_count(filter.passed)},
                   {share_of(filter.passed, filter.all)},
                   {share_of(filter.passed, entries)}});
  return text + "\n" + table.render(terminal);
}

Json json_of(const SkimReport& report) {
  Json json = {{"output", report.output},
               {"table", report.table},
               {"columns", report.columns},
               {"entries_read", entries_read(report)},
               {"entries_written", report.written.entries},
               {"compressed_bytes", report.written.compressed_bytes},
               {"uncompressed_bytes", report.written.uncompressed_bytes},
               {"filters", Json::array()},
               {"covered", Json::array()},
               {"lost", Json::array()},
               {"along", report.along},
               {"interrupted", report.run.was_stopped},
               {"seconds", report.run.seconds}};
  for (const frame::FilterCount& filter : report.filters)
    json["filters"].push_back({{"where", filter.name}, {"entries", filter.all}, {"kept", filter.passed}});
  for (const EntryRange& range : report.run.covered) json["covered"].push_back({range.first.number, range.last.number});
  for (const frame::LostEntries& lost : report.run.lost)
    json["lost"].push_back(
        {{"first", lost.entries.first.number}, {"last", lost.entries.last.number}, {"reason", lost.reason}});
  return json;
}

}  // namespace ramet::cli
