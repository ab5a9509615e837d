#include "ramet/tree/group_reader.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/tree/layout/member_layout.hpp"

namespace ramet::inline v1::tree {
namespace {

bool is_part(const Branch& branch) {
  return branch.is_group() ? is_readable_group(branch) : branch.layout().is_readable();
}

/// The branches without others below them, in the order in which `assemble` takes their columns.
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

array::Array assemble(const Branch& group, std::size_t length, std::vector<array::Array>::iterator& next) {
  array::Array record(array::Type::record_of({}, {}));
  record.length = length;
  for (const Branch& branch : group.branches) {
    if (!is_part(branch)) continue;
    record.names.push_back(branch.name);
    if (branch.is_group()) {
      record.contents.push_back(assemble(branch, length, next));
    } else {
      record.contents.push_back(std::move(*next++));
    }
  }
  return record;
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

array::Array read_group(const TreeReader& reader, const Branch& group, EntryRange entries, const ReadOptions& options) {
  if (!is_readable_group(group))
    fail(ErrorKind::unsupported, "branch '{}': none of the branches below it can be read", group.name);
  std::vector<const Branch*> branches;
  collect_columns(group, branches);
  std::vector<array::Array> columns = reader.read(branches, entries, options);
  auto next = columns.begin();
  return assemble(group, entries.size(), next);
}

}  // namespace ramet::inline v1::tree
