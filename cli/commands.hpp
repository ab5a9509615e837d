#pragma once

#include <cstdint>
#include <functional>

#include "cli/context.hpp"
#include <CLI/CLI.hpp>

namespace ramet::cli {

/// What the chosen subcommand does, once the command line is understood. Throws Error, UsageError.
using Action = std::function<void(Context&)>;

/// The option --max-memory, of commands that read whatever is in a file.
inline void add_max_memory(CLI::App& command, std::uint64_t& bytes) {
  command
      .add_option("--max-memory", bytes,
                  "About how much memory what is read may take; what needs more is not looked at, and that is said")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(true))
      ->default_str("1GiB");
}

// Each adds one subcommand to the program; when it is chosen, it puts its work into `action`, which outlives the
// program's parsing.
void add_ls(CLI::App& program, Action& action);
void add_show(CLI::App& program, Action& action);
void add_draw(CLI::App& program, Action& action);
void add_check(CLI::App& program, Action& action);
void add_recover(CLI::App& program, Action& action);

}  // namespace ramet::cli
