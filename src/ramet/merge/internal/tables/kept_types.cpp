#include "ramet/merge/internal/tables/kept_types.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/object/detail/unsigned_characters.hpp"
#include "ramet/schema/detail/class_layouts.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// The descriptions of a field and of those below it.
std::vector<const ColumnDescription*> descriptions_of(const TablePart& part, const std::string& name) {
  const std::string below = name + ".";
  std::vector<const ColumnDescription*> found;
  for (const ColumnDescription& column : part.schema->columns)
    if (column.path == name || column.path.starts_with(below)) found.push_back(&column);
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
    specs_.clear();
    checksums_.clear();
    add(field);
    if (specs_.empty()) return std::nullopt;
    try {
      for (const schema::StreamerInfo& info : schema::streamer_infos_of(specs_, {}, schema::MemberKinds::of_ntuples)) {
        const auto stored = checksums_.find(info.class_name);
        if (stored != checksums_.end() && stored->second != info.checksum) return std::nullopt;
      }
    } catch (const Error&) {  // a member of a type that only ROOT knows
      return std::nullopt;
    }
    return specs_;
  }

 private:
  void add(const ntuple::Field& field) {
    for (const ntuple::FieldNumber number : field.fields) add(schema_.field(number));
    const bool is_made = field.type_name.starts_with("std::") || field.type_name.empty();
    if (field.role != ntuple::FieldRole::record || is_made) return;
    schema::ClassSpec spec{.name = field.type_name, .version = static_cast<std::int32_t>(field.type_version)};
    if (schema::find_class(specs_, spec.name) != nullptr) return;
    for (const ntuple::FieldNumber number : field.fields) {
      const ntuple::Field& member = schema_.field(number);
      const std::string& type = member.type_alias.empty() ? member.type_name : member.type_alias;
      const bool is_enum =
          member.role == ntuple::FieldRole::leaf && member.fields.size() == 1 && !type.starts_with("std::");
      if (member.name.starts_with(':'))
        spec.bases.push_back(type);
      else
        spec.members.push_back({.name = member.name, .type_name = is_enum ? "enum " + type : type});
    }
    if (field.type_checksum) checksums_[spec.name] = *field.type_checksum;
    specs_.push_back(std::move(spec));
  }

  const ntuple::Schema& schema_;
  std::vector<schema::ClassSpec> specs_;
  std::map<std::string, std::uint32_t, std::less<>> checksums_;
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

}  // namespace

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
    const auto column = std::ranges::find(columns, name, &frame::FrameColumn::name);
    if (column == columns.end() || column->kind != frame::FrameColumn::Kind::source || column->is_nested) continue;
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

}  // namespace ramet::inline v1::merge::internal
