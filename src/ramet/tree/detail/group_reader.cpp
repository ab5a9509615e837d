#include "ramet/tree/detail/group_reader.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <variant>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/schema/detail/unique_name.hpp"
#include "ramet/schema/type_name.hpp"
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

/// A record that is put together from columns. Threads: one thread.
class Record {
 public:
  explicit Record(std::size_t length) : length_(length) {}

  std::size_t length() const noexcept { return length_; }

  void add(std::string name, array::Array value) { add_part(std::move(name), std::move(value)); }
  void add(std::string name, Record&& inner) { add_part(std::move(name), std::make_unique<Record>(std::move(inner))); }

  /// Add a value at a path like "position.x", in records inside records.
  void add_at(std::string_view path, array::Array value) {
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos || dot == 0) return add(std::string(path), std::move(value));
    const std::string_view first = path.substr(0, dot);
    const auto place = static_cast<std::size_t>(std::ranges::find(names_, first) - names_.begin());
    if (place == names_.size()) add(std::string(first), Record(length_));
    inner(place).add_at(path.substr(dot + 1), std::move(value));
  }

  array::Array finish() && {
    std::vector<array::Array> contents;
    contents.reserve(parts_.size());
    for (Part& part : parts_) {
      auto* const record = std::get_if<std::unique_ptr<Record>>(&part);
      contents.push_back(record != nullptr ? std::move(**record).finish() : std::get<array::Array>(std::move(part)));
    }
    array::ArrayBuilder record(array::Type::record_of(std::move(names_), {}));
    record.length = length_;
    return std::move(record).finish(std::move(contents));
  }

 private:
  using Part = std::variant<array::Array, std::unique_ptr<Record>>;

  void add_part(std::string name, Part part) {
    names_.push_back(schema::unique_name(names_, std::move(name)));
    parts_.push_back(std::move(part));
  }

  /// The record at a place, so that it can be added to.
  Record& inner(std::size_t place) {
    if (const auto* value = std::get_if<array::Array>(&parts_[place])) {
      if (value->kind() != array::Kind::record)
        detail::fail(ErrorKind::unsupported, "member '{}' has members and is {}", names_[place],
                     to_string(value->type()));
      auto record = std::make_unique<Record>(value->length());
      for (std::size_t k = 0; k < value->names().size(); ++k) record->add(value->names()[k], value->content(k));
      parts_[place] = std::move(record);
    }
    return *std::get<std::unique_ptr<Record>>(parts_[place]);
  }

  std::size_t length_;
  std::vector<std::string> names_;
  std::vector<Part> parts_;
};

/// The objects of a collection, whose members are lists of one size.
array::Array assemble_collection(const Branch& collection, Columns& next) {
  std::optional<array::Array> lists;  // the first member's
  std::optional<Record> objects;
  for (const Branch& branch : collection.branches) {
    if (!next.has(branch)) continue;
    if (branch.is_group())
      detail::fail(ErrorKind::unsupported, "branch '{}': a group among a collection's members", branch.name);
    const array::Array column = next.take();
    if (column.kind() != array::Kind::list)
      detail::fail(ErrorKind::unsupported, "branch '{}' belongs to a collection, but is not a list", branch.name);
    if (!lists) {
      lists = column;
      objects.emplace(column.content(0).length());
    } else if (!std::ranges::equal(lists->list_offsets(), column.list_offsets())) {
      detail::fail(ErrorKind::corrupt, "branch '{}' has a different number of objects than its siblings", branch.name);
    }
    if (branch.element_class != "TObject") objects->add_at(own_name(branch, collection.name), column.content(0));
  }
  if (!lists) return array::Array(array::Type::list_of(array::Type::record_of({}, {})));
  return lists->with_contents({std::move(*objects).finish()});
}

/// Add the members of an object and of its bases to its record. Branches of bases may be named as if they were directly
/// below `above`.
void add_members(const Branch& object, std::string_view above, Columns& next, Record& record) {
  for (const Branch& branch : object.branches) {
    if (!next.has(branch)) continue;
    const bool is_below = branch.name.starts_with(object.name);
    const std::string name(own_name(branch, is_below ? std::string_view(object.name) : above));
    if (branch.is_collection() && branch.is_group()) {
      record.add(name, assemble_collection(branch, next));
    } else if (branch.is_group() && is_base(branch)) {
      add_members(branch, above, next, record);
    } else if (branch.is_group()) {
      Record inner(record.length());
      add_members(branch, branch.name, next, inner);
      record.add(name, std::move(inner));
    } else if (const array::Array column = next.take(); column.kind() == array::Kind::record && is_base(branch)) {
      for (std::size_t k = 0; k < column.names().size(); ++k) record.add(column.names()[k], column.content(k));
    } else if (branch.element_class != "TObject") {
      record.add_at(name, column);
    }
  }
}

array::Array assemble(const Branch& group, std::size_t length, Columns& next) {
  std::vector<std::string> names;
  std::vector<array::Array> contents;
  for (const Branch& branch : group.branches) {
    if (!next.has(branch)) continue;
    names.push_back(branch.name);
    contents.push_back(branch.is_group() ? assemble(branch, length, next) : next.take());
  }
  array::ArrayBuilder record(array::Type::record_of(std::move(names), {}));
  record.length = length;
  return std::move(record).finish(std::move(contents));
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
    detail::fail(ErrorKind::unsupported, "branch '{}': none of the branches below it can be read", group.name);
  std::vector<const Branch*> branches;
  collect_columns(group, branches);
  try {
    return {reader.read(branches, entries, options), {}};
  } catch (const Error& error) {
    if (left_out == nullptr || error.kind() != ErrorKind::corrupt) throw;
  }
  return read_sound(reader, branches, entries, options, *left_out);
}

/// The class of a group's objects; of a collection only for those like vector<Hit>.
std::string class_of_objects(const Branch& group) {
  std::string name = group_type_name(group);
  if (name.empty() || !group.is_collection()) return name;
  const schema::TypeName type = schema::TypeName::parse(name);
  return type.arguments.size() == 1 ? type.arguments.front().spelling() : std::string();
}

/// Set the classes of records in the type of a group's objects.
void name_classes(const Branch& group, array::Type& type) {
  array::Type& record = type.kind == array::Kind::list ? type.contents[0] : type;
  record.class_name = class_of_objects(group);
  for (const Branch& branch : group.branches) {
    const auto name = std::ranges::find(record.names, own_name(branch, group.name));
    if (branch.is_group() && !is_base(branch) && name != record.names.end())
      name_classes(branch, record.contents[static_cast<std::size_t>(name - record.names.begin())]);
  }
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
  Record record(entries.size());
  add_members(group, group.name, next, record);
  return std::move(record).finish();
}

array::Type objects_type(const TreeReader& reader, const Branch& group) {
  const auto executor = schedule::make_serial_executor();
  array::Type type = read_objects(reader, group, {}, {*executor}).type();
  name_classes(group, type);
  return type;
}

}  // namespace ramet::inline v1::tree
