#include "ramet/ntuple/field_layout.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/element_decoder.hpp"

namespace ramet::inline v1::ntuple {
namespace {

using array::NumberType;
using array::Type;

/// The fields on the path down to the wanted one.
using Way = std::span<const Field* const>;

FieldLayout unreadable(const Field& field, std::string reason) {
  return {LayoutKind::unreadable, &field, {}, {}, std::move(reason), nullptr};
}

/// The type of a leaf field's values, by its type name; that of its column for other names.
NumberType number_of(const Field& field, const ColumnCoding& coding) {
  constexpr std::array<std::pair<std::string_view, NumberType>, 13> names = {{
      {"bool", NumberType::boolean},
      {"char", NumberType::uint8},  // characters are unsigned in this format
      {"std::byte", NumberType::uint8},
      {"std::int8_t", NumberType::int8},
      {"std::uint8_t", NumberType::uint8},
      {"std::int16_t", NumberType::int16},
      {"std::uint16_t", NumberType::uint16},
      {"std::int32_t", NumberType::int32},
      {"std::uint32_t", NumberType::uint32},
      {"std::int64_t", NumberType::int64},
      {"std::uint64_t", NumberType::uint64},
      {"float", NumberType::float32},
      {"double", NumberType::float64},
  }};
  const auto* const found = std::ranges::find(names, field.type_name, &std::pair<std::string_view, NumberType>::first);
  return found == names.end() ? coding.number() : found->second;
}

bool is_option(const Field& field) noexcept {
  return field.type_name.starts_with("std::optional<") || field.type_name.starts_with("std::unique_ptr<");
}

/// Makes equal names of members unique: x, x', x''; after many, x'9 and so on. Threads: one thread.
class UniqueNames {
 public:
  std::string of(std::string name) {
    if (seen_.insert(name).second) return name;
    std::size_t& used = used_[name];  // how many were given out besides the first
    for (;;) {
      ++used;
      std::string other = used <= most_quotes ? name + std::string(used, '\'') : fmt::format("{}'{}", name, used);
      if (seen_.insert(other).second) return other;
    }
  }

 private:
  static constexpr std::size_t most_quotes = 8;
  std::unordered_set<std::string> seen_;
  std::unordered_map<std::string, std::size_t> used_;
};

/// Makes layouts. Threads: one thread.
class LayoutMaker {
 public:
  LayoutMaker(const Schema& schema, const object::FormCache& forms) : schema_(schema), forms_(forms) {}

  /// The layout of a field, limited to what lies on `way` unless that is empty.
  FieldLayout make(const Field& field, Way way) const {
    switch (field.role) {
      case FieldRole::leaf:
        return make_leaf(field, way);
      case FieldRole::collection:
        return make_collection(field, way);
      case FieldRole::record:
        return way.empty() ? make_record(field) : make(*way.front(), way.subspan(1));
      case FieldRole::variant:
        return way.empty() ? make_variant(field) : unreadable(field, "a part of a variant cannot be read separately");
      case FieldRole::streamer:
        return make_streamed(field);
    }
    return unreadable(field, fmt::format("its structural role {} is unknown", static_cast<int>(field.role)));
  }

 private:
  /// Check that the columns of a field are of these kinds; returns an error text, or nothing.
  std::string check(const Field& field, std::initializer_list<ElementKind> kinds) const {
    if (field.representations.empty()) return fmt::format("field '{}' ({}) has no column", field.name, field.type_name);
    for (const auto& columns : field.representations) {
      if (columns.size() != kinds.size())
        return fmt::format("field '{}' ({}) has {} columns, expected {}", field.name, field.type_name, columns.size(),
                           kinds.size());
      const auto* kind = kinds.begin();
      for (const ColumnNumber number : columns) {
        const ColumnCoding& coding = schema_.column(number).coding;
        if (!coding.is_known() || coding.kind() != *kind++)
          return fmt::format("field '{}' ({}) has a column of type {:#x} ({}) with elements of {} bits", field.name,
                             field.type_name, static_cast<unsigned>(coding.type), to_string(coding.type), coding.bits);
      }
    }
    return {};
  }

  /// Check that a field has an index column followed by a column of bytes; returns an error text, or nothing.
  std::string check_bytes(const Field& field) const {
    if (std::string wrong = check(field, {ElementKind::index, ElementKind::number}); !wrong.empty()) return wrong;
    for (const auto& columns : field.representations)
      if (const ColumnType type = schema_.column(columns.back()).coding.type;
          type != ColumnType::byte && type != ColumnType::character)
        return fmt::format("field '{}' ({}) is stored as {}", field.name, field.type_name, to_string(type));
    return {};
  }

  /// The layout of a field with these contents; unreadable if one of them is.
  static FieldLayout with(LayoutKind kind, const Field& field, std::vector<FieldLayout> contents, auto&& type_of) {
    std::vector<Type> types;
    for (FieldLayout& content : contents) {
      if (!content.is_readable()) return std::move(content);
      types.push_back(content.type);
    }
    return {kind, &field, type_of(std::move(types)), std::move(contents), {}, nullptr};
  }

  FieldLayout content_of(const Field& field, Way way) const {
    if (!way.empty()) return make(*way.front(), way.subspan(1));
    if (field.fields.size() != 1)
      return unreadable(field, fmt::format("field '{}' ({}) has {} fields below it, expected 1", field.name,
                                           field.type_name, field.fields.size()));
    return make(schema_.field(field.fields.front()), {});
  }

  FieldLayout make_leaf(const Field& field, Way way) const {
    const bool is_wrapper = field.representations.empty() && !field.fields.empty();
    FieldLayout content = is_wrapper ? content_of(field, way) : make_columns(field);
    if (!field.array_size) return content;  // an enum or atomic: its number
    std::vector<FieldLayout> contents;
    contents.push_back(std::move(content));
    return with(LayoutKind::regular, field, std::move(contents),
                [&](std::vector<Type> types) { return Type::regular_of(*field.array_size, std::move(types.front())); });
  }

  /// The layout of a leaf's columns.
  FieldLayout make_columns(const Field& field) const {
    if (field.representations.empty()) return unreadable(field, check(field, {}));
    if (field.representations.front().size() == 2) {
      if (std::string wrong = check_bytes(field); !wrong.empty()) return unreadable(field, std::move(wrong));
      return {LayoutKind::string, &field, Type::string(), {}, {}, nullptr};
    }
    if (check(field, {ElementKind::index}).empty()) {
      const bool is_short = field.type_name == "ROOT::RNTupleCardinality<std::uint32_t>";
      return {LayoutKind::cardinality,
              &field,
              Type::of(is_short ? NumberType::uint32 : NumberType::uint64),
              {},
              {},
              nullptr};
    }
    if (std::string wrong = check(field, {ElementKind::number}); !wrong.empty())
      return unreadable(field, std::move(wrong));
    const NumberType number = number_of(field, schema_.column(field.representations.front().front()).coding);
    for (const auto& columns : field.representations) {
      const ColumnCoding& coding = schema_.column(columns.front()).coding;
      if (!is_convertible(coding, number))
        return unreadable(
            field, fmt::format("field '{}' ({}) is stored as {}", field.name, field.type_name, to_string(coding.type)));
    }
    return {LayoutKind::number, &field, Type::of(number), {}, {}, nullptr};
  }

  FieldLayout make_streamed(const Field& field) const {
    if (std::string wrong = check_bytes(field); !wrong.empty()) return unreadable(field, std::move(wrong));
    try {
      const auto objects = forms_.columns(field.type_name, object::Place::whole);
      return {LayoutKind::streamed, &field, objects->type(), {}, {}, objects};
    } catch (const Error& error) {
      return unreadable(field, fmt::format("objects of class '{}': {}", field.type_name, error.what()));
    }
  }

  FieldLayout make_collection(const Field& field, Way way) const {
    if (std::string wrong = check(field, {ElementKind::index}); !wrong.empty())
      return unreadable(field, std::move(wrong));
    std::vector<FieldLayout> contents;
    contents.push_back(content_of(field, way));
    const LayoutKind kind = is_option(field) ? LayoutKind::option : LayoutKind::list;
    return with(kind, field, std::move(contents), [&](std::vector<Type> types) {
      return kind == LayoutKind::option ? Type::option_of(std::move(types.front()))
                                        : Type::list_of(std::move(types.front()));
    });
  }

  FieldLayout make_variant(const Field& field) const {
    if (std::string wrong = check(field, {ElementKind::dispatch}); !wrong.empty())
      return unreadable(field, std::move(wrong));
    if (field.fields.size() > array::most_alternatives)
      return unreadable(field, fmt::format("a variant of {} alternatives", field.fields.size()));
    std::vector<FieldLayout> contents;
    for (const FieldNumber number : field.fields) contents.push_back(make(schema_.field(number), {}));
    return with(LayoutKind::variant, field, std::move(contents),
                [](std::vector<Type> types) { return Type::variant_of(std::move(types)); });
  }

  FieldLayout make_record(const Field& field) const {
    std::vector<std::string> names;
    std::vector<FieldLayout> contents;
    UniqueNames unique;
    const auto add = [&](std::string name, FieldLayout member) {
      names.push_back(unique.of(std::move(name)));
      contents.push_back(std::move(member));
    };
    const bool is_pair = field.type_name.starts_with("std::pair<");
    for (const FieldNumber number : field.fields) {
      const Field& below = schema_.field(number);
      FieldLayout member = make(below, {});
      if (member.kind == LayoutKind::record &&
          below.name.starts_with(":_")) {  // a base: its members become members of the class
        for (std::size_t i = 0; i < member.contents.size(); ++i)
          add(member.type.names[i], std::move(member.contents[i]));
      } else if (is_pair && contents.size() < 2) {
        add(contents.empty() ? "first" : "second", std::move(member));
      } else {
        add(below.name, std::move(member));
      }
    }
    return with(LayoutKind::record, field, std::move(contents), [&](std::vector<Type> types) {
      Type type = Type::record_of(std::move(names), std::move(types));
      if (!is_pair && !field.type_name.starts_with("std::tuple<")) type.class_name = field.type_name;
      return type;
    });
  }

  const Schema& schema_;
  const object::FormCache& forms_;
};

}  // namespace

FieldLayout layout_of(const Schema& schema, const Field& field, const object::FormCache& forms) {
  std::vector<const Field*> way;
  for (const Field* at = &field; !at->is_top(); at = &schema.field(at->parent)) way.push_back(at);
  std::ranges::reverse(way);
  const Field& top = way.empty() ? field : schema.field(way.front()->parent);
  return LayoutMaker(schema, forms).make(top, way);
}

}  // namespace ramet::inline v1::ntuple
