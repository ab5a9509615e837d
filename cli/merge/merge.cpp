// ramet merge: joins files.
#include "ramet/merge/merge.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/commands.hpp"
#include "cli/merge/follow.hpp"
#include "cli/merge/merge_report.hpp"
#include "cli/merge/table_choice.hpp"
#include "cli/terminal/progress_bar.hpp"
#include <fmt/format.h>

#include "ramet/dataset/session.hpp"

namespace ramet::cli {
namespace {

constexpr const char* footer =
    "What is done stays in OUT.part when a merge is stopped, killed, or the disk is full; the same command goes on.\n"
    "\n"
    "Examples:\n"
    "  ramet merge all.root run1.root run2.root\n"
    "  ramet merge --dry-run all.root @files.txt\n"
    "  ramet merge --append -o all.root 'run2*.root'\n"
    "  ramet merge all.root --follow runs/ --until-idle 60\n"
    "\n"
    "Exit codes: 0 done and nothing lost, 2 wrong usage, 3 data would be lost: nothing was written, 4 an input is "
    "bad, 5 the output cannot be written, 130 interrupted.";

struct MergeChoice {
  std::string output;
  std::vector<std::string> files;  // the inputs, behind the output unless that is given by itself
  std::vector<std::string> rules;
  std::string differences = "refuse";
  std::string missing = "refuse";
  std::string types = "refuse";
  std::string bad = "stop";
  std::string verify = "counts";
  TableChoice tables;
  std::string order = "given";
  std::string report;  // a file; empty: none
  bool is_dry = false;
  bool is_forced = false;
  bool appends = false;
  bool is_json = false;
  bool is_reproducible = false;
  bool begins_anew = false;
  std::uint64_t max_memory = merge::MergeOptions().max_memory;
  std::uint64_t max_size = 0;  // 0: no limit
  FollowChoice follow;
};

merge::MergeOptions options_of(const MergeChoice& choice, const Context& context) {
  merge::MergeOptions options;
  if (choice.differences != "refuse")
    options.on_difference = choice.differences == "split" ? merge::OnDifference::split : merge::OnDifference::skip_file;
  if (choice.missing == "drop") options.on_missing_column = merge::OnMissingColumn::drop;
  if (choice.missing == "fill") options.on_missing_column = merge::OnMissingColumn::fill;
  if (choice.missing == "flag") options.on_missing_column = merge::OnMissingColumn::flag;
  if (choice.types == "convert") options.on_other_type = merge::OnOtherType::convert;
  if (choice.bad != "stop")
    options.on_bad_input = choice.bad == "skip" ? merge::OnBadInput::skip : merge::OnBadInput::recover;
  if (choice.is_forced) options.on_existing = merge::OnExisting::replace;
  if (choice.appends) options.on_existing = merge::OnExisting::append;
  options.reproducible = choice.is_reproducible;
  if (choice.verify != "counts")
    options.verify = choice.verify == "bytes" ? merge::Verify::bytes : merge::Verify::values;
  if (choice.begins_anew) options.on_unfinished = merge::OnUnfinished::discard;
  options.max_memory = choice.max_memory;
  if (choice.max_size > 0) options.max_size = choice.max_size;
  options.stop = context.stop();
  apply(choice.tables, options);
  set_order(choice.order, options);
  for (const std::string& rule : choice.rules) options.rules.push_back(rule_of(rule));
  return options;
}

/// The size of all inputs that exist, for the progress bar.
std::uint64_t bytes_of(const std::vector<std::string>& inputs) {
  std::uint64_t bytes = 0;
  for (const std::string& input : inputs) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(input, error);
    if (!error) bytes += size;
  }
  return bytes;
}

void print(const merge::MergePlan& plan, const MergeChoice& choice, Context& context) {
  for (const std::string& class_name : plan.unused_rules)
    print_complaint(fmt::format("the rule of '{}' changes nothing: the inputs have no such object", class_name));
  if (choice.is_json) return context.print(to_text(json_of(plan)));
  if (choice.is_dry) return context.print(printable_lines(to_text(plan)));
  print_differences(plan);
  if (plan.files.size() > 1 && !plan.loses_data())
    for (const merge::OutputFile& file : plan.files)
      print_complaint(printable(fmt::format("wrote '{}': {} bytes of {} input{}", file.path, file.bytes, file.inputs,
                                            file.inputs == 1 ? "" : "s")));
}

/// What became of a merge that was stopped earlier.
void print_resumption(const merge::MergeReport& report) {
  if (report.resumed_bytes > 0)
    print_complaint(fmt::format("went on with {} bytes that an earlier merge had written", report.resumed_bytes));
  if (!report.discarded.empty())
    print_complaint(fmt::format("began anew, not with what an earlier merge had written: {}", report.discarded));
}

/// Throw UsageError for what is not possible while files arrive.
void require_following(const MergeChoice& choice, const merge::MergeOptions& options) {
  const auto refuse = [](bool is_there, std::string_view what) {
    if (is_there) throw UsageError(fmt::format("--follow and {} exclude each other", what));
  };
  const std::size_t outputs = choice.output.empty() ? 1 : 0;
  if (choice.files.size() < outputs) throw UsageError("there is no name of an output");
  refuse(choice.files.size() > outputs, "names of files");
  refuse(choice.is_dry, "--dry-run");
  refuse(choice.is_json, "--json");
  refuse(choice.missing != "refuse", "--missing");
  refuse(choice.types != "refuse", "--types");
  refuse(choice.bad == "recover", "--bad recover");
  refuse(choice.order != "given", "--order");
  refuse(choice.verify != "counts", "--verify");
  refuse(!choice.report.empty(), "--report");
  refuse(options.max_size.has_value(), "--max-size");
  refuse(choice.differences == "split", "--differences split");
  const merge::TableOptions& tables = options.tables;
  refuse(options.compression.has_value(), "--compress");
  refuse(!tables.changed.empty() || !tables.columns.keep.empty() || !tables.columns.drop.empty() ||
             !tables.definitions.empty() || !tables.where.empty() || tables.format || tables.profile,
         "changes of tables");
}

/// Throw UsageError for the name of an object in a file.
void require_whole(const std::vector<std::string>& inputs) {
  std::error_code ignored;
  for (const std::string& input : inputs) {
    if (std::filesystem::exists(input, ignored)) continue;
    const auto [file, object] = dataset::split_path(input);
    if (!object.empty() && std::filesystem::exists(file, ignored))
      throw UsageError(fmt::format(
          "'{}' names an object, but files are merged as a whole: --table and --keep choose, ramet cp copies objects",
          input));
  }
}

void run(const MergeChoice& choice, Context& context) {
  const bool is_first = choice.output.empty();
  if (!choice.follow.folder.empty()) {
    const merge::MergeOptions options = options_of(choice, context);
    require_following(choice, options);
    return run_follow(choice.follow, is_first ? choice.files.front() : choice.output, options, context);
  }
  if (choice.files.size() < (is_first ? 2U : 1U)) throw UsageError("there are no files to merge");
  const std::string& output = is_first ? choice.files.front() : choice.output;
  const std::vector<std::string> inputs =
      listed_inputs({choice.files.begin() + (is_first ? 1 : 0), choice.files.end()});
  require_whole(inputs);
  if (!choice.report.empty()) require_report(choice.report);
  merge::MergeOptions options = options_of(choice, context);
  merge::MergePlan plan;
  bool is_refused = false;
  if (choice.is_dry) {
    plan = merge::plan_merge(context.session(), inputs, options);
    is_refused = plan.loses_data();
  } else {
    std::optional<ProgressBar> bar;
    if (context.shows_progress()) bar.emplace("merging", bytes_of(inputs), context.err());
    if (bar) options.progress = &*bar;
    merge::MergeReport report = merge::merge(context.session(), inputs, output, options);
    is_refused = !report.is_written;
    print_resumption(report);
    plan = std::move(report.plan);
  }
  print(plan, choice, context);
  if (!choice.report.empty()) write_report(plan, choice.report);
  if (is_refused) context.end_with(ExitCode::differences);
}

/// What can be done about an input that is damaged or was not closed.
std::string_view advice_of(const merge::InputError& error, const MergeChoice& choice) noexcept {
  if (error.kind() != ErrorKind::corrupt || choice.bad != "stop" || !choice.follow.folder.empty()) return "";
  return "; --bad recover merges what is found of such inputs, --bad skip leaves them out";
}

/// What can be done about an output that exists.
std::string_view advice_of(const Error& error, const MergeChoice& choice) {
  const bool is_first = choice.output.empty();
  if (choice.files.empty() && is_first) return "";
  if (error.what() != fmt::format("file '{}' exists", is_first ? choice.files.front() : choice.output)) return "";
  return is_first ? "; it would be the output, as it comes first: --force replaces it, --append adds to it"
                  : "; --force replaces it, --append adds to it";
}

/// Run, and tell by the exit code whose error it was.
void run_with_codes(const MergeChoice& choice, Context& context) {
  try {
    run(choice, context);
  } catch (const merge::OptionError& error) {
    print_complaint(error.what());
    context.end_with(ExitCode::usage);
  } catch (const merge::InputError& error) {
    print_complaint(fmt::format("{}{}", error.what(), advice_of(error, choice)));
    context.end_with(ExitCode::bad_input);
  } catch (const Error& error) {
    print_complaint(fmt::format("{}{}", error.what(), advice_of(error, choice)));
    context.end_with(error.kind() == ErrorKind::cancelled ? ExitCode::interrupted : ExitCode::bad_output);
  }
}

/// Options about inputs that differ or cannot be read.
void add_choices_of_losses(CLI::App& command, MergeChoice& choice) {
  command.add_option("--differences", choice.differences, "What to do when inputs differ so that data would be lost")
      ->check(CLI::IsMember({"refuse", "skip-file", "split"}))
      ->capture_default_str();
  command.add_option("--missing", choice.missing, "What to do with columns of tables that not all inputs have")
      ->check(CLI::IsMember({"refuse", "drop", "fill", "flag"}))
      ->capture_default_str();
  command.add_option("--types", choice.types, "What to do with columns that inputs store as different types")
      ->check(CLI::IsMember({"refuse", "convert"}))
      ->capture_default_str();
  command.add_option("--bad", choice.bad, "What to do with inputs that cannot be read")
      ->check(CLI::IsMember({"stop", "skip", "recover"}))
      ->capture_default_str();
}

}  // namespace

void add_merge(CLI::App& program, Action& action) {
  const auto choice = std::make_shared<MergeChoice>();
  CLI::App* command = program.add_subcommand("merge", "Join files: trees, ntuples, histograms and all other objects");
  command
      ->add_option(
          "files", choice->files,
          "The new file, and those to merge, in this order: names, patterns, or @FILE with a name in each line (@-: "
          "the standard input)")
      ->type_name("OUT IN");
  command->add_option("-o,--output", choice->output, "The new file; all others are merged")->type_name("OUT");
  CLI::Option* force = command->add_flag("-f,--force", choice->is_forced, "Replace the output if it exists");
  command
      ->add_flag("-a,--append", choice->appends,
                 "If the output exists, merge it too, as the first input; it stays as it was until all is done")
      ->excludes(force);
  command->add_flag("-n,--dry-run", choice->is_dry, "Print what would be done, and write nothing");
  command->add_flag("--json", choice->is_json, "Print the report as JSON");
  command->add_option("--report", choice->report, "Write the report into a file: FILE.html or FILE.json")
      ->type_name("FILE");
  add_choices_of_losses(*command, *choice);
  command
      ->add_option("--rule", choice->rules,
                   "How objects of a class become one: CLASS=same, first, last, all, distinct or leave-out; "
                   "*: all other classes; TH1F=promote: add as TH1D, which holds all counts, and so on")
      ->type_name("CLASS=RULE")
      ->allow_extra_args(false);
  add_table_options(*command, choice->tables);
  command
      ->add_option("--order", choice->order,
                   "The order of the inputs: given; natural: by name, with numbers in names by their value; or "
                   "column:NAMES: by the values of columns in their first entries, as column:run,event")
      ->capture_default_str();
  command->add_flag("--reproducible", choice->is_reproducible, "Fixed dates: the same inputs give the same bytes");
  add_max_memory(*command, choice->max_memory);
  command
      ->add_option("--max-size", choice->max_size,
                   "Split the output into OUT.root, OUT_1.root, ..., of about so many bytes at most, as 10GB: between "
                   "inputs, and larger ones at clusters")
      ->transform(size_value())
      ->check(CLI::PositiveNumber)
      ->type_name("SIZE");
  command
      ->add_option("--verify", choice->verify,
                   "What of the output is compared with the inputs at the end: keys and entries, also all bytes that "
                   "were moved, or also all values")
      ->check(CLI::IsMember({"counts", "bytes", "values"}))
      ->capture_default_str();
  command->add_flag("--no-resume", choice->begins_anew,
                    "Begin anew, not where the same merge was stopped or killed before");
  add_follow_options(*command, choice->follow);
  command->footer(footer);
  command->callback([choice, &action] { action = [choice](Context& context) { run_with_codes(*choice, context); }; });
}

}  // namespace ramet::cli
