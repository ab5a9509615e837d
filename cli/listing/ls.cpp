// ramet ls: the keys of files.
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/listing/listing.hpp"
#include "cli/listing/listing_text.hpp"
#include "cli/text/json.hpp"
#include "cli/text/number_format.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/places.hpp"

namespace ramet::cli {
namespace {

struct LsOptions {
  std::vector<std::string> places;  // FILE[:dir]
  ListingOptions listing;
  ListingColumns columns;
  bool names_only = false;
  bool is_json = false;
};

Json branches_json(const tree::Tree& tree) {
  Json branches = Json::array();
  for (const tree::NamedBranch& named : tree::all_branches(tree))
    branches.push_back({{"path", named.path},
                        {"type", named.branch->layout().type_name},
                        {"class", named.branch->class_name},
                        {"title", named.branch->title},
                        {"compressed_bytes", size_from(named.branch->zip_bytes)},
                        {"uncompressed_bytes", size_from(named.branch->total_bytes)}});
  return branches;
}

Json listed_json(const ListedKey& listed, const ListingColumns& columns) {
  Json json = {{"path", listed.path},
               {"cycle", listed.key.cycle},
               {"class", listed.key.class_name},
               {"title", listed.key.title},
               {"date", format_date(listed.key.date)},
               {"seek", listed.key.seek},
               {"compressed_bytes", listed.compressed_bytes()},
               {"uncompressed_bytes", listed.uncompressed_bytes()}};
  if (listed.tree) {
    json["entries"] = listed.tree->tree().entries;
    if (columns.shows_branches) json["branches"] = branches_json(listed.tree->tree());
  }
  return json;
}

std::vector<ListedKey> list_place(const std::string& place, const LsOptions& options, Context& context) {
  const auto [path, object] = dataset::split_path(place);
  const auto file = context.open(path);
  return list_keys(*file, object, options.listing, context.stop(),
                   [&](std::string_view message) { context.complain(message); });
}

void print_listing(const std::vector<ListedKey>& listed, const LsOptions& options, Context& context) {
  context.print(options.names_only ? listing_names(listed) : listing_table(listed, options.columns, context.out()));
}

void ls(const LsOptions& options, Context& context) {
  Json json = Json::array();
  bool is_first = true;
  for (const std::string& place : options.places) {
    try {
      const std::vector<ListedKey> listed = list_place(place, options, context);
      if (options.is_json) {
        Json keys = Json::array();
        for (const ListedKey& key : listed) keys.push_back(listed_json(key, options.columns));
        json.push_back({{"place", dataset::shown_place(place)}, {"keys", std::move(keys)}});
        continue;
      }
      if (options.places.size() > 1)
        context.print(fmt::format("{}{}:\n", is_first ? "" : "\n", printable(dataset::shown_place(place))));
      is_first = false;
      print_listing(listed, options, context);
    } catch (const Error& error) {  // go on with the other files
      if (error.kind() == ErrorKind::cancelled) throw;
      context.complain(error.what());
    }
  }
  if (options.is_json) context.print(to_text(json));
}

}  // namespace

void add_ls(CLI::App& program, Action& action) {
  const auto options = std::make_shared<LsOptions>();
  CLI::App* command =
      program.add_subcommand("ls", "List the keys of files: class, name;cycle, entries of trees, title");
  command->add_option("place", options->places, "A file, or a directory, object or pattern in it")
      ->type_name("FILE[:PATH]...")
      ->required();
  command->add_flag("-l,--long", options->columns.is_long, "Also list dates, sizes and compression ratios");
  command->add_flag("-t,--trees", options->columns.shows_branches, "Also list the branches of trees");
  command->add_flag("-R,-r,--recursive", options->listing.is_recursive, "Also list the directories below");
  command->add_flag("-1", options->names_only, "List only name;cycle, one on a line");
  command->add_flag("--json", options->is_json, "As JSON");
  command->footer(
      "Examples:\n"
      "  ramet ls run7.root                     what is in a file\n"
      "  ramet ls -lR run7.root:muons           a directory and those in it, with dates and sizes\n"
      "  ramet ls -t 'run7.root:muons/Ev*'      the trees of these names and their branches\n"
      "  ramet ls --json run7.root | jq '.[0].keys[].path'");
  command->callback([options, &action] {
    // Listing only names does not require reading the trees.
    options->listing.reads_trees = !options->names_only || options->is_json;
    action = [options](Context& context) { ls(*options, context); };
  });
}

}  // namespace ramet::cli
