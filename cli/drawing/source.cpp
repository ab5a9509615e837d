#include "cli/drawing/source.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ramet/dataset/places.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::cli {
namespace {

expr::Scope::Definition alias_in(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
    throw UsageError(fmt::format("--alias '{}' is not NAME=EXPRESSION", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

void add_rows_options(CLI::App& command, RowsOptions& options) {
  command.add_option("-c,--cut", options.cut, "Take rows where this is not 0; its value is their weight")
      ->type_name("EXPRESSION");
  command.add_option("--alias", options.aliases, "A name for an expression, NAME=EXPRESSION; may be repeated")
      ->type_name("ALIAS");
  command.add_option("--first", options.first, "The first entry")->type_name("N")->capture_default_str();
  command.add_option("--entries", options.entries, "The number of entries (default: all)")->type_name("N");
}

OpenRows::OpenRows(const RowsOptions& options, const Context& context) {
  std::vector<dataset::FileAndObject> places = dataset::places_of(options.place);
  if (places.size() == 1) {
    file_ = context.open(places.front().file);
    const file::Key key = file_->reader().key(places.front().object);
    source_.emplace(dataset::open_rows(file_, places.front().object));
    if (tree::is_tree_class(key.class_name))
      for (const tree::Alias& alias : file_->tree(key)->tree().companions.aliases)
        aliases_.push_back({alias.name, alias.formula});
  } else {
    source_.emplace(std::make_shared<const dataset::Dataset>(context.session(), std::move(places)));
  }
  for (const std::string& alias : options.aliases) aliases_.push_back(alias_in(alias));
  const std::uint64_t all = source_->entries({.executor = context.session().executor(), .stop = context.stop()});
  const std::uint64_t first = std::min(options.first, all);
  range_ = {{first}, {options.entries ? first + std::min(*options.entries, all - first) : all}};
}

}  // namespace ramet::cli
