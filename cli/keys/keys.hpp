#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "cli/text/json.hpp"
#include <CLI/CLI.hpp>

#include "ramet/merge/keys.hpp"

namespace ramet::cli {

/// What `ramet cp`, `mv`, `rm` and `mkdir` were told. Threads: a value.
struct KeyChoice {
  std::vector<std::string> places;  ///< of cp and mv: the last one is the target
  merge::KeyOptions options;
  std::string compression;
  bool is_replaced = false;
  bool is_json = false;
};

/// Add the places and the options that several of the commands have.
void add_places(CLI::App& command, KeyChoice& choice, const std::string& text);
void add_recursive(CLI::App& command, KeyChoice& choice);
void add_target_options(CLI::App& command, KeyChoice& choice);

/// The options for the library. Throws UsageError for a compression that there is not.
merge::KeyOptions options_of(const KeyChoice& choice, const Context& context);

/// Print what was done, if JSON is wanted.
void print(const std::vector<merge::EditedKey>& done, const KeyChoice& choice, Context& context);

/// Call `transfer` with the sources and the target. Throws UsageError without both.
using Transfer = std::vector<merge::EditedKey>(const dataset::Session& session, const std::vector<std::string>& sources,
                                               const std::string& target, const merge::KeyOptions& options);
void run_transfer(const KeyChoice& choice, Context& context, Transfer* transfer);

}  // namespace ramet::cli
