#include "ramet/ntuple/schema.hpp"

#include "ramet/core/error.hpp"

namespace ramet::inline v1::ntuple {
namespace {

constexpr std::uint32_t streamer_infos = 0;  // content of extra type information

// Limits the recursion over fields; compilers do not nest templates this deep.
constexpr int deepest_field = 100;

// Paths repeat the names above them, so a small file could otherwise need much memory.
constexpr std::size_t longest_name = 16'384;
constexpr std::uint64_t most_paths = 256 << 20;

void require_short(const std::string& text, std::string_view what, FieldNumber field) {
  if (text.size() > longest_name)
    detail::fail(ErrorKind::corrupt, "the {} of field {} ('{}...') has {} characters, at most {} are read", what,
                 field.number, text.substr(0, 40), text.size(), longest_name);
}

}  // namespace

void SchemaBuilder::add(FrameCursor& cursor) {
  ListFrame fields = cursor.list(8);
  for (std::uint32_t i = 0; i < fields.count; ++i) add_field(fields.items.record());
  ListFrame columns = cursor.list(8);
  for (std::uint32_t i = 0; i < columns.count; ++i) add_column(columns.items.record());
  ListFrame aliases = cursor.list(8);
  for (std::uint32_t i = 0; i < aliases.count; ++i) {
    FrameCursor record = aliases.items.record();
    const auto column = record.read<std::uint32_t>();
    const auto field = record.read<std::uint32_t>();
    aliases_.push_back({{column}, {field}});
  }
  ListFrame extras = cursor.list(8);
  for (std::uint32_t i = 0; i < extras.count; ++i) {
    FrameCursor record = extras.items.record();
    const auto content = record.read<std::uint32_t>();
    record.read<std::uint32_t>();  // type version, unused: the content has one for each class
    record.string();
    if (content == streamer_infos) schema_.extra_types.push_back(record.string());
  }
}

void SchemaBuilder::add_field(FrameCursor record) {
  Field field;
  field.number = {schema_.fields.size()};
  field.version = record.read<std::uint32_t>();
  field.type_version = record.read<std::uint32_t>();
  field.parent = {record.read<std::uint32_t>()};
  field.role = static_cast<FieldRole>(record.read<std::uint16_t>());
  const auto flags = record.read<std::uint16_t>();
  field.name = record.string();
  field.type_name = record.string();
  field.type_alias = record.string();
  field.description = record.string();
  if ((flags & field_flag::repetitive) != 0) field.array_size = record.read<std::uint64_t>();
  if ((flags & field_flag::projected) != 0) field.source = FieldNumber{record.read<std::uint32_t>()};
  if ((flags & field_flag::type_checksum) != 0) field.type_checksum = record.read<std::uint32_t>();
  if (field.number < field.parent)
    detail::fail(ErrorKind::corrupt, "field {} ('{}') has the parent {}, which comes later", field.number.number,
                 field.name, field.parent.number);
  require_short(field.name, "name", field.number);
  require_short(field.type_name, "type", field.number);
  require_short(field.type_alias, "type alias", field.number);
  schema_.fields.push_back(std::move(field));
}

void SchemaBuilder::add_column(FrameCursor record) {
  Column column;
  column.coding.type = static_cast<ColumnType>(record.read<std::uint16_t>());
  column.coding.bits = record.read<std::uint16_t>();
  column.field = {record.read<std::uint32_t>()};
  const auto flags = record.read<std::uint16_t>();
  column.representation = record.read<std::uint16_t>();
  if ((flags & column_flag::deferred) != 0) {
    column.is_deferred = true;
    const auto first_element = record.read<std::int64_t>();
    column.is_suppressed = first_element < 0;
    if (!column.is_suppressed) column.first_element = static_cast<std::uint64_t>(first_element);
  }
  if ((flags & column_flag::range) != 0) {
    column.coding.minimum = record.read<double>();
    column.coding.maximum = record.read<double>();
  }
  schema_.columns.push_back(column);
}

void SchemaBuilder::attach(FieldNumber field, ColumnNumber column) {
  if (field.number >= schema_.fields.size())
    detail::fail(ErrorKind::corrupt, "column {} belongs to field {}, but there are {} fields", column.number,
                 field.number, schema_.fields.size());
  auto& representations = schema_.fields[field.number].representations;
  const std::size_t representation = schema_.columns[column.number].representation;
  if (representation > representations.size())
    detail::fail(ErrorKind::corrupt, "column {} belongs to representation {} of field {}, which has {} so far",
                 column.number, representation, field.number, representations.size());
  if (representation == representations.size()) representations.emplace_back();
  representations[representation].push_back(column);
}

void SchemaBuilder::check_depths() const {
  std::vector<int> depths;
  std::vector<std::uint64_t> lengths;  // of paths
  std::uint64_t paths = 0;
  for (const Field& field : schema_.fields) {
    depths.push_back(field.is_top() ? 0 : depths[field.parent.number] + 1);
    if (depths.back() > deepest_field)
      detail::fail(ErrorKind::corrupt, "field {} ('{}') is nested deeper than {}", field.number.number, field.name,
                   deepest_field);
    lengths.push_back(field.name.size() + (field.is_top() ? 0 : lengths[field.parent.number] + 1));
    paths += lengths.back();
    if (paths > most_paths)
      detail::fail(ErrorKind::corrupt, "the paths of {} of {} fields have {} characters, at most {} are read",
                   lengths.size(), schema_.fields.size(), paths, most_paths);
  }
}

Schema SchemaBuilder::finish() {
  check_depths();
  for (Field& field : schema_.fields) {
    if (field.is_top())
      schema_.top.push_back(field.number);
    else
      schema_.fields[field.parent.number].fields.push_back(field.number);
  }
  for (std::size_t column = 0; column < schema_.columns.size(); ++column)
    attach(schema_.columns[column].field, {column});
  for (const Alias& alias : aliases_) {
    if (alias.column.number >= schema_.columns.size())
      detail::fail(ErrorKind::corrupt, "an alias refers to column {}, but there are {} columns", alias.column.number,
                   schema_.columns.size());
    attach(alias.field, alias.column);
  }
  for (const Field& field : schema_.fields)
    for (const auto& columns : field.representations)
      if (columns.size() != field.representations.front().size())
        detail::fail(ErrorKind::corrupt, "field {} ('{}') has {} columns in one representation, {} in another",
                     field.number.number, field.name, field.representations.front().size(), columns.size());
  return std::move(schema_);
}

}  // namespace ramet::inline v1::ntuple
