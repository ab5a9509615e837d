#include "ramet/merge/internal/tables/kept_types.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/object/detail/unsigned_characters.hpp"
#include "ramet/schema/detail/class_layouts.hpp"
#include "ramet/tree/detail/class_planner.hpp"
#include "ramet/tree/tree_reader.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// The descriptions of a field or branch and of those below it. Branches may be called after the one above ("p.x"), or
/// have paths ("p/x").
std::vector<const ColumnDescription*> descriptions_of(const TablePart& part, const std::string& name) {
  const auto is_below = [&](const std::string& path) {
    return path.starts_with(name) && (name.ends_with('.') || path[name.size()] == '.' || path[name.size()] == '/');
  };
  std::vector<const ColumnDescription*> found;
  for (const ColumnDescription& column : part.schema->columns)
    if (column.path == name || is_below(column.path)) found.push_back(&column);
  return found;
}

/// The type of a field, if all parts that have it store it and what is below it alike; otherwise empty.
std::string common_type_of(std::span<const TablePart* const> parts, const std::string& name) {
  std::vector<const ColumnDescription*> common;
  for (const TablePart* part : parts) {
    std::vector<const ColumnDescription*> found = descriptions_of(*part, name);
    if (found.empty()) continue;
    const bool is_first = common.empty();
    if (is_first) common = std::move(found);
    if (!is_first &&
        !std::ranges::equal(common, found, [](const ColumnDescription* one, const ColumnDescription* other) {
          return one->path == other->path && one->has_same_type(*other);
        }))
      return {};
  }
  const auto top = std::ranges::find(common, name, &ColumnDescription::path);
  return top == common.end() ? std::string() : (*top)->type;
}

/// Whether a type has a standard container or pair that arrays do not tell from a list, record or array.
bool is_lost_in_arrays(std::string_view type_name) noexcept {
  // And std::multiset, std::bitset, ROOT::VecOps::RVec, ...
  constexpr std::array templates = {"pair<", "tuple<", "set<", "map<", "RVec<", "unique_ptr<"};
  return std::ranges::any_of(templates, [&](const char* one) { return type_name.find(one) != std::string_view::npos; });
}

/// The classes of records in an ntuple. Threads: one thread.
class StoredClasses {
 public:
  explicit StoredClasses(const ntuple::Schema& schema) noexcept : schema_(schema) {}

  /// The classes of a field and of those below it, if their layouts give the checksums that are stored.
  std::optional<std::vector<schema::ClassSpec>> of(const ntuple::Field& field) {
    for (const bool has_arrays : {false, true})
      for (const bool has_long64 : {false, true}) {
        has_arrays_ = has_arrays;
        has_long64_ = has_long64;
        if (find(field)) return specs_;
      }
    return std::nullopt;
  }

 private:
  bool find(const ntuple::Field& field) {
    specs_.clear();
    checksums_.clear();
    try {
      add(field);
      for (const schema::StreamerInfo& info : schema::streamer_infos_of(specs_, {}, schema::MemberKinds::of_ntuples)) {
        const auto stored = checksums_.find(info.class_name);
        if (stored != checksums_.end() && stored->second != info.checksum) return false;
      }
    } catch (const Error&) {  // a member of a type that only ROOT knows
      return false;
    }
    return !specs_.empty();
  }

  /// The type of a member as the class may declare it: an ntuple has one name for arrays of C and std::array, and one
  /// for Long64_t and long, but the class's checksum does not.
  std::string declared(const std::string& type_name) const {
    std::string text = type_name;
    constexpr std::string_view whole = "int64_t";
    for (std::size_t at = 0; has_long64_ && (at = text.find(whole, at)) != std::string::npos;) {
      const bool is_unsigned = at > 0 && text[at - 1] == 'u';
      std::size_t begin = at - (is_unsigned ? 1 : 0);
      if (begin >= 5 && text.compare(begin - 5, 5, "std::") == 0) begin -= 5;
      const std::string_view name = is_unsigned ? "ULong64_t" : "Long64_t";
      text.replace(begin, at + whole.size() - begin, name);
      at = begin + name.size();
    }
    if (!has_arrays_ || !text.starts_with("std::array<")) return text;
    const schema::MemberType type = schema::parse_member_type(text);
    text = type.type.spelling();
    for (const std::int32_t size : type.dimensions) text += fmt::format("[{}]", size);
    return text;
  }

  void add(const ntuple::Field& field) {
    for (const ntuple::FieldNumber number : field.fields) add(schema_.field(number));
    const bool is_made = field.type_name.starts_with("std::") || field.type_name.empty();
    if (field.role != ntuple::FieldRole::record || is_made) return;
    const auto version = static_cast<std::int32_t>(field.type_version);
    schema::ClassSpec spec{.name = field.type_name, .version = version == 0 ? 1 : version};
    if (schema::find_class(specs_, spec.name) != nullptr) return;
    for (const ntuple::FieldNumber number : field.fields) {
      const ntuple::Field& member = schema_.field(number);
      const std::string& type = member.type_alias.empty() ? member.type_name : member.type_alias;
      const bool is_enum =
          member.role == ntuple::FieldRole::leaf && member.fields.size() == 1 && !type.starts_with("std::");
      if (member.name.starts_with(':'))
        spec.bases.push_back(type);
      else
        spec.members.push_back({.name = member.name, .type_name = is_enum ? "enum " + type : declared(type)});
    }
    if (field.type_checksum) checksums_[spec.name] = *field.type_checksum;
    specs_.push_back(std::move(spec));
  }

  const ntuple::Schema& schema_;
  bool has_arrays_ = false;  // members are arrays of C, not std::array
  bool has_long64_ = false;  // ... and Long64_t, not long
  std::vector<schema::ClassSpec> specs_;
  std::map<std::string, std::uint32_t, std::less<>> checksums_;
};

/// The classes of a tree's objects, as a file has their layouts. Threads: one thread.
class DescribedClasses {
 public:
  explicit DescribedClasses(object::Layouts layouts) noexcept : layouts_(layouts) {}

  /// The classes in a type, if what is written of them has the checksums of the file; nothing for classes with members
  /// that cannot be written.
  std::optional<std::vector<schema::ClassSpec>> of(std::string_view type_name) {
    names_.clear();
    try {
      table::Schema described;
      if (!add(schema::parse_member_type(type_name).type, described.classes)) return std::nullopt;
      for (const schema::StreamerInfo& info : tree::streamer_infos_of(described))
        if (names_.contains(info.class_name) &&
            layouts_.file->find_by_checksum(info.class_name, info.checksum) == nullptr)
          return std::nullopt;
      return std::move(described.classes);
    } catch (const Error&) {  // a member of a type that only ROOT knows
      return std::nullopt;
    }
  }

 private:
  bool add(const schema::TypeName& type, std::vector<schema::ClassSpec>& to) {
    using schema::Container;
    if (type.pointers > 0) return false;
    if (type.fundamental() || type.is_string() || type.container() == Container::bitset) return true;
    if (type.container() == Container::array) return !type.arguments.empty() && add(type.arguments.front(), to);
    if (type.container() != Container::none || type.name == "pair" || type.name == "tuple")
      return std::ranges::all_of(type.arguments, [&](const schema::TypeName& item) { return add(item, to); });
    return add_class(type.stored_spelling(), to);
  }

  bool add_class(const std::string& name, std::vector<schema::ClassSpec>& to) {
    if (!names_.insert(name).second) return true;
    const auto infos =
        layouts_.file == nullptr ? std::span<const schema::StreamerInfo>() : layouts_.file->of_class(name);
    if (infos.size() != 1) return false;
    schema::ClassSpec spec{.name = name, .version = infos.front().version};
    for (const schema::StreamerElement& element : infos.front().elements)
      if (!add_member(element, spec, to)) return false;
    to.push_back(std::move(spec));
    return true;
  }

  bool add_member(const schema::StreamerElement& element, schema::ClassSpec& spec, std::vector<schema::ClassSpec>& to) {
    namespace code = schema::type_code;
    if (element.element_class == "TStreamerBase") {
      spec.bases.push_back(element.name);
      return element.name == schema::tobject_name || add(schema::TypeName::parse(element.name), to);
    }
    constexpr std::array values = {code::object, code::any, code::tstring};
    const bool is_number = element.element_class == "TStreamerBasicType" && element.type < code::counted_array;
    const bool is_standard = element.element_class.starts_with("TStreamerSTL");  // whose type files have as another one
    if (!is_number && !is_standard && std::ranges::find(values, element.type) == values.end()) return false;
    const schema::TypeName type = schema::TypeName::parse(element.type_name);
    if (!is_number && !add(type, to)) return false;
    std::string declared = is_number && !type.fundamental() ? "enum " + element.type_name : element.type_name;
    for (const std::int32_t size : std::span(element.dimensions).first(dimensions_in(element)))
      declared += fmt::format("[{}]", size);
    spec.members.push_back({.name = element.name, .type_name = std::move(declared), .comment = element.title});
    return true;
  }

  static std::size_t dimensions_in(const schema::StreamerElement& element) noexcept {
    return std::min(static_cast<std::size_t>(std::max(element.array_dimensions, 0)), element.dimensions.size());
  }

  object::Layouts layouts_;
  std::set<std::string, std::less<>> names_;
};

/// Whether values of a type with these classes are arrays of this type.
bool is_stored_as(const array::Type& type, const std::string& type_name, std::span<const schema::ClassSpec> classes) {
  try {
    return object::array_type_of(type_name, classes) == type ||
           object::array_type_with_unsigned_characters(type_name, classes) == type;
  } catch (const Error&) {
    return false;
  }
}

/// Add classes to a schema. Returns false, adding none, if one of them has another layout there.
bool add_classes(table::Schema& schema, const std::vector<schema::ClassSpec>& classes) {
  for (const schema::ClassSpec& spec : classes)
    if (const auto* known = schema::find_class(schema.classes, spec.name); known != nullptr && *known != spec)
      return false;
  for (const schema::ClassSpec& spec : classes)
    if (schema::find_class(schema.classes, spec.name) == nullptr) schema.classes.push_back(spec);
  return true;
}

bool has_records(const array::Type& type) {
  return type.kind == array::Kind::record || std::ranges::any_of(type.contents, has_records);
}

/// Whether a column is one of the files, and no part of another one.
bool is_of_files(std::span<const frame::FrameColumn> columns, const std::string& name) {
  const auto column = std::ranges::find(columns, name, &frame::FrameColumn::name);
  return column != columns.end() && column->kind == frame::FrameColumn::Kind::source && !column->is_nested;
}

/// Whether a type of a tree has more than arrays tell.
bool is_lost_in_tree(const table::Column& column, std::string_view type_name) {
  constexpr std::array others = {"Double32_t", "Float16_t", "list<", "deque<", "<long", "<unsigned long"};
  return has_records(column.type) || is_lost_in_arrays(type_name) ||
         std::ranges::any_of(others, [&](const char* one) { return type_name.find(one) != std::string_view::npos; });
}

bool is_of_long_numbers(const array::Type& type) {
  if (type.kind == array::Kind::number)
    return type.number == array::NumberType::int64 || type.number == array::NumberType::uint64;
  return std::ranges::any_of(type.contents, is_of_long_numbers);
}

/// Whether the leaves of a branch that have 64 bits are ROOT's Long_t or ULong_t.
bool has_long_leaves(const tree::Branch& branch) {
  const auto is_of = [](std::string_view name) {
    return [name](const tree::Leaf& leaf) { return leaf.class_name == name; };
  };
  return std::ranges::any_of(branch.leaves, is_of("TLeafG")) && std::ranges::none_of(branch.leaves, is_of("TLeafL"));
}

/// Whether a tree can be written.
bool is_writable(table::Schema schema) {
  try {
    const auto writer = write::ParallelWriter::create(std::make_unique<io::MemorySink>());
    writer->add_table(std::move(schema), {.format = write::Format::ttree});
    writer->close();
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Whether a tree can have a column.
bool is_writable(const table::Column& column, const std::vector<schema::ClassSpec>& classes) {
  return is_writable({.name = "t", .title = {}, .columns = {column}, .classes = classes});
}

/// Objects whose members would have branches of the same names as others get one branch.
void keep_names_apart(table::Schema& schema) {
  const auto is_bare = [](const table::Column& column) {
    return column.object_form == table::ObjectForm::bare_members && column.split_level > 0;
  };
  if (std::ranges::none_of(schema.columns, is_bare)) return;
  table::Schema named = schema;
  named.name = "t";
  if (is_writable(std::move(named))) return;
  for (table::Column& column : schema.columns)
    if (is_bare(column)) column.split_level = 0;
}

}  // namespace

bool has_references(std::string_view type_name) {
  const auto is_of_name = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
  };
  constexpr std::string_view name = "TRef";
  for (std::size_t at = type_name.find(name); at != std::string_view::npos; at = type_name.find(name, at + 1)) {
    std::string_view rest = type_name.substr(at + name.size());
    if (rest.starts_with("Array")) rest.remove_prefix(std::string_view("Array").size());
    const bool begins = at == 0 || !is_of_name(type_name[at - 1]);
    if (begins && (rest.empty() || !is_of_name(rest.front()))) return true;
  }
  return false;
}

void keep_types(frame::StoredColumns& stored, const frame::Frame& frame, std::span<const TablePart* const> parts,
                const Inputs& inputs, const MergedObject& object) {
  const std::vector<frame::FrameColumn> columns = frame.columns();
  std::shared_ptr<const ntuple::NTupleReader> reader;  // of the first part, once a class is wanted
  std::shared_ptr<const dataset::File> file;
  const std::size_t input = parts.front()->occurrence.input;
  const auto classes_of = [&](const std::string& name) -> std::optional<std::vector<schema::ClassSpec>> {
    of_input(input, [&] {
      if (file == nullptr) file = inputs.open(input);
      if (reader == nullptr) reader = file->ntuple(object.key_of(parts.front()->occurrence));
    });
    const ntuple::Field* const field = reader->ntuple().find(name);
    return field == nullptr ? std::nullopt : StoredClasses(reader->ntuple().schema).of(*field);
  };
  for (std::size_t number = 0; number < stored.columns.size(); ++number) {
    const std::string& name = stored.columns[number];
    if (!is_of_files(columns, name)) continue;
    std::string type_name = common_type_of(parts, name);
    table::Column& to = stored.schema.columns[number];
    if (type_name.empty() || !to.type_name.empty()) continue;
    if (is_lost_in_arrays(type_name) && is_stored_as(to.type, type_name, {})) {
      to.type_name = std::move(type_name);
    } else if (has_records(to.type)) {
      const auto classes = classes_of(name);
      if (classes && is_stored_as(to.type, type_name, *classes) && add_classes(stored.schema, *classes))
        to.type_name = std::move(type_name);
    }
  }
}

void keep_tree_types(frame::StoredColumns& stored, const frame::Frame& frame, std::span<const TablePart* const> parts,
                     const Inputs& inputs, const MergedObject& object) {
  const std::vector<frame::FrameColumn> columns = frame.columns();
  std::shared_ptr<const tree::TreeReader> reader;  // of the first part, once a type is wanted
  const std::size_t input = parts.front()->occurrence.input;
  const auto branch_of = [&](const std::string& name) {
    of_input(input, [&] {
      if (reader == nullptr) reader = inputs.open(input)->tree(object.key_of(parts.front()->occurrence));
    });
    return reader->tree().find(name);
  };
  for (std::size_t number = 0; number < stored.columns.size(); ++number) {
    const std::string& name = stored.columns[number];
    table::Column& to = stored.schema.columns[number];
    if (!is_of_files(columns, name)) continue;
    if (is_of_long_numbers(to.type))
      if (const tree::Branch* const branch = branch_of(name); branch != nullptr)
        to.has_long_leaves = has_long_leaves(*branch);
    if (!to.counter.empty()) continue;
    if (!to.type_name.empty()) {  // a vector of physics
      if (to.type.kind != array::Kind::record) continue;
      if (name.ends_with('.')) to.name = name;
      const tree::Branch* const branch = branch_of(name);
      if (branch != nullptr && branch->leaves.size() == 1 && branch->leaves.front().class_name == "TLeafObject")
        to.object_form = table::ObjectForm::with_class;
      continue;
    }
    std::string type_name = common_type_of(parts, name);
    if (type_name.empty() || !is_lost_in_tree(to, type_name)) continue;
    const tree::Branch* const branch = branch_of(name);
    if (branch == nullptr || branch->element_class != type_name) continue;
    if (branch->element_kind < 0) continue;  // written by the class's own function
    const auto classes = DescribedClasses(branch->class_layouts()).of(type_name);
    if (!classes || !is_stored_as(to.type, type_name, *classes)) continue;
    table::Column kept = to;
    const bool has_name_in_members = name.ends_with('.') || branch->is_collection();
    if (name.ends_with('.') && !branch->is_collection()) kept.name = name;
    kept.type_name = std::move(type_name);
    kept.split_level = branch->is_group() ? std::max(branch->split_level, 1) : 0;
    if (!has_name_in_members) kept.object_form = table::ObjectForm::bare_members;
    if (!is_writable(kept, *classes)) kept.split_level = 0;
    if (is_writable(kept, *classes) && add_classes(stored.schema, *classes)) to = std::move(kept);
  }
  keep_names_apart(stored.schema);
}

}  // namespace ramet::inline v1::merge::internal
