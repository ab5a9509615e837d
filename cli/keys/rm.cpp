// ramet rm: removes keys of files.
#include <memory>

#include "cli/commands.hpp"
#include "cli/keys/keys.hpp"

namespace ramet::cli {

void add_rm(CLI::App& program, Action& action) {
  const auto choice = std::make_shared<KeyChoice>();
  CLI::App* command = program.add_subcommand("rm", "Remove objects, trees and directories");
  add_places(*command, *choice, "What to remove");
  add_recursive(*command, *choice);
  command->footer(
      "Examples:\n"
      "  ramet rm run7.root:pt                 all cycles\n"
      "  ramet rm 'run7.root:Events;1'         one cycle\n"
      "  ramet rm 'run7.root:muons/h_*'        all that match\n"
      "  ramet rm -r run7.root:muons           a directory\n"
      "\n"
      "Their space is free for what is written next; the file does not become smaller.");
  command->callback([choice, &action] {
    action = [choice](Context& context) {
      print(merge::remove_keys(context.session(), choice->places, options_of(*choice, context)), *choice, context);
    };
  });
}

}  // namespace ramet::cli
