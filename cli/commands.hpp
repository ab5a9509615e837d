#pragma once

#include <functional>

#include "cli/context.hpp"
#include <CLI/CLI.hpp>

namespace ramet::cli {

/// What the chosen subcommand does, once the command line is understood. Throws Error, UsageError.
using Action = std::function<void(Context&)>;

// Each adds one subcommand to the program; when it is chosen, it puts its work into `action`, which outlives the
// program's parsing.
void add_ls(CLI::App& program, Action& action);
void add_show(CLI::App& program, Action& action);
void add_draw(CLI::App& program, Action& action);
void add_check(CLI::App& program, Action& action);
void add_recover(CLI::App& program, Action& action);

}  // namespace ramet::cli
