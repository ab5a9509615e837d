// ramet scan: rows of expressions of a tree, an ntuple or many files.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/frames/row_writer.hpp"
#include "cli/frames/source.hpp"

#include "ramet/frame/drawing/rows.hpp"

namespace ramet::cli {
namespace {

struct ScanOptions {
  RowsOptions rows;
  std::optional<std::uint64_t> most;
  RowFormat format = RowFormat::table;
};

/// A table is for people: so many rows, if nothing else is said.
constexpr std::uint64_t rows_of_table = 25;

void scan(const ScanOptions& options, Context& context) {
  const OpenTable rows(options.rows, context);
  const frame::RowsQuery query = by_texts([&] {
    return frame::RowsQuery::compile(rows.source(), std::span(&options.rows.expressions, 1), options.rows.cut,
                                     rows.range(), rows.aliases(), options.rows.seed);
  });
  std::vector<std::string> headings;
  for (const expr::DrawDimension& dimension : query.program.dimensions()) headings.push_back(dimension.text);
  const auto writer = make_row_writer(options.format, std::move(headings));
  const bool is_table = options.format == RowFormat::table;
  std::uint64_t left = options.most.value_or(is_table ? rows_of_table : std::numeric_limits<std::uint64_t>::max());
  with_progress("scanning", query.range.size(), context, [&](const frame::ReadOptions& read) {
    frame::for_rows_in_parts(query, frame::RowEntries::kept, read, [&](const frame::DrawnRows& part) {
      const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(part.count, left));
      if (count > 0) context.print(writer->text(part, count));
      left -= count;
      return left > 0;
    });
    return 0;
  });
  if (is_table && !options.most && left == 0)
    context.print("... (-n N prints more; --format csv or json prints all)\n");
}

}  // namespace

void add_scan(CLI::App& program, Action& action) {
  const auto options = std::make_shared<ScanOptions>();
  CLI::App* command = program.add_subcommand("scan", "Print rows of expressions of a tree or ntuple");
  command->add_option("place", options->rows.place, "A file, or a pattern of files, and a tree or ntuple in it")
      ->type_name("FILE[:TREE]")
      ->required();
  command->add_option("expressions", options->rows.expressions, "What is printed, as TTree::Scan takes it: a:b:c")
      ->type_name("EXPRESSIONS")
      ->required();
  add_rows_options(*command, options->rows);
  command->add_option("-n,--rows", options->most, "The most rows (default: 25 for a table, else all)")->type_name("N");
  const std::map<std::string, RowFormat> formats = {
      {"table", RowFormat::table}, {"csv", RowFormat::csv}, {"json", RowFormat::json}};
  command->add_option("--format", options->format, "table, csv or json: an object on each line (default: table)")
      ->type_name("FORMAT")
      ->transform(one_of(formats));
  command->footer(
      "Examples:\n"
      "  ramet scan run7.root:Events 'run:event:Muon_pt' -c 'nMuon > 1' -n 10\n"
      "  ramet scan 'run*.root:Events' 'MET_pt:nJet' --format csv > met.csv\n"
      "\n"
      "A row is an element, where expressions have lists. The memory that is needed does not grow with the\n"
      "number of rows. Python writes Parquet and Arrow: tree.scan('MET_pt:nJet', to='met.parquet').");
  command->callback([options, &action] { action = [options](Context& context) { scan(*options, context); }; });
}

}  // namespace ramet::cli
