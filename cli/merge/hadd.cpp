// ramet hadd: `ramet merge` with the arguments and rules of ROOT's program.
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/merge/hadd_arguments.hpp"
#include "cli/merge/merge_report.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

merge::MergeOptions options_of(const HaddArguments& arguments, const Context& context) {
  merge::MergeOptions options{.on_difference = merge::OnDifference::refuse};
  options.on_bad_input = arguments.skips_bad ? merge::OnBadInput::skip : merge::OnBadInput::stop;
  if (arguments.is_forced) options.on_existing = merge::OnExisting::replace;
  if (arguments.appends) options.on_existing = merge::OnExisting::append;
  options.rules = {{"*", merge::Rule::all}};
  // Those that ROOT adds: entry lists become one, several of the others are refused.
  for (const char* added : {"TEntryList", "TH2Poly", "TProfile2Poly", "TStatistic", "TEventList"})
    options.rules.push_back({added, merge::Rule::by_class});
  if (arguments.skips_trees)
    for (const char* tree : {"TTree", "TNtuple", "TNtupleD"}) options.rules.push_back({tree, merge::Rule::leave_out});
  options.filter = arguments.filter;
  options.stop = context.stop();
  if (arguments.compression) options.compression = compression::Settings::from_code(*arguments.compression);
  if (!arguments.keeps_entries) options.tables.on_other_compression = merge::OnOtherCompression::pack_anew;
  options.tables.gather = arguments.is_optimized ? merge::Gather::always : merge::Gather::never;
  return options;
}

void run(const std::vector<std::string>& words, Context& context) {
  const HaddArguments arguments = read_hadd_arguments(words);
  const merge::MergeReport report =
      merge::merge(context.session(), arguments.sources, arguments.target, options_of(arguments, context));
  print_differences(report.plan);
  if (!report.is_written) return context.end_with(ExitCode::differences);
  const std::size_t merged = report.plan.inputs.size() - report.plan.skipped.size();
  if (arguments.verbosity > 0)
    context.print(
        fmt::format("ramet hadd: {} file{}, {} bytes\n", merged, merged == 1 ? "" : "s", report.output_bytes));
}

}  // namespace

void add_hadd(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("hadd", "The same as merge, with the arguments of ROOT's program");
  command->fallthrough(false)->prefix_command();
  command->footer(
      "Arguments: [-a] [-f[CODE]] [-fk[CODE]] [-ff] [-k] [-T] [-O] [-L FILE -Ltype SkipListed|OnlyListed] [-v "
      "[LEVEL]]\n"
      "  [-j [N]] [-n N] [-d FOLDER] [-dbg] [-cachesize SIZE] [-experimental-io-features NAME] TARGET SOURCES...\n"
      "Values may be attached: -j2, -j=2. -ff and -fk keep entries as they are stored; otherwise they get the\n"
      "compression of CODE (101) if they have another one. -O joins small baskets; -j, -n, -d, -dbg and -cachesize\n"
      "change nothing.\n"
      "\n"
      "Exit codes: 0 done, 1 an input, the target or the value of -n, -d or -cachesize is bad, 2 wrong arguments,\n"
      "3 data would be lost: nothing was written.");
  command->callback(
      [command, &action] { action = [words = command->remaining()](Context& context) { run(words, context); }; });
}

}  // namespace ramet::cli
