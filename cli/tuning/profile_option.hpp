#pragma once

#include <optional>
#include <string>

#include "cli/context.hpp"
#include <CLI/CLI.hpp>

#include "ramet/core/error.hpp"
#include "ramet/tune/profile.hpp"

namespace ramet::cli {

/// Add the option --profile to a command that writes tables.
inline void add_profile_option(CLI::App& command, std::string& path) {
  command
      .add_option("--profile", path, "Compression of each column, and the size of clusters, as `ramet tune` found them")
      ->type_name("FILE.json");
}

/// The profile of the option; nothing without it. Throws UsageError for a file that is none.
inline std::optional<tune::Profile> chosen_profile(const std::string& path) {
  if (path.empty()) return std::nullopt;
  try {
    return tune::Profile::read(path);
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

}  // namespace ramet::cli
