#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "ramet/merge/merge.hpp"

namespace ramet::cli {

/// What options of `merge` say of trees and ntuples. Threads: a value.
struct TableChoice {
  std::string compression;
  std::string cluster = "auto";
  std::string metadata = "refuse";
  std::vector<std::string> tables;
  std::vector<std::string> keep;
  std::vector<std::string> drop;
  std::vector<std::string> define;
  std::vector<std::string> where;
  std::string format;
  std::string profile;  // a file; empty: none
};

/// Add the options to the command.
void add_table_options(CLI::App& command, TableChoice& choice);

/// Set what was chosen. Throws UsageError.
void apply(const TableChoice& choice, merge::MergeOptions& options);

}  // namespace ramet::cli
