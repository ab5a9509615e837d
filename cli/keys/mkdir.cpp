// ramet mkdir: makes directories in files.
#include <memory>

#include "cli/commands.hpp"
#include "cli/keys/keys.hpp"

namespace ramet::cli {

void add_mkdir(CLI::App& program, Action& action) {
  const auto choice = std::make_shared<KeyChoice>();
  CLI::App* command = program.add_subcommand("mkdir", "Make directories in files");
  add_places(*command, *choice, "The directories; a file that does not exist is made, too");
  command->add_flag("-p,--parents", choice->options.parents,
                    "Also those above them, and without an error if they exist");
  command->footer(
      "Examples:\n"
      "  ramet mkdir plots.root:muons\n"
      "  ramet mkdir -p plots.root:muons/barrel/tight");
  command->callback([choice, &action] {
    action = [choice](Context& context) {
      print(merge::make_directories(context.session(), choice->places, options_of(*choice, context)), *choice, context);
    };
  });
}

}  // namespace ramet::cli
