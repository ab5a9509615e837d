// ramet show: describes a tree branch by branch, or a file, or an object.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/summary/dataset_summary.hpp"
#include "cli/summary/figure_summary.hpp"
#include "cli/summary/file_summary.hpp"
#include "cli/summary/object_summary.hpp"
#include "cli/summary/tree_summary.hpp"
#include "cli/text/json.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/places.hpp"
#include "ramet/file/detail/out_of_memory.hpp"
#include "ramet/hist/figure_reader.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"
#include "ramet/object/object_graph.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::cli {
namespace {

struct ShowOptions {
  std::string place;  // FILE[:OBJECT]
  BranchOrder order = BranchOrder::stored;
  bool is_json = false;
};

void show_file(const dataset::File& file, const ShowOptions& options, Context& context) {
  context.print(options.is_json ? to_text(file_json(file)) : file_text(file, context.out()));
}

void show_places(std::vector<dataset::FileAndObject> places, const ShowOptions& options, Context& context) {
  const DatasetSummary summary = summarize_dataset(context.session(), std::move(places), options.order, context.stop());
  context.print(options.is_json ? to_text(dataset_json(summary, dataset::shown_place(options.place)))
                                : dataset_text(summary, context.out()));
}

/// The histogram, graph or function of the key; nothing for other classes or if it cannot be read.
std::optional<hist::Figure> figure_of(const dataset::File& file, const file::Key& key) {
  const object::Layouts layouts{&file.streamer_infos(), &file.catalogue()};
  if (!hist::is_figure(key.class_name, layouts)) return std::nullopt;
  return detail::while_doing([&] { return fmt::format("'{}': '{};{}'", file.name(), key.name, key.cycle); },
                             [&]() -> std::optional<hist::Figure> {
                               const file::Record record = file.reader().read_record(key);
                               return hist::FigureReader(layouts).read(record.bytes.span(), record.key_length,
                                                                       key.class_name);
                             });
}

/// Nothing if the layout of its class is not known; then only the key is shown.
std::optional<object::ObjectGraph> object_of(const dataset::File& file, const file::Key& key) {
  try {
    return file.object(key);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
    return std::nullopt;
  }
}

void show_plain(const dataset::File& file, const file::Key& key, const ShowOptions& options, Context& context) {
  const std::string place = fmt::format("{};{} in {}", key.name, key.cycle, file.name());
  const std::optional<hist::Figure> figure = figure_of(file, key);
  const auto graph = figure ? std::nullopt : object_of(file, key);
  if (options.is_json) {
    Json shown = key_json(key, dataset::shown_place(options.place));
    if (figure) shown["figure"] = figure_json(*figure);
    if (graph) shown["object"] = object_json(*graph);
    context.print(to_text(shown));
  } else {
    context.print(key_text(key, place, context.out()) + (figure ? figure_text(*figure, context.out()) : "") +
                  (graph ? object_text(*graph) : ""));
  }
}

void show_key(const dataset::File& file, const file::Key& key, const dataset::FileAndObject& named,
              const std::string& place, const ShowOptions& options, Context& context) {
  if (ntuple::is_ntuple_class(key.class_name)) return show_places({named}, options, context);
  if (!tree::is_tree_class(key.class_name)) return show_plain(file, key, options, context);
  const TreeSummary summary = summarize(file.tree(key)->tree(), options.order);
  context.print(options.is_json ? to_text(summary_json(summary, dataset::shown_place(options.place)))
                                : summary_text(summary, place, context.out()));
}

void show_object(const dataset::File& file, const dataset::FileAndObject& named, const ShowOptions& options,
                 Context& context) {
  const file::Key key = file.reader().key(named.object);
  std::string place = fmt::format("{};{} in {}", key.name, key.cycle, file.name());
  try {
    show_key(file, key, named, place, options, context);
  } catch (...) {
    rethrow_naming([&] { return std::move(place); });
  }
}

void show(const ShowOptions& options, Context& context) {
  if (dataset::is_pattern_of_files(dataset::split_path(options.place).file))
    return show_places(dataset::places_of(options.place), options, context);
  const dataset::FileAndObject named = dataset::split_path(options.place);
  const auto file = context.open(named.file);
  if (named.object.empty()) {
    show_file(*file, options, context);
  } else {
    show_object(*file, named, options, context);
  }
}

}  // namespace

void add_show(CLI::App& program, Action& action) {
  const auto options = std::make_shared<ShowOptions>();
  CLI::App* command = program.add_subcommand("show", "Show the branches of a tree, or describe a file or object");
  command->add_option("place", options->place, "A file, an object in it, or a tree in all files that match a pattern")
      ->type_name("FILE[:OBJECT]")
      ->required();
  const std::map<std::string, BranchOrder> orders = {
      {"stored", BranchOrder::stored}, {"name", BranchOrder::name}, {"size", BranchOrder::size}};
  command->add_option("--sort", options->order, "Order of the branches: as stored, by name or by size on disk")
      ->type_name("stored|name|size")
      ->transform(one_of(orders))
      ->default_str("stored");
  command->add_flag("--json", options->is_json, "As JSON");
  command->footer(
      "Examples:\n"
      "  ramet show run7.root                      header, directories, streamer infos\n"
      "  ramet show run7.root:Events --sort size   the branches that take most of the disk\n"
      "  ramet show 'run*.root:Events'             the columns of all files together\n"
      "  ramet show run7.root:settings             the members of an object of any class\n"
      "  ramet show run7.root:pt_vs_eta            a histogram's axes, entries and means\n"
      "  ramet show run7.root:Events --json | jq '.branches[] | select(.baskets > 100) | .path'\n"
      "\n"
      "Sizes are in binary units: 1 KiB is 1024 bytes. Sizes of branches include the heads of baskets.");
  command->callback([options, &action] { action = [options](Context& context) { show(*options, context); }; });
}

}  // namespace ramet::cli
