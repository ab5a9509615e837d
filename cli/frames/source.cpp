#include "cli/frames/source.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "ramet/dataset/places.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::cli {

std::pair<std::string, std::string> split_assignment(std::string_view option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
    throw UsageError(fmt::format("{} '{}' is not NAME=EXPRESSION", option, text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

frame::Source open_source(std::vector<dataset::FileAndObject> places, const Context& context) {
  if (places.size() == 1)
    return frame::Source(dataset::open_table(context.open(places.front().file), places.front().object));
  return frame::Source(std::make_shared<const dataset::Dataset>(context.session(), std::move(places)));
}

frame::ColumnChoice tell_unread(const frame::Source& source, frame::ColumnChoice choice) {
  if (!choice.keep.empty()) return choice;
  const std::vector<dataset::Column> columns = source.columns();
  std::set<std::string, std::less<>> readable;
  for (const dataset::Column& column : columns)
    if (column.is_readable()) readable.insert(column.name);
  const auto is_part_of_one = [&](std::string_view name) {  // of a variant, which is written as a whole
    for (std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0; dot = name.rfind('.', dot - 1))
      if (readable.contains(name.substr(0, dot))) return true;
    return false;
  };
  for (const dataset::Column& column : columns)
    if (!column.is_group && !column.is_readable() && !is_part_of_one(column.name))
      choice.unreadable.push_back(column.name);
  const std::vector<std::string> left_out = frame::chosen_unreadable(choice);
  for (const dataset::Column& column : columns)
    if (std::ranges::find(left_out, column.name) != left_out.end())
      print_complaint(fmt::format("column '{}' cannot be read and is left out: {}", column.name, column.reason));
  std::erase_if(choice.unreadable,
                [&](const std::string& name) { return std::ranges::find(left_out, name) != left_out.end(); });
  return choice;
}

void add_entries_options(CLI::App& command, EntriesOptions& options) {
  command.add_option("--first", options.first, "The first entry")->type_name("N")->capture_default_str();
  command.add_option("--entries", options.count, "The number of entries (default: all)")->type_name("N");
}

void add_rows_options(CLI::App& command, RowsOptions& options) {
  command.add_option("-c,--cut", options.cut, "Take rows where this is not 0; its value is their weight")
      ->type_name("EXPRESSION");
  command.add_option("--alias", options.aliases, "A name for an expression, NAME=EXPRESSION; may be repeated")
      ->type_name("ALIAS")
      ->allow_extra_args(false);  // a place may follow
  command.add_option("--seed", options.seed, "The seed of random numbers, as of rndm")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  add_entries_options(command, options.entries);
}

OpenTable::OpenTable(const RowsOptions& options, const Context& context) {
  std::vector<dataset::FileAndObject> places = dataset::table_places(context.session(), options.place);
  if (places.size() == 1) {
    file_ = context.open(places.front().file);
    const file::Key key = file_->reader().key(places.front().object);
    source_.emplace(dataset::open_table(file_, places.front().object));
    if (tree::is_tree_class(key.class_name))
      for (const tree::Alias& alias : file_->tree(key)->tree().companions.aliases)
        aliases_.push_back({alias.name, alias.formula});
  } else {
    source_ = open_source(std::move(places), context);
  }
  for (const std::string& alias : options.aliases) {
    auto [name, text] = split_assignment("--alias", alias);
    aliases_.push_back({std::move(name), std::move(text)});
  }
  const std::uint64_t all = source_->entries({.executor = context.session().executor(), .stop = context.stop()});
  const std::uint64_t first = std::min(options.entries.first, all);
  range_ = {{first}, {options.entries.count ? first + std::min(*options.entries.count, all - first) : all}};
}

}  // namespace ramet::cli
