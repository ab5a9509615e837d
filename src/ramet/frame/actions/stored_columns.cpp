#include "ramet/frame/actions/stored_columns.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/schema/value_range.hpp"
#include "ramet/table/detail/object_types.hpp"
#include "ramet/table/detail/vector_objects.hpp"

namespace ramet::inline v1::frame {
namespace {

bool is_word(char character) noexcept {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '_';
}

std::string stored_name(const std::string& column) {
  std::string name = column.starts_with('#') ? column.substr(1) : column;
  if (name.size() > 1 && name.ends_with('.')) name.pop_back();  // "muon." of ROOT's Branch: objects get the dot again
  std::ranges::replace_if(name, [](char character) { return !is_word(character); }, '_');
  return name;
}

/// Long_t and Long64_t are one type here, and two of ROOT's: a column of the source keeps its own.
bool is_long(std::string_view type_name) {
  constexpr std::array names = {"Long_t", "ULong_t", "vector<long>", "vector<unsigned long>"};
  return std::ranges::find(names, type_name) != names.end();
}

/// The type of a tree's counter that has the values of a column.
array::NumberType counting_type(const array::Type& type) {
  if (type.kind == array::Kind::option) return counting_type(type.contents.front());
  constexpr std::array others = {array::NumberType::boolean, array::NumberType::float32, array::NumberType::float64};
  const bool counts = type.kind == array::Kind::number && std::ranges::find(others, type.number) == others.end();
  return counts ? type.number : array::NumberType::int32;
}

/// Whether a type is a list of arrays of numbers: no standard vector has these, but an array with a counter.
bool is_list_of_arrays(const array::Type& type) {
  if (type.kind != array::Kind::list || type.contents.front().kind != array::Kind::regular) return false;
  const array::Type* inner = &type.contents.front();
  while (inner->kind == array::Kind::regular) inner = &inner->contents.front();
  return inner->kind == array::Kind::number;
}

/// A column of a tree as it is stored by default; `known` is null for what is no column of its own, as "#x". `counter`:
/// what counts it, if that is of the source.
table::Column tree_column(table::Column column, const FrameColumn* known, CountedLists lists,
                          const FrameColumn* counter) {
  const bool is_list = column.type.kind == array::Kind::list;
  const bool is_text = column.type.kind == array::Kind::string;
  if (is_text && known != nullptr && known->type_name == "char*") return column;  // a leaf of type C
  const bool is_of_source = known != nullptr && known->kind == FrameColumn::Kind::source;
  if (lists == CountedLists::as_counted && is_of_source && counter != nullptr) {
    column.counter = known->counter;
    column.counter_type = counting_type(counter->type);
  } else if ((is_list && !is_list_of_arrays(column.type)) || is_text) {
    column.form = table::ListForm::standard_vector;
  }
  if (is_of_source && column.counter.empty() && is_long(known->type_name)) column.type_name = known->type_name;
  return column;
}

/// Whether the source has options, of which an ntuple keeps the missing ones. Other values are missing for a reason of
/// the frame, as an entry without a partner in a friend: of these, the values are stored.
bool is_option_of_file(const FrameColumn& column) {
  constexpr std::array options = {"std::optional<", "std::unique_ptr<", "?", "option["};
  return std::ranges::any_of(options, [&](const char* one) { return column.type_name.starts_with(one); });
}

/// Whether a tree's column can have a packed range: readers find it behind one dimension at most.
bool has_place_for_range(const table::Column& column, const std::string& range) {
  const array::Type* inner = &column.type;
  int dimensions = 0;
  for (; inner->kind == array::Kind::list || inner->kind == array::Kind::regular; inner = &inner->contents.front())
    ++dimensions;
  if (column.type.kind == array::Kind::list && column.form == table::ListForm::standard_vector) return false;
  return inner->kind == array::Kind::number && (dimensions < 2 || range == "[]");
}

/// Store numbers of a file with the bits that they have there, if the format has their values exactly: a tree and an
/// ntuple have other steps between the same limits, and only an ntuple has a sign of 0 in few bits.
void keep_packed(table::Column& column, const dataset::PackedNumbers& packed, write::Format format) {
  const bool is_of_tree = format == write::Format::ttree;
  const schema::ValueRange range = schema::parse_range(packed.range);
  const bool is_only_there = packed.half_precision || range.factor != 0 || (packed.is_of_ntuple && range.bits != 0);
  if (packed.is_of_ntuple == is_of_tree && is_only_there) return;
  if (is_of_tree && !has_place_for_range(column, packed.range)) return;
  const bool has_limits_or_bits = range.factor != 0 || range.bits != 0;
  column.packed_range = is_of_tree || has_limits_or_bits || packed.range.empty() ? packed.range : "[]";
  column.half_precision = packed.half_precision;
}

bool is_counter(const table::Column& column, const std::set<std::string>& counters) {
  return column.type.kind == array::Kind::number && counters.contains(column.name);
}

void remove_counters(StoredColumns& stored) {
  std::set<std::string> counters;
  for (const table::Column& column : stored.schema.columns)
    if (!column.counter.empty()) counters.insert(column.counter);
  for (std::size_t column = stored.columns.size(); column-- > 0;) {
    if (!is_counter(stored.schema.columns[column], counters)) continue;
    stored.schema.columns.erase(stored.schema.columns.begin() + static_cast<std::ptrdiff_t>(column));
    stored.columns.erase(stored.columns.begin() + static_cast<std::ptrdiff_t>(column));
  }
}

/// The names, and those of the counters that a tree's columns among them have; `of_all` also those that come with what
/// they count.
std::vector<std::string> with_counters(std::span<const std::string> names,
                                       const std::map<std::string_view, const FrameColumn*>& known, bool of_all) {
  std::vector<std::string> all(names.begin(), names.end());
  for (const std::string& name : names) {
    const auto column = known.find(name);
    if (column == known.end() || !known.contains(column->second->counter)) continue;
    if (!of_all && column->second->kind == FrameColumn::Kind::source) continue;
    if (!std::ranges::count(all, column->second->counter)) all.push_back(column->second->counter);
  }
  return all;
}

bool has_members(const array::Type& type) {
  switch (type.kind) {
    case array::Kind::record:
      return true;
    case array::Kind::list:
    case array::Kind::regular:
    case array::Kind::option:
      return has_members(type.contents.front());
    default:
      return false;
  }
}

/// The name of a branch at this path, which may have that of the one above already: "hits/hits.x" is "hits.x".
std::string_view name_in_path(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return path;
  const std::string_view name = path.substr(slash + 1);
  std::string_view above = path.substr(0, slash);
  above = above.substr(above.rfind('/') + 1);
  const bool has_above = name.size() > above.size() && name.starts_with(above) && name[above.size()] == '.';
  return has_above ? name : path;
}

/// The name of a column of the source, but for what branches or fields cannot have in their names. Objects, whose
/// branches are called after them, have identifiers.
std::string kept_name(const std::string& column, const array::Type& type, write::Format format) {
  const std::string_view unfit = format == write::Format::ttree ? "[]:/" : " ./\\";
  if (column.starts_with('#') || has_members(type)) return stored_name(column);
  std::string name(name_in_path(column));
  if (format == write::Format::rntuple && name.size() > 1 && name.ends_with('.')) name.pop_back();
  std::ranges::replace_if(name, [&](char character) { return unfit.find(character) != unfit.npos; }, '_');
  return name;
}

}  // namespace

StoredColumns stored_columns(const Frame& frame, std::span<const std::string> names, write::Format format,
                             CountedLists lists, StoredNames stored_names, const NameTypes& name_types) {
  const std::vector<FrameColumn> columns = frame.columns();
  std::map<std::string_view, const FrameColumn*> known;
  for (const FrameColumn& column : columns) known.emplace(column.name, &column);
  StoredColumns stored;
  std::map<std::string, std::string> taken;
  // In a tree counters come with what they count, but for lists that were redefined; an ntuple gets them as columns.
  // All as in ROOT.
  const bool of_all = format == write::Format::rntuple;
  for (const std::string& name : lists == CountedLists::as_counted
                                     ? with_counters(names, known, of_all)
                                     : std::vector<std::string>(names.begin(), names.end())) {
    const auto found = known.find(name);
    const FrameColumn* const column = found == known.end() ? nullptr : found->second;
    const bool may_miss = column != nullptr && column->type.kind == array::Kind::option;
    const bool is_kept = format == write::Format::rntuple && may_miss && is_option_of_file(*column);
    const bool is_whole = column != nullptr && (!may_miss || is_kept);
    table::Column made{.name = stored_name(name), .type = is_whole ? column->type : frame.type(name)};
    if (stored_names == StoredNames::of_source && column != nullptr && column->kind == FrameColumn::Kind::source)
      made.name = kept_name(name, made.type, format);
    const auto [first, is_new] = taken.emplace(made.name, name);
    if (!is_new)
      detail::fail(ErrorKind::misuse, "columns '{}' and '{}' would both be stored as '{}'", first->second, name,
                   made.name);
    if (format == write::Format::ttree) {
      const auto counter = column == nullptr ? known.end() : known.find(column->counter);
      const bool is_own = counter != known.end() && counter->second->kind == FrameColumn::Kind::source;
      made = tree_column(std::move(made), column, lists, is_own ? counter->second : nullptr);
    }
    if (stored_names == StoredNames::of_source && column != nullptr && column->packed.are_packed() && !may_miss)
      keep_packed(made, column->packed, format);
    stored.schema.columns.push_back(std::move(made));
    stored.columns.push_back(name);
  }
  if (format == write::Format::ttree) {
    remove_counters(stored);
    table::store_vectors(stored.schema);
    if (name_types) name_types(stored);
    table::name_object_types(stored.schema);
  }
  return stored;
}

std::vector<std::string> columns_to_store(const Frame& frame) {
  const std::vector<FrameColumn> columns = frame.columns();
  // A number "jet" has no members, though there may be a branch "jet.pt" or "jet/pt".
  std::set<std::string_view> objects;
  for (const FrameColumn& column : columns)
    if (has_members(column.type)) objects.insert(column.name);
  std::set<std::string_view> parents;  // branches whose objects have their members in branches of their own
  for (const FrameColumn& column : columns)
    if (const std::size_t dot = column.name.rfind('.'); dot != std::string::npos && !column.is_nested)
      if (const std::string_view parent = std::string_view(column.name).substr(0, dot); objects.contains(parent))
        parents.insert(parent);
  // Members of an object whose branches lack its name are called "p4/fX": they come with the object.
  std::set<std::string_view> whole;
  for (const FrameColumn& column : columns)
    if (!column.is_nested && !parents.contains(column.name)) whole.insert(column.name);
  const auto is_member = [&](std::string_view name) {
    for (std::size_t slash = name.rfind('/'); slash != std::string_view::npos; slash = name.rfind('/', slash - 1)) {
      if (const auto above = name.substr(0, slash); whole.contains(above) && objects.contains(above)) return true;
      if (slash == 0) break;
    }
    return false;
  };
  std::vector<std::string> names;
  for (const FrameColumn& column : columns)
    if (whole.contains(column.name) && !is_member(column.name) && !column.name.starts_with("_collection"))
      names.push_back(column.name);
  return names;
}

}  // namespace ramet::inline v1::frame
