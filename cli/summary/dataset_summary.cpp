#include "cli/summary/dataset_summary.hpp"

#include <algorithm>
#include <utility>

#include "cli/text/number_format.hpp"
#include "cli/text/table.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

#include "ramet/io/detail/url.hpp"

namespace ramet::cli {
namespace {

std::string type_of(const dataset::Column& column) {
  return column.is_readable() || column.is_group ? column.type_name : "unknown";
}

void sort_columns(std::vector<dataset::Column>& columns, BranchOrder order) {
  if (order == BranchOrder::name) std::ranges::stable_sort(columns, {}, &dataset::Column::name);
  if (order == BranchOrder::size)
    std::ranges::stable_sort(columns, std::ranges::greater(), &dataset::Column::compressed_bytes);
}

}  // namespace

DatasetSummary summarize_dataset(const dataset::Session& session, std::vector<dataset::FileAndObject> places,
                                 BranchOrder order, const StopToken& stop) {
  const dataset::ReadOptions options{session.executor(), stop};
  const dataset::Dataset whole(session, places, {.schema = dataset::SchemaFrom::all_files});
  DatasetSummary summary{.files = std::move(places),
                         .entries = whole.entries(options),
                         .clusters = summarize_clusters(whole.cluster_starts(options)),
                         .columns = whole.columns()};
  sort_columns(summary.columns, order);
  return summary;
}

std::string dataset_text(const DatasetSummary& summary, const Terminal& terminal) {
  const dataset::FileAndObject& first = summary.files.front();
  const std::string place = summary.files.size() == 1
                                ? fmt::format("{} in {}", first.object, io::shown_url(first.file))
                                : fmt::format("{} in {} files, {} to {}", first.object, summary.files.size(),
                                              io::shown_url(first.file), io::shown_url(summary.files.back().file));
  std::string text = paint(printable(place), Style::tree, terminal) + "\n";
  text += fmt::format("  entries   {}\n", format_count(summary.entries));
  text += fmt::format("  columns   {}\n", format_count(summary.columns.size()));
  text += fmt::format("  clusters  {}\n\n", format_count(summary.clusters.count));
  Table table({{"column", Align::left, 16},
               {"type", Align::left, 12},
               {"entries", Align::right},
               {"unpacked", Align::right},
               {"stored", Align::right}});
  for (const dataset::Column& column : summary.columns)
    table.add_row({{column.name, Style::plain},
                   {type_of(column), Style::plain},
                   {format_count(column.entries), Style::plain},
                   {format_bytes(column.uncompressed_bytes), Style::plain},
                   {format_bytes(column.compressed_bytes), Style::plain}});
  return text + table.render(terminal);
}

Json dataset_json(const DatasetSummary& summary, std::string_view place) {
  Json files = Json::array();
  for (const dataset::FileAndObject& file : summary.files) files.push_back(file.file);
  Json columns = Json::array();
  for (const dataset::Column& column : summary.columns)
    columns.push_back({{"path", column.name},
                       {"type", type_of(column)},
                       {"readable", column.is_readable()},
                       {"entries", column.entries},
                       {"compressed_bytes", column.compressed_bytes},
                       {"uncompressed_bytes", column.uncompressed_bytes}});
  return {{"place", place},
          {"files", std::move(files)},
          {"entries", summary.entries},
          {"clusters", summary.clusters.count},
          {"columns", std::move(columns)}};
}

}  // namespace ramet::cli
