#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "cli/context.hpp"
#include <CLI/CLI.hpp>

namespace ramet::cli {

/// Runs the chosen subcommand, after the command line was parsed. Throws Error, UsageError.
using Action = std::function<void(Context&)>;

/// Read a size, as 10GB, 1.5G or 64MiB, into a number of bytes. Returns what is wrong with it, as CLI::Validator wants.
std::string read_size(std::string& text);
/// What an option's value is passed through: read_size.
inline CLI::Validator size_value() { return {read_size, "SIZE [b, kb(=1000b), kib(=1024b), ...]"}; }

/// What the value of an option is passed through that is one of a few words, each for an enumerator.
template <class Value>
CLI::Validator one_of(std::map<std::string, Value> words) {
  const auto read = [words = std::move(words)](std::string& text) {
    const auto found = words.find(text);
    if (found == words.end()) {
      std::string known;
      for (const auto& [word, value] : words) known += (known.empty() ? "" : ", ") + word;
      return "'" + text + "' is none of " + known;
    }
    text = std::to_string(static_cast<int>(found->second));
    return std::string();
  };
  return {read, ""};
}

/// Add the option --max-memory, for commands that read everything in a file. `beyond`: what becomes of data that needs
/// more.
inline void add_max_memory(CLI::App& command, std::uint64_t& bytes, const std::string& beyond = "") {
  const std::uint64_t mebibytes = bytes >> 20;
  command.add_option("--max-memory", bytes, "Approximate limit on memory" + beyond)
      ->type_name("SIZE")
      ->transform(size_value())
      ->default_str(mebibytes % 1024 == 0 ? std::to_string(mebibytes / 1024) + "GiB"
                                          : std::to_string(mebibytes) + "MiB");
}

// Each function adds one subcommand to the program. If the subcommand is chosen, parsing sets `action` to its work;
// `action` must outlive parsing.
void add_ls(CLI::App& program, Action& action);
void add_show(CLI::App& program, Action& action);
void add_draw(CLI::App& program, Action& action);
void add_scan(CLI::App& program, Action& action);
void add_skim(CLI::App& program, Action& action);
void add_check(CLI::App& program, Action& action);
void add_recover(CLI::App& program, Action& action);
void add_merge(CLI::App& program, Action& action);
void add_hadd(CLI::App& program, Action& action);
void add_diff(CLI::App& program, Action& action);
void add_convert(CLI::App& program, Action& action);
void add_cp(CLI::App& program, Action& action);
void add_mv(CLI::App& program, Action& action);
void add_rm(CLI::App& program, Action& action);
void add_mkdir(CLI::App& program, Action& action);
void add_trace(CLI::App& program, Action& action);
void add_tune(CLI::App& program, Action& action);

}  // namespace ramet::cli
