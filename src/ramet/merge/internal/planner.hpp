#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/differences.hpp"
#include "ramet/merge/internal/tables/table_runs.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// The parts of a table that are joined. Threads: a value that borrows the catalogue.
struct PlannedTable {
  const MergedObject* object = nullptr;
  std::vector<const TablePart*> parts;            ///< in the order of the inputs; the first has entries, if one has
  Way way = Way::move;                            ///< of most of its bytes; Way::rewrite only if of all
  bool is_changed = false;                        ///< whether it is one of TableOptions::changed
  std::vector<TableRun> runs = {};                ///< have all parts
  const TablePart* model = nullptr;               ///< whose columns and record the table gets, if not the first part's
  std::size_t planned = 0;                        ///< its number in Decisions::planned
  std::vector<const TablePart*> all_parts = {};   ///< those of all files of the output, if it has several
  std::uint64_t first_entry = 0;                  ///< of `parts` among the entries of those
  std::vector<const TablePart*> bare_parts = {};  ///< without entries, whose user info, aliases and friends are joined

  /// The parts that say which columns the table has.
  const std::vector<const TablePart*>& column_parts() const noexcept { return all_parts.empty() ? parts : all_parts; }
  /// Those whose user info, aliases and friends the table has, in the order of the inputs.
  std::vector<const TablePart*> described_parts() const {
    std::vector<const TablePart*> all;
    const auto input = [](const TablePart* part) { return part->occurrence.input; };
    std::ranges::merge(parts, bare_parts, std::back_inserter(all), {}, input, input);
    return all;
  }
  const TablePart& model_part() const noexcept { return model == nullptr ? *parts.front() : *model; }
  bool has(Way some) const noexcept { return std::ranges::find(runs, some, &TableRun::way) != runs.end(); }
  std::uint64_t entries() const noexcept {
    std::uint64_t entries = 0;
    for (const TablePart* part : parts) entries += part->entries;
    return entries;
  }
};

/// What is written, in the order of the output. Threads: a value that borrows the catalogue.
struct Decisions {
  std::vector<PlannedObject> planned;  ///< of the tables only: there may be millions of others (planned_object)
  std::vector<PlannedTable> tables;
};

/// What is done with an object that is no table.
Way way_of(const MergedObject& object, const MergeOptions& options);
/// The same, as the plan has it.
PlannedObject planned_object(const MergedObject& object, const MergeOptions& options);

/// Whether a table that is rewritten gets the joined user info, aliases and friends of its parts: it is written as a
/// tree.
bool joins_rewritten_metadata(const PlannedTable& table, const MergeOptions& options) noexcept;

/// Whether the options change which columns or entries a table has.
bool changes_tables(const TableOptions& options) noexcept;

/// With OnDifference::split, make tables of their own of parts that do not fit to the first, "NAME_2", "NAME_3", ...,
/// and give tables other names whose path has an object of another class. Notes why.
void split_tables(Catalogue& catalogue, const MergeOptions& options, Differences& differences);

/// Whether entries may be written again where that changes nothing but how they are stored.
enum class Rewriting { possible, impossible };

/// Compare the inputs, as far as keys and descriptions of tables tell, and decide by the options. Throws Error(misuse)
/// for options that fit no table, or need more memory than allowed.
Decisions decide(const Catalogue& catalogue, const MergeOptions& options, Differences& differences,
                 Rewriting rewriting = Rewriting::possible);

}  // namespace ramet::inline v1::merge::internal
