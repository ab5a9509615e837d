#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/commands.hpp"

#include "ramet/merge/merge.hpp"

namespace ramet::cli {

/// The options of `ramet merge --follow`. Threads: a value.
struct FollowChoice {
  std::string folder;
  std::string end_file;
  std::optional<double> until_idle;  ///< seconds, as all below
  double settle = 2;
  double checkpoint = 10;
};

void add_follow_options(CLI::App& command, FollowChoice& choice);

/// Merge the files of a folder as they arrive, and end as the choice says.
void run_follow(const FollowChoice& choice, const std::string& output, const merge::MergeOptions& options,
                Context& context);

}  // namespace ramet::cli
