#include "cli/keys/keys.hpp"

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/places.hpp"

namespace ramet::cli {

void add_places(CLI::App& command, KeyChoice& choice, const std::string& text) {
  command.add_option("places", choice.places, text)->type_name("FILE:PATH")->required();
  command.add_flag("--json", choice.is_json, "Print what was done as JSON");
  command.add_flag("--overwrite-leftovers", choice.options.overwrite_leftovers,
                   "Also change a file whose last writer died, over what it did not commit");
}

void add_recursive(CLI::App& command, KeyChoice& choice) {
  command.add_flag("-r,-R,--recursive", choice.options.recursive, "Also directories, with all that is in them");
}

void add_target_options(CLI::App& command, KeyChoice& choice) {
  command.add_flag("--replace", choice.is_replaced, "Replace objects of the same names; by default they get a cycle");
  command.add_flag("--recreate", choice.options.recreate, "Make the target file anew, whatever is in it");
  command
      .add_option("-c,--compression", choice.compression,
                  "zstd, zlib, lz4, lzma or none, with a level as zstd:5, or ROOT's number, for a new file; by default "
                  "that of the first source")
      ->type_name("COMPRESSION");
  command.add_flag("--reproducible", choice.options.reproducible, "Fixed dates: the same sources give the same bytes");
}

merge::KeyOptions options_of(const KeyChoice& choice, const Context& context) {
  merge::KeyOptions options = choice.options;
  if (choice.is_replaced) options.on_taken = merge::OnTaken::replace;
  try {
    if (!choice.compression.empty()) options.compression = compression::Settings::parse(choice.compression);
  } catch (const Error& error) {
    throw UsageError(fmt::format("--compression: {}", error.what()));
  }
  options.stop = context.stop();
  return options;
}

void print(const std::vector<merge::EditedKey>& done, const KeyChoice& choice, Context& context) {
  if (!choice.is_json) return;
  Json keys = Json::array();
  for (const merge::EditedKey& key : done) {
    Json json = Json::object();
    if (!key.from.empty()) json["from"] = dataset::shown_place(key.from);
    if (!key.to.empty()) json["to"] = key.to;
    json["class"] = key.class_name;
    keys.push_back(std::move(json));
  }
  context.print(to_text(keys));
}

void run_transfer(const KeyChoice& choice, Context& context, Transfer* transfer) {
  if (choice.places.size() < 2) throw UsageError("a source and a target are needed");
  std::vector<std::string> sources = choice.places;
  const std::string target = std::move(sources.back());
  sources.pop_back();
  print(transfer(context.session(), sources, target, options_of(choice, context)), choice, context);
}

}  // namespace ramet::cli
