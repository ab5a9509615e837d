// The program `ramet`: parses the command line, runs the subcommand with a session, and turns exceptions into exit
// codes.
#include <algorithm>
#include <array>
#include <csignal>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "cli/context.hpp"
#include "cli/interrupt.hpp"
#include <CLI/CLI.hpp>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/nearest_names.hpp"

namespace ramet::cli {
namespace {

struct CommandLine {
  CommonOptions common;
  Action action;
};

void add_common_options(CLI::App& program, CommonOptions& options) {
  program.set_version_flag("--version", std::string("ramet ") + RAMET_VERSION, "Print the version and exit");
  program.add_option("--threads", options.threads, "Number of threads; 0: as many as the process may use")
      ->type_name("N")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  program.add_flag_callback(
      "--progress", [&options] { options.progress = ProgressChoice::always; },
      "Show a progress bar on the standard error even if it is not a terminal");
  program.add_flag_callback(
      "--no-progress", [&options] { options.progress = ProgressChoice::never; }, "Show no progress bar");
}

void describe(CLI::App& program, CommandLine& line) {
  program.name("ramet");
  program.description("Look into ROOT files, on every core and without ROOT.");
  program.footer(
      "Examples:\n"
      "  ramet ls -t run7.root\n"
      "  ramet show run7.root:Events\n"
      "  ramet draw run7.root:Events Muon_pt --high 200\n"
      "\n"
      "Exit codes: 0 success, 1 an error in the data or in input or output, 2 wrong usage, 130 interrupted.\n"
      "See `ramet COMMAND --help` for the options of a command.");
  program.require_subcommand(1);
  program.fallthrough();  // the common options may also follow the subcommand
  add_common_options(program, line.common);
  add_ls(program, line.action);
  add_show(program, line.action);
  add_draw(program, line.action);
  add_scan(program, line.action);
  add_skim(program, line.action);
  add_check(program, line.action);
  add_recover(program, line.action);
  add_merge(program, line.action);
  add_hadd(program, line.action);
  add_diff(program, line.action);
  add_convert(program, line.action);
  add_cp(program, line.action);
  add_mv(program, line.action);
  add_rm(program, line.action);
  add_mkdir(program, line.action);
  add_trace(program, line.action);
  add_tune(program, line.action);
}

ExitCode perform(const CommandLine& line, const Interrupt& interrupt) {
  try {
    const dataset::Session session({.threads = line.common.threads, .remote = {.stop = interrupt.token()}});
    Context context(session, interrupt.token(), line.common);
    line.action(context);
    context.flush();
    return context.exit_code();
  } catch (const UsageError& error) {
    print_complaint(error.what());
    return ExitCode::usage;
  } catch (const Error& error) {
    print_complaint(error.kind() == ErrorKind::cancelled ? "interrupted" : error.what());
    return error.kind() == ErrorKind::cancelled ? ExitCode::interrupted : ExitCode::failed;
  } catch (const std::exception& error) {
    print_complaint(error.what());
    return ExitCode::failed;
  }
}

/// The command as the user typed it: "ramet", or "ramet cp".
std::string command_in(const CLI::App& program) {
  const std::vector<CLI::App*> chosen = program.get_subcommands();
  return chosen.empty() ? "ramet" : "ramet " + chosen.front()->get_name();
}

/// The first word that is no command, and those that are like it.
std::string unknown_command(const CLI::App& program, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    known.push_back(command->get_name());
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> others = {
      {{"copy", "cp"}, {"move", "mv"}, {"rename", "mv"}, {"remove", "rm"}, {"delete", "rm"}, {"compare", "diff"}}};
  const auto other = std::ranges::find(others, std::string_view(word), &decltype(others)::value_type::first);
  std::vector<std::string_view> near;
  if (other != others.end()) near.push_back(other->second);
  if (near.empty()) near = file::nearest_names(word, std::vector<std::string_view>(known.begin(), known.end()));
  std::string text = "there is no command '" + word + "'";
  for (std::size_t i = 0; i < near.size(); ++i)
    text += (i == 0 ? "; did you mean '" : ", '") + std::string(near[i]) + "'";
  return text + (near.empty() ? "; see ramet --help" : "?");
}

/// What a command line lacks: the command itself, or what the command works on.
std::string missing(const CLI::App& program, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = program.get_subcommands();
  const std::vector<std::string> words = program.remaining(false);
  const auto word = std::ranges::find_if(words, [](const std::string& one) { return !one.starts_with('-'); });
  if (chosen.empty())
    return word == words.end() ? "a command is needed; see ramet --help" : unknown_command(program, *word);
  std::string text;
  for (const CLI::Option* option : chosen.front()->get_options())
    if (option->get_positional() && option->get_required() && option->empty())
      text += (text.empty() ? " needs " : " and ") + option->get_name(true) + " (" + option->get_type_name() + ")";
  const std::string command = command_in(program);
  return (text.empty() ? error.what() : command + text) + "; see " + command + " --help";
}

/// What the command does not take: an option, if there is one, for whose value others may have been taken.
std::string unexpected(const CLI::App& program) {
  const std::string command = command_in(program);
  const std::vector<std::string> words = program.remaining(true);
  const auto is_option = [](const std::string& word) { return word.starts_with('-') && word.size() > 1; };
  const auto option = std::ranges::find_if(words, is_option);
  const auto quoted = [](const std::string& word) { return "'" + word + "'"; };
  if (option != words.end()) return command + " has no option " + quoted(*option) + "; see " + command + " --help";
  return command + " takes no " + quoted(words.empty() ? "" : words.front()) + "; see " + command + " --help";
}

/// The command line, in which "help cp" means "cp --help".
std::vector<const char*> words_of(int argument_count, char** arguments) {
  std::vector<const char*> words(arguments, arguments + argument_count);
  if (words.size() < 2 || std::string_view(words[1]) != "help") return words;
  words.erase(words.begin() + 1);
  words.push_back("--help");
  return words;
}

ExitCode run(int argument_count, char** arguments) {
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the limit on file sizes is then an error of the write
  const Interrupt interrupt;
  CommandLine line;
  CLI::App program;
  describe(program, line);
  try {
    const std::vector<const char*> words = words_of(argument_count, arguments);
    program.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::Success& wanted) {  // --help, --version
    program.exit(wanted);
    return ExitCode::fine;
  } catch (const CLI::ExtrasError&) {
    print_complaint(unexpected(program));
    return ExitCode::usage;
  } catch (const CLI::RequiredError& error) {
    print_complaint(missing(program, error));
    return ExitCode::usage;
  } catch (const CLI::ParseError& error) {
    print_complaint(std::string(error.what()) + "; see " + command_in(program) + " --help");
    return ExitCode::usage;
  }
  return perform(line, interrupt);
}

}  // namespace
}  // namespace ramet::cli

int main(int argument_count, char** arguments) { return static_cast<int>(ramet::cli::run(argument_count, arguments)); }
