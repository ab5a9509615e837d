#include "cli/listing/listing_text.hpp"

#include "cli/text/number_format.hpp"
#include "cli/text/table.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

#include "ramet/tree/tree.hpp"

namespace ramet::cli {
namespace {

std::vector<TableColumn> headings(const ListingColumns& columns) {
  std::vector<TableColumn> headings;
  if (columns.is_long) {
    headings = {{"date"}, {"stored", Align::right}, {"unpacked", Align::right}, {"ratio", Align::right}, {"class"}};
  } else {
    headings = {{""}};
  }
  const bool named = columns.is_long;
  headings.push_back({named ? "name;cycle" : "", Align::left, 24});
  headings.push_back({named ? "entries" : "", Align::right});
  headings.push_back({named ? "title" : "", Align::left, 16});
  return headings;
}

std::vector<Cell> row_of(const ListedKey& listed, const ListingColumns& columns) {
  std::vector<Cell> row;
  if (columns.is_long) {
    const std::uint64_t stored = listed.compressed_bytes();
    const std::uint64_t unpacked = listed.uncompressed_bytes();
    row = {{format_date(listed.key.date), Style::dim},
           {format_bytes(stored)},
           {format_bytes(unpacked)},
           {format_ratio(unpacked, stored)}};
  }
  row.push_back({listed.key.class_name});
  row.push_back({listed.name_and_cycle(), style_of_class(listed.key.class_name)});
  const bool counts = listed.tree != nullptr;
  row.push_back({counts ? format_count(listed.tree->tree().entries) + (columns.is_long ? "" : " entries") : ""});
  row.push_back({listed.key.title, Style::dim});
  return row;
}

void add_branches(const ListedKey& listed, const ListingColumns& columns, Table& table) {
  for (const tree::NamedBranch& named : tree::all_branches(listed.tree->tree())) {
    std::vector<Cell> row;
    if (columns.is_long) {
      const std::uint64_t stored = size_from(named.branch->zip_bytes);
      const std::uint64_t unpacked = size_from(named.branch->total_bytes);
      row = {{}, {format_bytes(stored)}, {format_bytes(unpacked)}, {format_ratio(unpacked, stored)}};
    }
    const bool is_known = !named.branch->layout().type_name.empty();
    row.push_back({"  " + (is_known ? named.branch->layout().type_name : named.branch->element_class)});
    row.push_back({"  " + named.path});
    row.emplace_back();
    row.push_back({named.branch->title == named.branch->name ? "" : named.branch->title, Style::dim});
    table.add_row(std::move(row));
  }
}

}  // namespace

std::string listing_table(const std::vector<ListedKey>& listed, const ListingColumns& columns,
                          const Terminal& terminal) {
  Table table(headings(columns));
  for (const ListedKey& key : listed) {
    table.add_row(row_of(key, columns));
    if (columns.shows_branches && key.tree) add_branches(key, columns, table);
  }
  return listed.empty() ? std::string() : table.render(terminal);
}

std::string listing_names(const std::vector<ListedKey>& listed) {
  std::string text;
  for (const ListedKey& key : listed) text += printable(key.name_and_cycle()) + "\n";
  return text;
}

Style style_of_class(std::string_view class_name) noexcept {
  if (class_name.starts_with("TDirectory")) return Style::directory;
  if (tree::is_tree_class(class_name) || class_name.ends_with("RNTuple")) return Style::tree;
  const bool is_histogram = class_name.starts_with("TH1") || class_name.starts_with("TH2") ||
                            class_name.starts_with("TH3") || class_name.starts_with("TProfile");
  return is_histogram ? Style::histogram : Style::plain;
}

}  // namespace ramet::cli
