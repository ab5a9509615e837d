// ramet skim: chosen entries and columns of a table, or of many files, written into a new file.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/frames/skim_report.hpp"
#include "cli/frames/source.hpp"
#include "cli/merge/merge_report.hpp"
#include "cli/tuning/profile_option.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/places.hpp"
#include "ramet/frame/actions/along.hpp"
#include "ramet/frame/actions/chosen_columns.hpp"
#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::cli {
namespace {

/// What to do when the output exists.
enum class IfExists : std::uint8_t { refuse, replace };

struct SkimOptions {
  std::vector<std::string> inputs;
  std::string table;
  std::string output;
  IfExists if_exists = IfExists::refuse;
  frame::ColumnChoice columns;
  std::vector<std::string> where;
  std::vector<std::string> define;
  EntriesOptions entries;
  std::optional<std::uint64_t> most;
  std::optional<write::Format> format;
  std::string compression;
  std::string profile;  // a file; empty: none
  std::vector<std::string> along;
  frame::OnError on_error = frame::OnError::fail;
  bool is_json = false;
};

/// The first table, whose name, title and format are those of the output unless others are wished. Threads: a value.
struct FirstTable {
  std::string name;
  std::string title;
  write::Format format;
};

FirstTable look_at_first(const dataset::FileAndObject& place, const Context& context) {
  const auto file = context.open(place.file);
  const file::Key key = file->reader().key(place.object);
  return {key.name, key.title, tree::is_tree_class(key.class_name) ? write::Format::ttree : write::Format::rntuple};
}

bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::error_code ignored;
  return std::filesystem::equivalent(one, other, ignored);
}

/// Where the output goes: OUT.root or OUT.root:dir/name. Throws UsageError if it is an input, or may not be replaced.
frame::SnapshotPlace place_of_output(const SkimOptions& options, const std::vector<dataset::FileAndObject>& inputs,
                                     FirstTable& first) {
  const dataset::FileAndObject output = dataset::split_path(options.output);
  for (const dataset::FileAndObject& input : inputs)
    if (is_same_file(output.file, input.file))
      throw UsageError(fmt::format("the output '{}' is an input", output.file));
  std::error_code ignored;
  if (options.if_exists == IfExists::refuse && std::filesystem::exists(output.file, ignored))
    throw UsageError(fmt::format("the output '{}' exists; --force replaces it", output.file));
  frame::SnapshotPlace place{.path = output.file};
  if (!output.object.empty()) {
    const std::size_t slash = output.object.rfind('/');
    if (slash != std::string::npos) place.directory = output.object.substr(0, slash);
    first.name = output.object.substr(slash + 1);
  }
  if (!options.compression.empty()) place.writer.compression = compression::Settings::parse(options.compression);
  place.writer.reproducible = true;
  place.table.format = options.format.value_or(first.format);
  return place;
}

/// The frame of what is written.
frame::Frame make_frame(const SkimOptions& options, frame::Source source, const Context& context) {
  frame::Frame frame(std::move(source), context.session().executor());
  if (options.entries.count == 0) throw UsageError("--entries 0: there would be nothing to write");
  const std::uint64_t first = options.entries.first;
  const std::uint64_t last = options.entries.count ? first + std::min(*options.entries.count, ~first) : 0;
  if (first > 0 || last > 0) frame = frame.range(first, last);
  for (const std::string& text : options.define) {
    const auto [name, expression] = split_assignment("--define", text);
    frame = frame.has_column(name) ? frame.redefine(name, expression) : frame.define(name, expression);
  }
  for (const std::string& text : options.where) frame = frame.filter(text, text);
  if (options.most) frame = frame.range(*options.most);
  return frame;
}

SkimReport report_of(const frame::Result<write::TableReport>& written, const frame::Filters& filters) {
  return {.written = written.value(), .filters = filters.counts(), .run = written.booked().report()};
}

void skim(const SkimOptions& options, Context& context) {
  std::vector<std::string> places;
  for (const std::string& input : options.inputs) {
    if (!input.starts_with('@')) {
      places.push_back(input);
      continue;
    }
    const std::vector<std::string> lines = listed_lines(input.substr(1));
    places.insert(places.end(), lines.begin(), lines.end());
  }
  std::vector<dataset::FileAndObject> inputs = dataset::table_places(context.session(), places, options.table);
  FirstTable first = look_at_first(inputs.front(), context);
  frame::SnapshotPlace place = place_of_output(options, inputs, first);
  const frame::Source source = open_source(std::move(inputs), context);
  const frame::ColumnChoice columns = tell_unread(source, options.columns);
  const frame::Frame frame = by_texts([&] { return make_frame(options, source, context); });
  frame::StoredColumns stored =
      frame::stored_columns(frame, by_texts([&] { return frame::chosen_columns(frame, columns); }), place.table.format,
                            frame::CountedLists::as_counted, frame::StoredNames::of_source);
  stored.schema.name = first.name;
  stored.schema.title = first.title;
  if (const auto profile = chosen_profile(options.profile)) profile->apply(stored.schema, place.table);
  if (!options.along.empty())
    place.along = std::make_shared<const frame::Along>(context.session(), source, options.along);
  const auto written = frame.snapshot(place, std::move(stored.schema), stored.columns);
  const frame::Filters filters = frame.filters();
  const std::uint64_t entries = source.entries({.executor = context.session().executor(), .stop = context.stop()});
  with_progress("skimming", entries, context, [&](const frame::ReadOptions& read) {
    written.booked().run({.stop = read.stop, .progress = read.progress, .on_error = options.on_error});
    return 0;
  });
  SkimReport report = report_of(written, filters);
  report.output = options.output;
  report.table = first.name;
  report.columns = stored.columns.size();
  if (place.along != nullptr) report.along = place.along->paths();
  context.print(options.is_json ? to_text(json_of(report)) : text_of(report, context.out()));
  for (const frame::LostEntries& lost : report.run.lost)
    context.complain(fmt::format("entries {} to {} are lost: {}", lost.entries.first.number,
                                 lost.entries.last.number - 1, lost.reason));
  if (report.run.was_stopped)
    context.interrupt(fmt::format("interrupted: '{}' is complete, but has only {} entries", place.path.string(),
                                  report.written.entries));
}

void add_choice_options(CLI::App& command, SkimOptions& options) {
  // One value for each option, so that the inputs may follow it.
  const auto add_list = [&](const std::string& name, std::vector<std::string>& texts, const std::string& what) {
    return command.add_option(name, texts, what)->allow_extra_args(false);
  };
  add_list("-k,--keep", options.columns.keep, "Columns that are written: names or patterns; may be repeated")
      ->type_name("PATTERNS")
      ->delimiter(',');
  add_list("-d,--drop", options.columns.drop, "Columns that are not written; may be repeated")
      ->type_name("PATTERNS")
      ->delimiter(',');
  add_list("-c,--where,--cut", options.where, "Write entries for which this is true; may be repeated")
      ->type_name("EXPRESSION");
  add_list("--define", options.define, "A new column, or another meaning of one, NAME=EXPRESSION; may be repeated")
      ->type_name("DEFINITION");
  add_list("-a,--along", options.along, "Other tables, histograms and objects that are taken along; may be repeated")
      ->type_name("PATTERNS")
      ->delimiter(',');
  command.add_flag_callback(
      "--along-all", [&options] { options.along = {"*"}; }, "Take everything else in the files along");
  add_entries_options(command, options.entries);
  command.add_option("-n,--rows", options.most, "The most entries that are written")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max()));
}

void add_output_options(CLI::App& command, SkimOptions& options) {
  command
      .add_option("-o,--output", options.output, "The new file, and the name of the table in it (default: the same)")
      ->type_name("FILE[:NAME]")
      ->required();
  command.add_flag_callback(
      "--force", [&options] { options.if_exists = IfExists::replace; }, "Replace the output if it exists");
  add_profile_option(command, options.profile);
  const std::map<std::string, write::Format> formats = {{"tree", write::Format::ttree},
                                                        {"ntuple", write::Format::rntuple}};
  command.add_option("--format", options.format, "tree or ntuple (default: as the first input)")
      ->type_name("FORMAT")
      ->transform(one_of(formats));
  command
      .add_option("--compression", options.compression,
                  "zstd, zlib, lz4, lzma or none, with a level as zstd:5 (the default)")
      ->type_name("COMPRESSION")
      ->check(CLI::Validator(
          [](const std::string& text) {
            try {
              compression::Settings::parse(text);
              return std::string();
            } catch (const Error& error) {
              return std::string(error.what());
            }
          },
          "", "compression"));
  command.add_flag_callback(
      "--skip-damaged", [&options] { options.on_error = frame::OnError::skip; },
      "Go on without entries that cannot be read, and list them");
  command.add_flag("--json", options.is_json, "Print the report as JSON");
}

}  // namespace

void add_skim(CLI::App& program, Action& action) {
  const auto options = std::make_shared<SkimOptions>();
  CLI::App* command = program.add_subcommand("skim", "Write chosen entries and columns of tables into a new file");
  command
      ->add_option("inputs", options->inputs,
                   "Files, or patterns of files, and the tree or ntuple in them; @FILE: a text file with these")
      ->type_name("FILE[:TABLE]")
      ->required();
  command->add_option("-t,--table", options->table, "The table in files that are given without one")->type_name("NAME");
  add_choice_options(*command, *options);
  add_output_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  ramet skim run7.root:Events -o dimuon.root --where 'nMuon == 2' --keep 'Muon_*,MET_pt'\n"
      "  ramet skim run*.root -t Events -o small.root --define 'ht=Sum(Jet_pt)' --where 'ht > 200' --drop 'HLT_*'\n"
      "  ramet skim nano.root:Events -o skim.root --along Runs,LuminosityBlocks --where 'nJet > 3'\n"
      "  ramet skim old.root:Events -o new.root --format ntuple --compression zstd:9\n"
      "\n"
      "Expressions are C++, as RDataFrame takes it. Entries keep their order; any number of threads writes\n"
      "the same bytes. Ctrl-C ends the file with the entries that were done.");
  command->callback([options, &action] { action = [options](Context& context) { skim(*options, context); }; });
}

}  // namespace ramet::cli
