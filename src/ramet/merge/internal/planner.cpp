#include "ramet/merge/internal/planner.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/nearest_names.hpp"
#include "ramet/merge/internal/rules.hpp"
#include "ramet/merge/internal/schemas/adapted_columns.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

Way way_of(Treat treat, std::size_t occurrences) noexcept {
  switch (treat) {
    case Treat::add:
      return occurrences > 1 ? Way::sum : Way::one;
    case Treat::append:
      return occurrences > 1 ? Way::append : Way::one;
    case Treat::join:
      return occurrences > 1 ? Way::join : Way::one;
    case Treat::shift:
      return Way::append;
    case Treat::all:
    case Treat::distinct:
      return Way::cycles;
    case Treat::leave_out:
      return Way::leave;
    case Treat::same:
    case Treat::alone:
    case Treat::first:
    case Treat::last:
      break;
  }
  return Way::one;
}

/// Why a table is rewritten whose parts have other columns.
constexpr std::string_view other_columns = "columns or types differ";
constexpr std::string_view other_layout = "fields are in another order, or encoded otherwise";

/// In what a column differs from the wanted one: in its type, or else in how this is stored, as versions of classes.
std::string difference_of(const ColumnDescription& wanted, const ColumnDescription& found) {
  if (found.type != wanted.type) return fmt::format("is '{}' instead of '{}'", found.type, wanted.type);
  return fmt::format("is '{}', but stored as '{}' instead of '{}'", found.type, found.stored, wanted.stored);
}

/// Compares the parts of one table. Threads: one thread.
class TableDecision {
 public:
  TableDecision(const MergedObject& object, const MergeOptions& options, Differences& differences,
                Rewriting rewriting = Rewriting::possible)
      : object_(object), options_(options), differences_(differences), rewriting_(rewriting) {}

  PlannedTable decide(PlannedObject& planned, bool is_changed) {
    PlannedTable table{&object_, {}, Way::move, is_changed};
    std::string reason = reason_to_rewrite(is_changed);
    const TablePart& wanted = reference();
    for (const TablePart& part : object_.parts()) {
      planned.entries += part.entries;
      planned.clusters += part.clusters;
      planned.bytes += part.bytes;
      if (part.entries == 0 && &part != &wanted) {
        if (is_described_by(wanted, part)) table.bare_parts.push_back(&part);
        continue;
      }
      const Fit fit = fit_of(wanted, part);
      if (reason.empty() && fit == Fit::laid_out_anew) reason = std::string(other_layout);
      if (reason.empty() && fit == Fit::rewritten)
        reason = part.obstacle.empty() ? std::string(other_columns) : part.obstacle;
      if (fit == Fit::none)
        planned.lost_entries += part.entries;
      else
        table.parts.push_back(&part);
    }
    choose_ways(table, reason);
    if (table.way == Way::rewrite) require_no_metadata(table);
    planned.runs = planned_runs(table.parts, table.runs);
    planned.way = table.way;
    return table;
  }

 private:
  /// The part that the others are compared with: the first that has entries, or columns.
  const TablePart& reference() const {
    for (const TablePart& part : object_.parts())
      if (part.entries > 0) return part;
    for (const TablePart& part : object_.parts())
      if (!part.schema->columns.empty()) return part;
    return object_.parts().front();
  }

  /// Why the options demand that entries are written again, or nothing.
  std::string reason_to_rewrite(bool is_changed) const {
    if (is_changed) return "columns or entries are changed";
    if (options_.tables.profile) return "a profile says how tables are written";
    if (!options_.tables.format || *options_.tables.format == format_of(object_)) return {};
    return *options_.tables.format == write::Format::ttree ? "becomes a tree" : "becomes an ntuple";
  }

  static void choose_rewrite(PlannedTable& table, std::string reason) {
    table.way = Way::rewrite;
    if (!table.parts.empty()) table.runs.push_back({Way::rewrite, table.parts.size(), std::move(reason)});
  }

  void choose_ways(PlannedTable& table, const std::string& reason_to_rewrite) const {
    if (reason_to_rewrite.empty())
      table.runs = runs_of(table.parts, options_);
    else if (reason_to_rewrite != other_columns || !adapt(table))
      return choose_rewrite(table, reason_to_rewrite);
    table.way = main_way(planned_runs(table.parts, table.runs));
  }

  /// Of trees whose columns differ, move those that all have, and only fill or leave out the others. False if that
  /// cannot be done, because no part has the columns of the output; or if it should not, because baskets are so small
  /// that they are better joined.
  bool adapt(PlannedTable& table) const {
    const bool drops = options_.on_missing_column == OnMissingColumn::drop;
    if (object_.kind != ObjectKind::tree || options_.on_missing_column == OnMissingColumn::refuse ||
        options_.on_missing_column == OnMissingColumn::flag)
      return false;
    const auto width = [](const TablePart* part) { return part->schema->columns.size(); };
    const TablePart& model =
        drops ? **std::ranges::min_element(table.parts, {}, width) : **std::ranges::max_element(table.parts, {}, width);
    std::vector<std::string> changes;
    for (const TablePart* part : table.parts) {
      if (part->schema->metadata != model.schema->metadata || !part->obstacle.empty()) return false;
      std::string& change = changes.emplace_back();
      if (matching_columns(*model.schema, *part->schema)) continue;
      const auto adapted = adapted_columns(*model.schema, *part->schema);
      if (!adapted || !(drops ? adapted->filled : adapted->left_out).empty()) return false;
      change = description_of(*adapted);
    }
    std::size_t number = 0;
    for (const TableRun& run : runs_of(table.parts, options_))
      for (const std::size_t end = number + run.parts; number < end; ++number)
        if (run.way == Way::gather && !changes[number].empty()) return false;
    table.model = &model;
    table.runs = runs_of(table.parts, options_, changes);
    return true;
  }

  /// How the entries of a part get into the table.
  enum class Fit { moved, laid_out_anew, rewritten, none };

  bool may_rewrite() const noexcept {
    return options_.on_missing_column != OnMissingColumn::refuse || options_.on_other_type != OnOtherType::refuse;
  }

  Fit fit_of(const TablePart& wanted, const TablePart& part) {
    if (part.index != wanted.index) {
      add(part, DifferenceKind::metadata, "",
          fmt::format("its index (TTreeIndex) is of '{}' instead of '{}'", part.index, wanted.index));
      return Fit::none;
    }
    if (!part.obstacle.empty() && object_.parts().size() > 1) {
      // What an ntuple's reader gives is what was written, however that is stored; trees may lack entries.
      const bool keeps_values = object_.kind == ObjectKind::ntuple && rewriting_ == Rewriting::possible;
      if (may_rewrite() || keeps_values) return fit_of_rewritten(*wanted.schema, part);
      add(part, DifferenceKind::storage, "", part.obstacle);
      return Fit::none;
    }
    if (part.schema == wanted.schema) return Fit::moved;
    if (!matching_columns(*wanted.schema, *part.schema)) return compare_columns(*wanted.schema, part);
    if (part.schema->metadata == wanted.schema->metadata) return Fit::moved;
    if (options_.tables.on_other_metadata == OnOtherMetadata::join) return join_names(part);
    const bool is_taken = options_.tables.on_other_metadata == OnOtherMetadata::first;
    add(part, DifferenceKind::metadata, "", "its user info, aliases or friends are other ones", is_taken);
    if (is_taken) return Fit::moved;
    return options_.on_difference == OnDifference::skip_file ? Fit::moved : Fit::none;
  }

  /// Whether user info, aliases and friends of a part without entries, which may tell of a luminosity, are joined.
  bool is_described_by(const TablePart& wanted, const TablePart& part) {
    if (part.schema->metadata.empty()) return false;
    if (options_.tables.on_other_metadata == OnOtherMetadata::join) return join_names(part) == Fit::moved;
    const bool is_taken =
        options_.tables.on_other_metadata == OnOtherMetadata::first || options_.on_difference == OnDifference::split;
    if (part.schema->metadata != wanted.schema->metadata)
      add(part, DifferenceKind::metadata, "", "its user info, aliases or friends are other ones", is_taken);
    return false;
  }

  /// However a part is stored that is written again, its columns must be the wanted ones, or the options take others.
  Fit fit_of_rewritten(const TableSchema& wanted, const TablePart& part) {
    if (matching_columns(wanted, *part.schema)) return Fit::rewritten;
    return compare_columns(wanted, part) == Fit::none ? Fit::none : Fit::rewritten;
  }

  /// Aliases and friends of one name must mean the same.
  Fit join_names(const TablePart& part) {
    if (names_.empty()) names_ = reference().schema->names;
    for (const auto& [name, meaning] : part.schema->names) {
      const auto known = names_.emplace(name, meaning).first;
      if (known->second == meaning) continue;
      add(part, DifferenceKind::metadata, name, fmt::format("is '{}' instead of '{}'", meaning, known->second));
      return Fit::none;
    }
    return Fit::moved;
  }

  Fit compare_columns(const TableSchema& wanted, const TablePart& part) {
    std::multimap<std::string_view, const ColumnDescription*> there;  // a field and its items may have one path
    for (const ColumnDescription& column : part.schema->columns) there.emplace(column.path, &column);
    const bool takes_missing = options_.on_missing_column != OnMissingColumn::refuse;
    const bool takes_types = options_.on_other_type == OnOtherType::convert;
    bool is_taken = may_rewrite();
    bool has_other_layout = false;
    bool is_same = true;
    const auto note = [&](DifferenceKind kind, const std::string& column, std::string message, bool takes) {
      add(part, kind, column, std::move(message), takes);
      is_taken = is_taken && takes;
      is_same = false;
    };
    for (const ColumnDescription& column : wanted.columns) {
      const auto [other, last] = there.equal_range(column.path);
      if (other == last) {
        note(DifferenceKind::missing_column, column.path, "is missing", takes_missing);
        continue;
      }
      has_other_layout = has_other_layout || other->second->layout != column.layout;
      if (!other->second->has_same_type(column))
        note(DifferenceKind::column_type, column.path, difference_of(column, *other->second), takes_types);
      there.erase(other);
    }
    for (const ColumnDescription& column : part.schema->columns)
      if (there.erase(column.path) > 0) note(DifferenceKind::extra_column, column.path, "is one more", takes_missing);
    if (is_same && has_other_layout && rewriting_ == Rewriting::possible) return Fit::laid_out_anew;
    if (is_taken) return Fit::rewritten;
    if (wanted.columns.size() == part.schema->columns.size() && !differences_.loses_data())
      add(part, DifferenceKind::column_type, "",
          has_other_layout ? fmt::format("its {}", other_layout) : "its columns are in another order");
    return Fit::none;
  }

  /// Entries that are written again have a new record, which may get the joined metadata, but no index.
  void require_no_metadata(const PlannedTable& table) {
    const bool joins = joins_rewritten_metadata(table, options_);
    for (const TablePart* part : table.parts) {
      if (joins && part->index.empty() && join_names(*part) == Fit::moved) continue;
      if (!part->schema->metadata.empty() || !part->index.empty())
        return add(*part, DifferenceKind::metadata, "",
                   "user info, aliases, friends and index are not kept by a rewrite",
                   options_.tables.on_other_metadata == OnOtherMetadata::first);
    }
  }

  void add(const TablePart& part, DifferenceKind kind, std::string column, std::string message, bool is_taken = false) {
    Difference difference{
        .kind = kind, .path = object_.path(), .part = std::move(column), .message = std::move(message)};
    difference.input = part.occurrence.input;
    difference.entries = part.entries;
    difference.is_accepted = is_taken || options_.on_difference == OnDifference::skip_file;
    differences_.add(std::move(difference));
  }

  const MergedObject& object_;
  const MergeOptions& options_;
  Differences& differences_;
  const Rewriting rewriting_;
  std::map<std::string, std::string> names_;  // of aliases and friends so far, with their meaning
};

/// Which tables the options change. Threads: a value.
class ChangedTables {
 public:
  ChangedTables(const Catalogue& catalogue, const TableOptions& options) : options_(options) {
    if (!changes_tables(options) && options.changed.empty()) return;
    std::vector<std::string> tables;
    for (const MergedObject& object : catalogue.objects)
      if (object.kind != ObjectKind::object && std::ranges::find(tables, object.stored_path()) == tables.end())
        tables.push_back(object.stored_path());
    const std::vector<std::string_view> known(tables.begin(), tables.end());
    for (const std::string& path : options.changed)
      if (std::ranges::find(tables, path) == tables.end())
        throw OptionError(ErrorKind::misuse,
                          fmt::format("the inputs have no table '{}'{}", path, file::suggest_names(path, known)));
    if (options.changed.empty() && tables.size() > 1)
      throw OptionError(ErrorKind::misuse,
                        fmt::format("the inputs have {} tables, '{}', '{}'{}: say which one is changed", tables.size(),
                                    tables[0], tables[1], tables.size() > 2 ? ", ..." : ""));
  }

  bool contains(const MergedObject& object) const {
    if (!changes_tables(options_) || object.kind == ObjectKind::object || object.is_left) return false;
    return options_.changed.empty() ||
           std::ranges::find(options_.changed, object.stored_path()) != options_.changed.end();
  }

 private:
  const TableOptions& options_;
};

bool is_joining(Treat treat) noexcept { return treat == Treat::add || treat == Treat::append || treat == Treat::join; }

bool is_joined(const MergedObject& object, const MergeOptions& options) {
  return object.kind != ObjectKind::object || is_joining(treatment_of(object, options.rules));
}

std::size_t first_input(const MergedObject& object) noexcept {
  return object.kind == ObjectKind::object ? object.occurrences.front().input : object.parts().front().occurrence.input;
}

/// The objects whose path an earlier one has, each with the first of these. Paths are compared by hashes, as there may
/// be millions.
std::vector<std::pair<const MergedObject*, const MergedObject*>> objects_of_same_path(const Catalogue& catalogue) {
  std::vector<std::pair<std::uint64_t, std::size_t>> hashes;
  hashes.reserve(catalogue.objects.size());
  for (std::size_t number = 0; number < catalogue.objects.size(); ++number) {
    const std::string path = catalogue.objects[number].path();
    hashes.emplace_back(bytes::xxh3(std::as_bytes(std::span(path))), number);
  }
  std::ranges::sort(hashes);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t begin = 0; begin < hashes.size();) {
    std::size_t end = begin + 1;
    for (; end < hashes.size() && hashes[end].first == hashes[begin].first; ++end)
      pairs.emplace_back(hashes[end].second, hashes[begin].second);
    begin = end;
  }
  std::ranges::sort(pairs);
  std::vector<std::pair<const MergedObject*, const MergedObject*>> objects;
  for (const auto& [later, first] : pairs)
    if (catalogue.objects[later].path() == catalogue.objects[first].path())
      objects.emplace_back(&catalogue.objects[later], &catalogue.objects[first]);
  return objects;
}

/// One path with objects of several classes, of which one is joined.
void compare_classes(const Catalogue& catalogue, const MergeOptions& options, Differences& differences) {
  for (const auto& [later, first] : objects_of_same_path(catalogue)) {
    const MergedObject& object = *later;
    if (!is_joined(object, options) && !is_joined(*first, options)) continue;
    Difference difference{.kind = DifferenceKind::object_class, .path = object.path(), .part = {}, .message = {}};
    difference.message = fmt::format("is a {} instead of a {}", object.class_name, first->class_name);
    difference.input = first_input(object);
    if (options.on_difference == OnDifference::split) {
      difference.is_loss = false;
      difference.message += "; both are kept, as cycles";
    }
    differences.add(std::move(difference));
  }
}

/// Gives tables names that no other object has. Threads: one thread.
class NewNames {
 public:
  explicit NewNames(const Catalogue& catalogue) {
    for (const MergedObject& object : catalogue.objects) taken_.insert(object.path());
  }

  void give(MergedObject& table) {
    for (std::size_t number = 2;; ++number) {
      table.special.made().new_name = fmt::format("{}_{}", table.name, number);
      if (taken_.insert(table.path()).second) return;
    }
  }

 private:
  std::set<std::string> taken_;
};

/// Take the parts out of a table that do not fit to its first one.
std::vector<TablePart> take_unfit(MergedObject& table, const MergeOptions& options, Differences& differences) {
  PlannedObject planned;
  Differences found;
  const PlannedTable fit = TableDecision(table, options, found).decide(planned, false);
  std::set<const TablePart*> fits(fit.parts.begin(), fit.parts.end());
  if (fits.empty()) fits.insert(&table.parts().front());
  std::vector<TablePart> stay;
  std::vector<TablePart> rest;
  std::set<std::size_t> inputs;
  for (TablePart& part : table.special.made().parts) {
    const bool stays = part.entries == 0 || fits.contains(&part);
    if (!stays) inputs.insert(part.occurrence.input);
    (stays ? stay : rest).push_back(std::move(part));
  }
  table.special.made().parts = std::move(stay);
  for (Difference difference : found.all()) {
    if (!inputs.contains(difference.input)) continue;
    difference.is_loss = false;
    difference.message += "; such entries get a table of their own";
    differences.add(std::move(difference));
  }
  return rest;
}

}  // namespace

bool joins_rewritten_metadata(const PlannedTable& table, const MergeOptions& options) noexcept {
  return options.tables.on_other_metadata == OnOtherMetadata::join &&
         options.tables.format.value_or(format_of(*table.object)) == write::Format::ttree;
}

bool changes_tables(const TableOptions& options) noexcept {
  return !options.columns.keep.empty() || !options.columns.drop.empty() || !options.definitions.empty() ||
         !options.where.empty();
}

void split_tables(Catalogue& catalogue, const MergeOptions& options, Differences& differences) {
  if (options.on_difference != OnDifference::split) return;
  NewNames names(catalogue);
  std::set<std::string> taken;
  for (const MergedObject& object : catalogue.objects)
    if (object.kind == ObjectKind::object) taken.insert(object.path());
  std::deque<MergedObject> objects;
  for (MergedObject& object : catalogue.objects) {
    const bool is_table = object.kind != ObjectKind::object;
    if (is_table && !taken.insert(object.path()).second) {
      Difference remark{.kind = DifferenceKind::object_class, .path = object.path(), .part = {}, .message = {}};
      names.give(object);
      remark.message = fmt::format("another object has this name: the {} is '{}'", object.class_name, object.path());
      remark.input = first_input(object);
      remark.is_loss = false;
      differences.add(std::move(remark));
    }
    MergedObject next = object;
    objects.push_back(std::move(object));
    if (!is_table) continue;
    Differences later;  // what the others differ in from each other
    std::vector<TablePart>& rest = next.special.made().parts;
    for (rest = take_unfit(objects.back(), options, differences); !rest.empty();) {
      names.give(next);
      objects.push_back(next);
      rest = take_unfit(objects.back(), options, later);
    }
  }
  catalogue.objects = std::move(objects);
}

Way way_of(const MergedObject& object, const MergeOptions& options) {
  return way_of(treatment_of(object, options.rules), object.occurrences.size());
}

PlannedObject planned_object(const MergedObject& object, const MergeOptions& options) {
  PlannedObject planned{.path = object.path(), .class_name = object.class_name};
  planned.inputs = object.occurrences.size();
  planned.way = way_of(object, options);
  planned.bytes = object.occurrences.stored_bytes();
  return planned;
}

Decisions decide(const Catalogue& catalogue, const MergeOptions& options, Differences& differences,
                 Rewriting rewriting) {
  if (options.tables.cluster_bytes == 0) throw OptionError(ErrorKind::misuse, "clusters of 0 bytes hold nothing");
  if (options.tables.gather == Gather::always && 4 * options.tables.cluster_bytes > options.max_memory)
    throw OptionError(ErrorKind::misuse,
                      fmt::format("clusters of {} bytes need about {} bytes of memory, more than the {} allowed",
                                  options.tables.cluster_bytes, 4 * options.tables.cluster_bytes, options.max_memory));
  Decisions decisions;
  const ChangedTables changed(catalogue, options.tables);
  compare_classes(catalogue, options, differences);
  for (const MergedObject& object : catalogue.objects) {
    if (object.kind == ObjectKind::object) continue;
    PlannedObject planned{.path = object.path(), .class_name = object.class_name};
    planned.inputs = object.parts().size();
    decisions.tables.push_back(
        TableDecision(object, options, differences, rewriting).decide(planned, changed.contains(object)));
    decisions.tables.back().planned = decisions.planned.size();
    decisions.planned.push_back(std::move(planned));
  }
  return decisions;
}

}  // namespace ramet::inline v1::merge::internal
