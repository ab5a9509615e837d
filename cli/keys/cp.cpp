// ramet cp: copies keys within and between files.
#include <memory>

#include "cli/commands.hpp"
#include "cli/keys/keys.hpp"

namespace ramet::cli {

void add_cp(CLI::App& program, Action& action) {
  const auto choice = std::make_shared<KeyChoice>();
  CLI::App* command = program.add_subcommand("cp", "Copy objects, trees and directories within and between files");
  add_places(*command, *choice, "What to copy, and where to: a directory of a file, or a new name");
  add_recursive(*command, *choice);
  add_target_options(*command, *choice);
  command->footer(
      "Examples:\n"
      "  ramet cp run7.root:Events small.root             a tree, as it is stored\n"
      "  ramet cp 'run7.root:muons/h*' plots.root:muons/  all that match\n"
      "  ramet cp run7.root:pt run7.root:pt_before        another name in the same file\n"
      "  ramet cp -r run7.root:muons plots.root           a directory\n"
      "\n"
      "The newest cycle is copied, 'name;2' is that cycle, 'name;*' are all.");
  command->callback([choice, &action] {
    action = [choice](Context& context) { run_transfer(*choice, context, &merge::copy_keys); };
  });
}

}  // namespace ramet::cli
