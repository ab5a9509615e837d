#include "ramet/ntuple/encode/plan/field_planner.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/encode/element_encoder.hpp"

namespace ramet::inline v1::ntuple {
namespace {

using array::Kind;
using array::NumberType;
using array::Type;

// As deep as the reader goes.
constexpr int deepest_field = 100;

std::string_view standard_name(NumberType type) noexcept {
  switch (type) {
    case NumberType::boolean:
      return "bool";
    case NumberType::int8:
      return "std::int8_t";
    case NumberType::int16:
      return "std::int16_t";
    case NumberType::int32:
      return "std::int32_t";
    case NumberType::int64:
      return "std::int64_t";
    case NumberType::uint8:
      return "std::uint8_t";
    case NumberType::uint16:
      return "std::uint16_t";
    case NumberType::uint32:
      return "std::uint32_t";
    case NumberType::uint64:
      return "std::uint64_t";
    case NumberType::float32:
      return "float";
    case NumberType::float64:
      break;
  }
  return "double";
}

/// The type as in the standard library; empty when a record in it has no name of a class.
std::string type_name_of(const Type& type) {
  std::vector<std::string> contents;
  for (const Type& content : type.contents) contents.push_back(type_name_of(content));
  const bool is_named = type.kind != Kind::record && std::ranges::find(contents, std::string()) == contents.end();
  if (!is_named) return {};
  switch (type.kind) {
    case Kind::number:
      return std::string(standard_name(type.number));
    case Kind::string:
      return "std::string";
    case Kind::list:
      return fmt::format("std::vector<{}>", contents.front());
    case Kind::regular:
      return fmt::format("std::array<{},{}>", contents.front(), type.size);
    case Kind::option:
      return fmt::format("std::optional<{}>", contents.front());
    case Kind::variant:
      return fmt::format("std::variant<{}>", fmt::join(contents, ","));
    case Kind::record:
      break;
  }
  return {};
}

bool has_variants(const Type& type) {
  return type.kind == Kind::variant || std::ranges::any_of(type.contents, has_variants);
}

/// The column type for numbers as they are, or split.
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
    const FieldSpec& spec = plan_.spec.fields[number];
    source_ = {number};
    real_ = spec.real;
    if (has_variants(spec.type)) plan_.fields_with_variants.push_back(number);
    while_doing([&] { return fmt::format("field '{}'", spec.name); },
                [&] {
                  const FieldNumber added = add(std::nullopt, spec.name, spec.type, 0);
                  plan_.schema.fields[added.number].description = spec.description;
                  plan_.schema.top.push_back(added);
                });
  }

 private:
  FieldNumber add(std::optional<FieldNumber> parent, std::string name, const Type& type, int depth) {
    if (depth > deepest_field) fail(ErrorKind::misuse, "its type is nested deeper than {}", deepest_field);
    const FieldNumber number{plan_.schema.fields.size()};
    Field field;
    field.number = number;
    field.parent = parent.value_or(number);
    field.name = std::move(name);
    field.type_name = type_name_of(type);
    field.role = role_of(type);
    if (type.kind == Kind::regular) field.array_size = type.size;
    if ((type.kind == Kind::option || type.kind == Kind::variant) && field.type_name.empty())
      fail(ErrorKind::misuse, "an option or union of records has no type name, which ntuples need for it");
    plan_.schema.fields.push_back(std::move(field));
    if (parent) plan_.schema.fields[parent->number].fields.push_back(number);
    add_columns(number, type);
    if (type.kind == Kind::record) check_field_names(type.names);
    const std::uint64_t per_empty_entry = source_.per_empty_entry;
    source_.per_empty_entry *= values_per_empty(type);
    for (std::size_t content = 0; content < type.contents.size(); ++content) {
      source_.path.push_back(content);
      add(number, type.kind == Kind::record ? type.names[content] : fmt::format("_{}", content), type.contents[content],
          depth + 1);
      source_.path.pop_back();
    }
    source_.per_empty_entry = per_empty_entry;
    return number;
  }

  /// Values of its contents in a value that holds nothing but zeros and empty collections.
  static std::uint64_t values_per_empty(const Type& type) noexcept {
    if (type.kind == Kind::regular) return type.size;
    return type.kind == Kind::record ? 1 : 0;
  }

  static FieldRole role_of(const Type& type) noexcept {
    switch (type.kind) {
      case Kind::list:
      case Kind::option:
        return FieldRole::collection;
      case Kind::record:
        return FieldRole::record;
      case Kind::variant:
        return FieldRole::variant;
      case Kind::number:
      case Kind::string:
      case Kind::regular:
        break;
    }
    return FieldRole::leaf;
  }

  void add_columns(FieldNumber field, const Type& type) {
    const ColumnCoding ends{is_split_ ? ColumnType::split_index64 : ColumnType::index64, 64};
    switch (type.kind) {
      case Kind::number:
        return add_column(field, number_coding(type.number), ColumnPart::values);
      case Kind::string:
        add_column(field, ends, ColumnPart::ends);
        add_column(field, {ColumnType::character, 8}, ColumnPart::values);
        plan_.sources.back().per_empty_entry = 0;
        return;
      case Kind::list:
      case Kind::option:
        return add_column(field, ends, ColumnPart::ends);
      case Kind::variant:
        return add_column(field, {ColumnType::dispatch, 96}, ColumnPart::dispatches);
      case Kind::regular:
      case Kind::record:
        return;
    }
  }

  ColumnCoding number_coding(NumberType type) const {
    if (!real_ || (type != NumberType::float32 && type != NumberType::float64)) return coding_of(type, is_split_);
    // Codings of less precision take both kinds of numbers, others their own alone.
    if (!is_encodable(NumberType::float32, *real_) || !is_encodable(NumberType::float64, *real_))
      fail(ErrorKind::misuse, "floating-point numbers cannot be stored as {} with {} bits", to_string(real_->type),
           real_->bits);
    if (real_->type == ColumnType::real32_quant && !(real_->minimum < real_->maximum))
      fail(ErrorKind::misuse, "{}..{} is no range", real_->minimum, real_->maximum);
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
  std::optional<ColumnCoding> real_;
};

}  // namespace

void check_field_name(std::string_view name) {
  constexpr std::string_view forbidden = "./\\ ";
  const auto is_bad = [&](char c) {
    return (c >= 0 && c < 0x20) || c == 0x7f || forbidden.find(c) != std::string_view::npos;
  };
  if (name.empty()) fail(ErrorKind::misuse, "an ntuple or one of its fields has no name");
  if (const auto* const bad = std::ranges::find_if(name, is_bad); bad != name.end())
    fail(ErrorKind::misuse, "the name '{}' has a character {:#x}, which ntuples do not allow", name,
         static_cast<unsigned>(*bad));
}

void check_field_names(std::span<const std::string> names) {
  std::set<std::string_view> seen;
  for (const std::string_view name : names) {
    check_field_name(name);
    if (!seen.insert(name).second) fail(ErrorKind::misuse, "field '{}' is there twice", name);
  }
}

void add_field(NTuplePlan& plan, std::size_t field) { FieldPlanner(plan).add_top(field); }

}  // namespace ramet::inline v1::ntuple
