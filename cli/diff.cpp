// ramet diff: compares files, directories or objects.
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/merge/merge_report.hpp"
#include "cli/text/json.hpp"

#include "ramet/core/error.hpp"
#include "ramet/merge/compare.hpp"

namespace ramet::cli {
namespace {

struct DiffChoice {
  std::string left;
  std::string right;
  merge::CompareOptions options;
  bool is_quiet = false;
  bool is_json = false;
  bool ignores_values = false;
};

Json json_of(const merge::CompareReport& report) {
  Json contrasts = Json::array();
  for (const merge::FileContrast& one : report.contrasts) {
    Json json = {{"kind", merge::to_string(one.kind)},
                 {"path", one.path},
                 {"part", one.part},
                 {"left", one.left},
                 {"right", one.right},
                 {"count", one.count}};
    if (one.entry) json["entry"] = *one.entry;
    contrasts.push_back(std::move(json));
  }
  return {{"is_same", report.is_same()},
          {"objects", report.objects},
          {"entries", report.entries},
          {"differences", std::move(contrasts)}};
}

void run(const DiffChoice& choice, Context& context) {
  merge::CompareOptions options = choice.options;
  options.reads_values = !choice.ignores_values;
  options.stop = context.stop();
  try {
    const merge::CompareReport report = merge::compare(context.session(), choice.left, choice.right, options);
    if (choice.is_json)
      context.print(to_text(json_of(report)));
    else if (!choice.is_quiet)
      context.print(printable_lines(to_text(report)));
    if (!report.is_same()) context.fail_quietly();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    context.complain(error.what());
    context.end_with(ExitCode::bad_input);
  }
}

}  // namespace

void add_diff(CLI::App& program, Action& action) {
  const auto choice = std::make_shared<DiffChoice>();
  CLI::App* command = program.add_subcommand("diff", "Compare files, directories or objects: names, columns, values");
  command->add_option("left", choice->left, "A file, or a directory or object in it")
      ->type_name("FILE[:PATH]")
      ->required();
  command->add_option("right", choice->right, "What it is compared with")->type_name("FILE[:PATH]")->required();
  command->add_flag("-q,--quiet", choice->is_quiet, "Print nothing; the exit code says whether they differ");
  command->add_flag("--schema", choice->ignores_values, "Compare names, classes, columns and entries, not values");
  command
      ->add_option("--tolerance", choice->options.tolerance,
                   "Floating-point values that differ by less, relative to the larger one, are the same")
      ->type_name("X")
      ->check(CLI::Range(0.0, 1.0));
  add_max_memory(*command, choice->options.max_memory);
  command->add_flag("--json", choice->is_json, "As JSON");
  command->footer(
      "Examples:\n"
      "  ramet diff run7.root again.root\n"
      "  ramet diff run7.root:muons/pt run8.root:muons/pt\n"
      "  ramet diff --tolerance 1e-6 old.root new.root && echo same\n"
      "\n"
      "Lines begin with - (only left), + (only right), ! (they differ) or ? (cannot be read).\n"
      "Exit codes: 0 the same, 1 different, 2 wrong usage, 4 a file cannot be read.");
  command->callback([choice, &action] { action = [choice](Context& context) { run(*choice, context); }; });
}

}  // namespace ramet::cli
