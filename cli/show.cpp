// ramet show: what a tree is made of, branch by branch; or what a file is.
#include <map>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/summary/file_summary.hpp"
#include "cli/summary/tree_summary.hpp"
#include "cli/text/json.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::cli {
namespace {

struct ShowOptions {
  std::string place;  // FILE[:OBJECT]
  BranchOrder order = BranchOrder::stored;
  bool is_json = false;
};

bool is_ntuple(const file::Key& key) noexcept {
  return key.class_name == "ROOT::RNTuple" || key.class_name == "ROOT::Experimental::RNTuple";
}

void show_file(const dataset::File& file, const ShowOptions& options, Context& context) {
  context.print(options.is_json ? to_text(file_json(file)) : file_text(file, context.out()));
}

void show_key(const dataset::File& file, const file::Key& key, const ShowOptions& options, Context& context) {
  const std::string place = fmt::format("{};{} in {}", key.name, key.cycle, file.name());
  if (is_ntuple(key)) fail(ErrorKind::unsupported, "{}: RNTuples are not supported yet", place);
  if (!tree::is_tree_class(key.class_name)) {
    context.print(options.is_json ? to_text(key_json(key, options.place)) : key_text(key, place, context.out()));
    return;
  }
  const TreeSummary summary = summarize(file.tree(key)->tree(), options.order);
  context.print(options.is_json ? to_text(summary_json(summary, options.place))
                                : summary_text(summary, place, context.out()));
}

void show(const ShowOptions& options, Context& context) {
  const auto [path, object] = dataset::split_path(options.place);
  const auto file = context.session().open(path);
  if (object.empty()) {
    show_file(*file, options, context);
  } else {
    show_key(*file, file->reader().key(object), options, context);
  }
}

}  // namespace

void add_show(CLI::App& program, Action& action) {
  const auto options = std::make_shared<ShowOptions>();
  CLI::App* command =
      program.add_subcommand("show", "Show what a tree is made of, branch by branch, or what a file is");
  command->add_option("place", options->place, "A file, or a tree or another object in it")
      ->type_name("FILE[:OBJECT]")
      ->required();
  const std::map<std::string, BranchOrder> orders = {
      {"stored", BranchOrder::stored}, {"name", BranchOrder::name}, {"size", BranchOrder::size}};
  command->add_option("--sort", options->order, "Order of the branches: as stored, by name, by size on disk")
      ->type_name("stored|name|size")
      ->transform(CLI::CheckedTransformer(orders).description(""))
      ->default_str("stored");
  command->add_flag("--json", options->is_json, "As JSON");
  command->footer(
      "Examples:\n"
      "  ramet show run7.root                      header, directories, streamer infos\n"
      "  ramet show run7.root:Events --sort size   the branches that take most of the disk\n"
      "  ramet show run7.root:Events --json | jq '.branches[] | select(.baskets > 100) | .path'\n"
      "\n"
      "Sizes are in binary units: 1 KiB is 1024 bytes. A branch's sizes count the heads of its baskets.");
  command->callback([options, &action] { action = [options](Context& context) { show(*options, context); }; });
}

}  // namespace ramet::cli
