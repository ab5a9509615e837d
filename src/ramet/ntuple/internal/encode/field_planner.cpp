#include "ramet/ntuple/internal/encode/field_planner.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/field_shape.hpp"
#include "ramet/ntuple/internal/encode/reduced_coding.hpp"

namespace ramet::inline v1::ntuple {
namespace {

using array::Kind;
using array::NumberType;
using array::Type;

// The reader's limit.
constexpr int deepest_type = 100;

bool has_variants(const Type& type) {
  return type.kind == Kind::variant || std::ranges::any_of(type.contents, has_variants);
}

/// The coding for numbers, plain or split.
ColumnCoding coding_of(NumberType type, bool is_split) noexcept {
  switch (type) {
    case NumberType::boolean:
      return {ColumnType::bit, 1};
    case NumberType::int8:
      return {ColumnType::int8, 8};
    case NumberType::uint8:
      return {ColumnType::uint8, 8};
    case NumberType::int16:
      return {is_split ? ColumnType::split_int16 : ColumnType::int16, 16};
    case NumberType::uint16:
      return {is_split ? ColumnType::split_uint16 : ColumnType::uint16, 16};
    case NumberType::int32:
      return {is_split ? ColumnType::split_int32 : ColumnType::int32, 32};
    case NumberType::uint32:
      return {is_split ? ColumnType::split_uint32 : ColumnType::uint32, 32};
    case NumberType::int64:
      return {is_split ? ColumnType::split_int64 : ColumnType::int64, 64};
    case NumberType::uint64:
      return {is_split ? ColumnType::split_uint64 : ColumnType::uint64, 64};
    case NumberType::float32:
      return {is_split ? ColumnType::split_real32 : ColumnType::real32, 32};
    case NumberType::float64:
      break;
  }
  return {is_split ? ColumnType::split_real64 : ColumnType::real64, 64};
}

/// Adds fields and their columns to a plan, parents before their children. Threads: one thread.
class FieldPlanner {
 public:
  explicit FieldPlanner(NTuplePlan& plan) noexcept : plan_(plan), is_split_(plan.is_compressed) {}

  void add_top(std::size_t number) {
    const table::Column& spec = plan_.table.columns[number];
    source_ = {number};
    is_split_ = spec.compression ? spec.compression->level > 0 : plan_.is_compressed;
    real_ = reduced_coding_of(spec);
    const std::string type_name = is_double32(spec) ? "Double32_t" : spec.type_name;
    if (has_variants(spec.type)) plan_.fields_with_variants.push_back(number);
    detail::while_doing([&] { return fmt::format("field '{}'", spec.name); },
                        [&] {
                          const FieldShape shape = type_name.empty()
                                                       ? shape_of(spec.name, spec.type)
                                                       : shape_of(spec.name, spec.type, type_name, *plan_.classes);
                          const FieldNumber added = add(std::nullopt, shape, 0);
                          plan_.schema.fields[added.number].description = spec.description;
                          plan_.schema.top.push_back(added);
                        });
  }

 private:
  FieldNumber add(std::optional<FieldNumber> parent, const FieldShape& shape, int depth) {
    if (depth > deepest_type) detail::fail(ErrorKind::misuse, "its type is nested deeper than {}", deepest_type);
    const FieldNumber number{plan_.schema.fields.size()};
    Field field;
    field.number = number;
    field.parent = parent.value_or(number);
    field.name = shape.name;
    field.type_name = shape.type_name;
    field.type_alias = shape.type_alias;
    field.role = shape.role;
    field.array_size = shape.array_size;
    field.type_version = shape.type_version;
    field.type_checksum = shape.type_checksum;
    plan_.schema.fields.push_back(std::move(field));
    if (parent) plan_.schema.fields[parent->number].fields.push_back(number);
    const std::uint64_t per_empty_entry = source_.per_empty_entry;
    if (shape.has_content_columns) step_into(shape, 0);
    add_columns(number, shape);
    if (shape.has_content_columns) source_.path.pop_back();
    source_.per_empty_entry = per_empty_entry;
    if (shape.role == FieldRole::record) check_member_names(shape);
    for (const FieldShape& below : shape.below) {
      if (below.content) step_into(shape, *below.content);
      add(number, below, depth + 1);
      if (below.content) source_.path.pop_back();
      source_.per_empty_entry = per_empty_entry;
    }
    return number;
  }

  /// Go down to one of the contents of a field's array.
  void step_into(const FieldShape& shape, std::size_t content) {
    source_.path.push_back(content);
    // The number of content values in a value of zeros and empty collections.
    const std::uint64_t in_empty = shape.role == FieldRole::record ? 1 : 0;
    source_.per_empty_entry *= shape.array_size.value_or(in_empty);
  }

  static void check_member_names(const FieldShape& record) {
    std::vector<std::string> names;
    for (const FieldShape& below : record.below)
      if (!below.name.starts_with(':')) names.push_back(below.name);
    check_field_names(names);
  }

  void add_columns(FieldNumber field, const FieldShape& shape) {
    const ColumnCoding ends{is_split_ ? ColumnType::split_index64 : ColumnType::index64, 64};
    switch (shape.columns) {
      case FieldColumns::none:
        return;
      case FieldColumns::numbers:
        return add_column(field, number_coding(shape), ColumnPart::values);
      case FieldColumns::string:
        add_column(field, ends, ColumnPart::ends);
        add_column(field, {ColumnType::character, 8}, ColumnPart::values);
        plan_.sources.back().per_empty_entry = 0;
        return;
      case FieldColumns::ends:
        return add_column(field, ends, ColumnPart::ends);
      case FieldColumns::dispatches:
        return add_column(field, {ColumnType::dispatch, 96}, ColumnPart::dispatches);
    }
  }

  ColumnCoding number_coding(const FieldShape& shape) const {
    const NumberType type = shape.number;
    if (shape.is_character) return {ColumnType::character, 8};
    if (shape.is_double32 && !real_) return coding_of(NumberType::float32, is_split_);
    if (!real_ || (type != NumberType::float32 && type != NumberType::float64)) return coding_of(type, is_split_);
    return *real_;
  }

  void add_column(FieldNumber field, const ColumnCoding& coding, ColumnPart part) {
    auto& representations = plan_.schema.fields[field.number].representations;
    if (representations.empty()) representations.emplace_back();
    representations.front().push_back({plan_.schema.columns.size()});
    Column column;
    column.field = field;
    column.coding = coding;
    plan_.schema.columns.push_back(column);
    source_.part = part;
    plan_.sources.push_back(source_);
  }

  NTuplePlan& plan_;
  bool is_split_;
  ColumnSource source_;
  std::optional<ColumnCoding> real_;  ///< of its floating-point numbers, if they have reduced precision
};

}  // namespace

void check_field_name(std::string_view name) {
  constexpr std::string_view forbidden = "./\\ ";
  const auto is_bad = [&](char c) {
    return (c >= 0 && c < 0x20) || c == 0x7f || forbidden.find(c) != std::string_view::npos;
  };
  if (name.empty()) detail::fail(ErrorKind::misuse, "an ntuple or one of its fields has no name");
  if (const auto* const bad = std::ranges::find_if(name, is_bad); bad != name.end())
    detail::fail(ErrorKind::misuse, "the name '{}' has the character {:#x}, which ntuples do not allow", name,
                 static_cast<unsigned>(*bad));
}

void check_field_names(std::span<const std::string> names) {
  std::set<std::string_view> seen;
  for (const std::string_view name : names) {
    check_field_name(name);
    if (!seen.insert(name).second) detail::fail(ErrorKind::misuse, "field '{}' occurs twice", name);
  }
}

void add_field(NTuplePlan& plan, std::size_t field) { FieldPlanner(plan).add_top(field); }

}  // namespace ramet::inline v1::ntuple
