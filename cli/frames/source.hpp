#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/context.hpp"
#include "cli/terminal/progress_bar.hpp"
#include <CLI/CLI.hpp>

#include "ramet/core/error.hpp"
#include "ramet/dataset/places.hpp"
#include "ramet/expr/expression.hpp"
#include "ramet/frame/actions/chosen_columns.hpp"
#include "ramet/frame/source.hpp"

namespace ramet::cli {

/// A range of entries. Threads: a value.
struct EntriesOptions {
  std::uint64_t first = 0;
  std::optional<std::uint64_t> count;
};

/// Add the options for a range of entries.
void add_entries_options(CLI::App& command, EntriesOptions& options);

/// The options of commands that look at rows of tables. Threads: a value.
struct RowsOptions {
  std::string place;                 ///< FILE:TREE, which may be a pattern
  std::string expressions;           ///< "z:y:x"
  std::string cut;                   ///< may be empty
  std::vector<std::string> aliases;  ///< NAME=EXPRESSION
  std::uint64_t seed = 0;            ///< of random numbers
  EntriesOptions entries;
};

/// Add the options for cut, aliases and entries.
void add_rows_options(CLI::App& command, RowsOptions& options);

/// A tree, ntuple or dataset at places of files, of which there is at least one. Throws as Dataset and open_table.
frame::Source open_source(std::vector<dataset::FileAndObject> places, const Context& context);

/// Say which columns of a source cannot be read, so that they will not be written, and why: of those that the choice
/// would take. Returns the choice, which may drop such columns by name.
frame::ColumnChoice tell_unread(const frame::Source& source, frame::ColumnChoice choice);

/// Do what texts of the command line say: expressions, names of columns. Throws UsageError if one of them is wrong.
template <class Work>
auto by_texts(const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::misuse && error.kind() != ErrorKind::not_found) throw;
    throw UsageError(error.what());
  }
}

/// Split NAME=TEXT. Throws UsageError, naming the option, for another text.
std::pair<std::string, std::string> split_assignment(std::string_view option, const std::string& text);

/// An open tree, ntuple or dataset, and what is wanted of it. Threads: one thread.
class OpenTable {
 public:
  /// Throws as table_places, Dataset and open_table; UsageError when the place names no table.
  OpenTable(const RowsOptions& options, const Context& context);

  const frame::Source& source() const noexcept { return *source_; }
  EntryRange range() const noexcept { return range_; }
  /// The aliases of the command line, and those that a tree is stored with.
  const std::vector<expr::Scope::Definition>& aliases() const noexcept { return aliases_; }

 private:
  std::shared_ptr<const dataset::File> file_;
  std::optional<frame::Source> source_;
  std::vector<expr::Scope::Definition> aliases_;
  EntryRange range_;
};

/// Run work(options) with a progress bar, if the command shows one.
template <class Work>
auto with_progress(const char* task, std::uint64_t entries, const Context& context, const Work& work) {
  std::optional<ProgressBar> bar;
  if (context.shows_progress()) bar.emplace(task, entries, context.err());
  return work(frame::ReadOptions{
      .executor = context.session().executor(), .stop = context.stop(), .progress = bar ? &*bar : nullptr});
}

}  // namespace ramet::cli
