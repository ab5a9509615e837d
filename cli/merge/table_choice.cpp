#include "cli/merge/table_choice.hpp"

#include "cli/commands.hpp"
#include "cli/context.hpp"
#include "cli/frames/source.hpp"
#include "cli/tuning/profile_option.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"

namespace ramet::cli {
namespace {

void read_cluster(const std::string& text, merge::TableOptions& tables) {
  if (text == "auto") return;
  if (text == "keep") {
    tables.gather = merge::Gather::never;
    return;
  }
  std::string number = text;
  try {
    if (const std::string problem = read_size(number); !problem.empty()) throw CLI::ValidationError(problem);
    if (number.starts_with('-')) throw CLI::ValidationError(number);
    tables.cluster_bytes = std::stoull(number);
    if (tables.cluster_bytes == 0) throw CLI::ValidationError(number);
  } catch (const std::exception&) {
    throw UsageError(fmt::format("--cluster '{}': expected auto, keep or a size as 64MB", text));
  }
  tables.gather = merge::Gather::always;
}

compression::Settings read_compression(const std::string& text) {
  try {
    return compression::Settings::parse(text);
  } catch (const Error& error) {
    throw UsageError(fmt::format("--compress: {}", error.what()));
  }
}

/// Options by which tables are written again.
void add_change_options(CLI::App& command, TableChoice& choice) {
  const auto add_list = [&](const std::string& name, std::vector<std::string>& texts, const std::string& what) {
    return command.add_option(name, texts, what)->allow_extra_args(false);
  };
  add_list("-t,--table", choice.tables, "The table that the next options change, if there are several; may be repeated")
      ->type_name("PATH");
  add_list("-k,--keep", choice.keep, "Columns that it gets: names or patterns; may be repeated")
      ->type_name("PATTERNS")
      ->delimiter(',');
  add_list("-d,--drop", choice.drop, "Columns that it does not get; may be repeated")
      ->type_name("PATTERNS")
      ->delimiter(',');
  add_list("-c,--where,--cut", choice.where, "Entries stay for which this is true; may be repeated")
      ->type_name("EXPRESSION");
  add_list("--define", choice.define, "A new column, or another meaning of one, NAME=EXPRESSION; may be repeated")
      ->type_name("DEFINITION");
  command.add_option("--to", choice.format, "Write all tables as trees or as ntuples (default: as they are)")
      ->check(CLI::IsMember({"tree", "ntuple"}));
  add_profile_option(command, choice.profile);
}

}  // namespace

void add_table_options(CLI::App& command, TableChoice& choice) {
  command
      .add_option("--compress,--compression", choice.compression,
                  "zstd, zlib, lz4, lzma or none, with a level as zstd:5, or ROOT's number: of objects, and of entries "
                  "of files with another one (default: the first input's, and entries keep theirs)")
      ->type_name("COMPRESSION");
  command
      .add_option("--cluster", choice.cluster,
                  "Join baskets and clusters of tables to larger ones: auto, if most are small; keep; or the size of a "
                  "cluster, uncompressed, as 64MB")
      ->type_name("SIZE")
      ->capture_default_str();
  command
      .add_option("--metadata", choice.metadata,
                  "User info, aliases and friends of trees that differ: refuse, keep the first, or join them")
      ->check(CLI::IsMember({"refuse", "first", "join"}))
      ->capture_default_str();
  add_change_options(command, choice);
}

void apply(const TableChoice& choice, merge::MergeOptions& options) {
  if (!choice.compression.empty()) {
    options.compression = read_compression(choice.compression);
    options.tables.on_other_compression = merge::OnOtherCompression::pack_anew;
  }
  read_cluster(choice.cluster, options.tables);
  merge::TableOptions& tables = options.tables;
  if (choice.metadata == "first") tables.on_other_metadata = merge::OnOtherMetadata::first;
  if (choice.metadata == "join") tables.on_other_metadata = merge::OnOtherMetadata::join;
  tables.changed = choice.tables;
  tables.columns = {choice.keep, choice.drop};
  tables.where = choice.where;
  for (const std::string& text : choice.define) {
    const auto [name, expression] = split_assignment("--define", text);
    tables.definitions.push_back({name, expression});
  }
  tables.profile = chosen_profile(choice.profile);
  if (!choice.format.empty()) tables.format = choice.format == "tree" ? write::Format::ttree : write::Format::rntuple;
}

}  // namespace ramet::cli
