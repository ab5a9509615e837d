// ramet tune: how a table is best written, measured on a sample of it.
#include "ramet/tune/tune.hpp"

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/commands.hpp"
#include "cli/text/output_file.hpp"
#include "cli/tuning/tune_report.hpp"
#include <fmt/format.h>

#include "ramet/dataset/places.hpp"
#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/frame.hpp"

namespace ramet::cli {
namespace {

struct TuneChoice {
  std::vector<std::string> inputs;
  std::string table;
  std::string profile;
  std::string report;
  std::string apply;
  std::string goal = "balanced";
  double milliseconds_per_request = 0;
  double megabytes_per_second = 0;
  tune::TuneOptions tuning;
  bool is_json = false;
};

/// What an option has written. Threads: a value.
struct Output {
  std::string_view option;
  std::string path;
  char first;  ///< of a file that may be replaced: '{' of JSON, '<' of a page
};

bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code ignored;
  const auto place_of = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  };
  return place_of(one) == place_of(other) || std::filesystem::equivalent(one, other, ignored);
}

/// Throws UsageError if writing there would fail, or destroy what is no earlier output of the same kind.
void require_place(const Output& output) {
  std::error_code ignored;
  const std::filesystem::path path = output.path;
  const std::filesystem::path folder = path.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
    throw UsageError(fmt::format("{} '{}': there is no folder '{}'", output.option, output.path, folder.string()));
  if (std::filesystem::is_directory(path, ignored))
    throw UsageError(fmt::format("{} '{}': is a folder", output.option, output.path));
  if (!std::filesystem::is_regular_file(path, ignored) || std::filesystem::file_size(path, ignored) == 0) return;
  char first = 0;
  if (std::ifstream file(path, std::ios::binary); !(file >> first) || first != output.first)
    throw UsageError(fmt::format("{} '{}': the file exists, and is no {}", output.option, output.path,
                                 output.first == '<' ? "page" : "JSON"));
}

/// What can be wrong with the names of files is said before anything is measured.
void require_names(const TuneChoice& choice, const std::vector<dataset::FileAndObject>& places) {
  const std::string extension = std::filesystem::path(choice.report).extension().string();
  if (!choice.report.empty() && extension != ".html" && extension != ".json")
    throw UsageError(fmt::format("--report '{}': expected a name that ends with .html or .json", choice.report));
  std::vector<Output> outputs = {{"--output", choice.profile, '{'},
                                 {"--report", choice.report, extension == ".html" ? '<' : '{'},
                                 {"--apply", choice.apply, 0}};
  std::erase_if(outputs, [](const Output& output) { return output.path.empty(); });
  for (std::size_t number = 0; number < outputs.size(); ++number) {
    const Output& output = outputs[number];
    for (const dataset::FileAndObject& place : places)
      if (is_same_file(output.path, place.file))
        throw UsageError(fmt::format("{} '{}': the file is an input", output.option, output.path));
    for (std::size_t other = 0; other < number; ++other)
      if (is_same_file(output.path, outputs[other].path))
        throw UsageError(
            fmt::format("{} '{}': {} writes that file", output.option, output.path, outputs[other].option));
    std::error_code ignored;
    if (output.first == 0 && std::filesystem::exists(output.path, ignored))
      throw UsageError(fmt::format("--apply '{}': the file exists", output.path));
    require_place(output);
  }
}

/// Write the entries of all places anew, in the chosen way.
void apply_to(const std::vector<dataset::FileAndObject>& places, const tune::Tuning& tuning, const TuneChoice& choice,
              Context& context) {
  const auto dataset = std::make_shared<const dataset::Dataset>(context.session(), places);
  const frame::Frame frame(frame::Source(dataset), context.session().executor());
  frame::StoredColumns stored = frame::stored_columns(frame, frame::columns_to_store(frame), tuning.format);
  stored.schema.name = tuning.table;
  frame::SnapshotPlace place{.path = choice.apply};
  place.writer.reproducible = true;
  place.table.format = tuning.format;
  tuning.chosen().profile.apply(stored.schema, place.table);
  const auto written = frame.snapshot(place, std::move(stored.schema), stored.columns);
  written.booked().run({.stop = context.stop()});
  context.print(fmt::format("\n'{}': {} entries, {} bytes\n", choice.apply, written.value().entries,
                            std::filesystem::file_size(choice.apply)));
}

void tune_table(TuneChoice choice, Context& context) {
  const std::vector<dataset::FileAndObject> places =
      dataset::table_places(context.session(), choice.inputs, choice.table);
  require_names(choice, places);
  if (std::isnan(choice.milliseconds_per_request) || std::isnan(choice.megabytes_per_second))
    throw UsageError("--latency, --bandwidth: expected a number");
  choice.tuning.stop = context.stop();
  for (const tune::Goal goal : {tune::Goal::small, tune::Goal::fast})
    if (choice.goal == to_string(goal)) choice.tuning.goal = goal;
  choice.tuning.seconds_per_request = choice.milliseconds_per_request / 1e3;
  if (choice.megabytes_per_second > 0) choice.tuning.seconds_per_byte = 1e-6 / choice.megabytes_per_second;
  const tune::Tuning tuning = tune::tune(context.session(), places, choice.tuning);
  if (!choice.profile.empty()) write_output(choice.profile, profile_text(tuning));
  if (!choice.report.empty())
    write_output(choice.report, choice.report.ends_with(".html") ? page_of(tuning) : to_text(json_of(tuning)));
  context.print(choice.is_json ? to_text(json_of(tuning)) : text_of(tuning, context.out()));
  if (!choice.apply.empty()) apply_to(places, tuning, choice, context);
}

void add_tune_options(CLI::App& command, TuneChoice& choice) {
  command.add_option("-r,--reads", choice.tuning.reads, "Columns that are read later (default: all); may be repeated")
      ->type_name("PATTERNS")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("-g,--goal", choice.goal, "What the profile is for")
      ->check(CLI::IsMember({"small", "balanced", "fast"}))
      ->capture_default_str();
  const std::map<std::string, write::Format> formats = {{"tree", write::Format::ttree},
                                                        {"ntuple", write::Format::rntuple}};
  command
      .add_option("--format", choice.tuning.format, "Of what will be written: tree or ntuple (default: the table's)")
      ->type_name("FORMAT")
      ->transform(one_of(formats));
  command.add_option("--sample", choice.tuning.sample_bytes, "How much of the table is measured, uncompressed")
      ->type_name("SIZE")
      ->transform(size_value())
      ->check(CLI::Range(std::uint64_t{1} << 16, std::uint64_t{256} << 20))
      ->default_str("48MiB");
  command.add_option("--repeats", choice.tuning.repeats, "How often the named ways are run")
      ->type_name("N")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command
      .add_option("--latency", choice.milliseconds_per_request, "Of a distant file: for one request in each cluster")
      ->type_name("MILLISECONDS")
      ->check(CLI::Range(0.0, 1e5));
  command.add_option("--bandwidth", choice.megabytes_per_second, "Of a distant file")
      ->type_name("MB/S")
      ->check(CLI::Range(0.001, 1e6));
}

}  // namespace

void add_tune(CLI::App& program, Action& action) {
  const auto choice = std::make_shared<TuneChoice>();
  CLI::App* command = program.add_subcommand("tune", "Find how a table is best written: compression and clusters");
  command->add_option("inputs", choice->inputs, "Files, or patterns of files, and the tree or ntuple in them")
      ->type_name("FILE[:TABLE]")
      ->required();
  command->add_option("-t,--table", choice->table, "The table in files that are given without one")->type_name("NAME");
  add_tune_options(*command, *choice);
  command->add_option("-o,--output", choice->profile, "The profile, for writers, `ramet merge` and `ramet skim`")
      ->type_name("FILE.json");
  command->add_option("--report", choice->report, "Everything, as a page (.html) or as JSON (.json)")
      ->type_name("FILE");
  command->add_option("--apply", choice->apply, "Write the table anew in the chosen way, into this new file")
      ->type_name("FILE");
  command->add_flag("--json", choice->is_json, "Print everything as JSON");
  command->footer(
      "Examples:\n"
      "  ramet tune nano.root:Events\n"
      "  ramet tune nano*.root -t Events --reads 'Muon_*,MET_pt' -o profile.json --report tuning.html\n"
      "  ramet skim nano.root:Events -o skim.root --where 'nMuon > 1' --profile profile.json\n"
      "  ramet tune nano.root:Events --goal small --apply smaller.root");
  command->callback([choice, &action] { action = [choice](Context& context) { tune_table(*choice, context); }; });
}

}  // namespace ramet::cli
