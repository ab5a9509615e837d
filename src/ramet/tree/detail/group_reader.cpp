#include "ramet/tree/detail/group_reader.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/schema/detail/unique_name.hpp"
#include "ramet/tree/internal/layout/member_layout.hpp"

namespace ramet::inline v1::tree {
namespace {

bool is_part(const Branch& branch) {
  return branch.is_group() ? is_readable_group(branch) : branch.layout().is_readable();
}

/// Collect the branches without sub-branches, in the order in which `assemble` takes their columns.
void collect_columns(const Branch& group, std::vector<const Branch*>& columns) {
  for (const Branch& branch : group.branches) {
    if (!is_part(branch)) continue;
    if (branch.is_group()) {
      collect_columns(branch, columns);
    } else {
      columns.push_back(&branch);
    }
  }
}

/// The columns that were read, in the order of collect_columns, and the damaged branches that were left out. Threads:
/// one thread.
class Columns {
 public:
  Columns(std::vector<array::Array> columns, std::set<const Branch*> left_out)
      : columns_(std::move(columns)), left_out_(std::move(left_out)) {}

  bool has(const Branch& branch) const { return is_part(branch) && !left_out_.contains(&branch); }
  array::Array take() { return std::move(columns_.at(next_++)); }

 private:
  std::vector<array::Array> columns_;
  std::set<const Branch*> left_out_;
  std::size_t next_ = 0;
};

void add_member(array::Array& record, std::string name, array::Array value) {
  record.names.push_back(schema::unique_name(record.names, std::move(name)));
  record.contents.push_back(std::move(value));
}

array::Array record_of(std::size_t length) {
  array::Array record(array::Type::record_of({}, {}));
  record.length = length;
  return record;
}

/// Add a value at a path like "position.x", in records inside records.
void add_at(array::Array& record, std::string_view path, array::Array value) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos || dot == 0) return add_member(record, std::string(path), std::move(value));
  const std::string_view first = path.substr(0, dot);
  const auto found = std::ranges::find(record.names, first);
  if (found == record.names.end()) {
    array::Array inner = record_of(record.length);
    add_at(inner, path.substr(dot + 1), std::move(value));
    return add_member(record, std::string(first), std::move(inner));
  }
  add_at(record.contents[static_cast<std::size_t>(found - record.names.begin())], path.substr(dot + 1),
         std::move(value));
}

/// The objects of a collection, whose members are lists of one size.
array::Array assemble_collection(const Branch& collection, Columns& next) {
  array::Array list(array::Type::list_of(array::Type::record_of({}, {})));
  bool is_first = true;
  for (const Branch& branch : collection.branches) {
    if (!next.has(branch)) continue;
    if (branch.is_group())
      fail(ErrorKind::unsupported, "branch '{}': a group among a collection's members", branch.name);
    array::Array column = next.take();
    if (column.kind != array::Kind::list)
      fail(ErrorKind::unsupported, "branch '{}' belongs to a collection, but is not a list", branch.name);
    if (is_first) {
      list.length = column.length;
      list.contents[0].length = column.contents[0].length;
      std::swap(list.offsets, column.offsets);
    } else if (!std::ranges::equal(list.list_offsets(), column.list_offsets())) {
      fail(ErrorKind::corrupt, "branch '{}' has a different number of objects than its siblings", branch.name);
    }
    is_first = false;
    if (branch.element_class != "TObject")
      add_at(list.contents[0], own_name(branch, collection.name), std::move(column.contents[0]));
  }
  return list;
}

/// Add the members of an object and of its bases to its record. Branches of bases may be named as if they were directly
/// below `above`.
void add_members(const Branch& object, std::string_view above, Columns& next, array::Array& record) {
  for (const Branch& branch : object.branches) {
    if (!next.has(branch)) continue;
    const bool is_below = branch.name.starts_with(object.name);
    const std::string name(own_name(branch, is_below ? std::string_view(object.name) : above));
    if (branch.is_collection() && branch.is_group()) {
      add_member(record, name, assemble_collection(branch, next));
    } else if (branch.is_group() && is_base(branch)) {
      add_members(branch, above, next, record);
    } else if (branch.is_group()) {
      array::Array inner = record_of(record.length);
      add_members(branch, branch.name, next, inner);
      add_member(record, name, std::move(inner));
    } else if (array::Array column = next.take(); column.kind == array::Kind::record && is_base(branch)) {
      for (std::size_t k = 0; k < column.names.size(); ++k)
        add_member(record, std::move(column.names[k]), std::move(column.contents[k]));
    } else if (branch.element_class != "TObject") {
      add_at(record, name, std::move(column));
    }
  }
}

array::Array assemble(const Branch& group, std::size_t length, Columns& next) {
  array::Array record = record_of(length);
  for (const Branch& branch : group.branches) {
    if (!next.has(branch)) continue;
    record.names.push_back(branch.name);
    record.contents.push_back(branch.is_group() ? assemble(branch, length, next) : next.take());
  }
  return record;
}

}  // namespace

namespace {

/// Read branches one by one, and leave out damaged ones.
Columns read_sound(const TreeReader& reader, std::span<const Branch* const> branches, EntryRange entries,
                   const ReadOptions& options, std::vector<LeftOut>& left_out) {
  std::vector<array::Array> columns;
  std::set<const Branch*> damaged;
  for (const Branch* branch : branches) {
    try {
      columns.push_back(reader.read(*branch, entries, options));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::corrupt) throw;
      damaged.insert(branch);
      left_out.push_back({branch->name, error.what()});
    }
  }
  return {std::move(columns), std::move(damaged)};
}

/// The columns below a group.
Columns read_below(const TreeReader& reader, const Branch& group, EntryRange entries, const ReadOptions& options,
                   std::vector<LeftOut>* left_out) {
  if (!is_readable_group(group))
    fail(ErrorKind::unsupported, "branch '{}': none of the branches below it can be read", group.name);
  std::vector<const Branch*> branches;
  collect_columns(group, branches);
  try {
    return {reader.read(branches, entries, options), {}};
  } catch (const Error& error) {
    if (left_out == nullptr || error.kind() != ErrorKind::corrupt) throw;
  }
  return read_sound(reader, branches, entries, options, *left_out);
}

}  // namespace

bool is_readable_group(const Branch& group) { return std::ranges::any_of(group.branches, is_part); }

array::Type group_type(const Branch& group) {
  array::Type type = array::Type::record_of({}, {});
  for (const Branch& branch : group.branches) {
    if (!is_part(branch)) continue;
    type.names.push_back(branch.name);
    type.contents.push_back(branch.is_group() ? group_type(branch) : branch.layout().type);
  }
  return type;
}

std::string group_type_name(const Branch& group) {
  if (const MemberPlace place = find_member(group, group.class_layouts())) {
    const schema::StreamerElement& member = place.member();
    return member.type_name == "BASE" ? member.name : member.type_name;
  }
  return group.element_class;
}

array::Array read_group(const TreeReader& reader, const Branch& group, EntryRange entries, const ReadOptions& options,
                        std::vector<LeftOut>* left_out) {
  Columns next = read_below(reader, group, entries, options, left_out);
  return assemble(group, entries.size(), next);
}

array::Array read_objects(const TreeReader& reader, const Branch& group, EntryRange entries, const ReadOptions& options,
                          std::vector<LeftOut>* left_out) {
  Columns next = read_below(reader, group, entries, options, left_out);
  if (group.is_collection()) return assemble_collection(group, next);
  array::Array record = record_of(entries.size());
  add_members(group, group.name, next, record);
  return record;
}

}  // namespace ramet::inline v1::tree
