// ramet mv: moves and renames keys within and between files.
#include <memory>

#include "cli/commands.hpp"
#include "cli/keys/keys.hpp"

namespace ramet::cli {

void add_mv(CLI::App& program, Action& action) {
  const auto choice = std::make_shared<KeyChoice>();
  CLI::App* command = program.add_subcommand("mv", "Move or rename objects, trees and directories");
  add_places(*command, *choice, "What to move, and where to: a directory of a file, or a new name");
  add_recursive(*command, *choice);
  add_target_options(*command, *choice);
  command->footer(
      "Examples:\n"
      "  ramet mv run7.root:pt run7.root:pt_before     another name\n"
      "  ramet mv 'run7.root:h_*' run7.root:plots/     into a directory\n"
      "  ramet mv -r run7.root:muons archive.root      into another file\n"
      "\n"
      "All cycles are moved, 'name;2' is that cycle.");
  command->callback([choice, &action] {
    action = [choice](Context& context) { run_transfer(*choice, context, &merge::move_keys); };
  });
}

}  // namespace ramet::cli
