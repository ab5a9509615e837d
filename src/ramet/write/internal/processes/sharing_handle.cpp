#include "ramet/write/internal/processes/sharing_handle.hpp"

#include <algorithm>

#include "ramet/array/type.hpp"
#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"

// The handle, big-endian:
//   | "RMTH" 4 | version 3 | id 16 | file, folder: strings | begin 8 | compression 4 | flags 1 | memory budget 8 |
//   | tables 4 | of each: directory: string | seek 8 | options | name, title: strings | columns 4 | of each: strings,
//   form | | xxh3 of all this 8 |
// The structured bindings below name all members, so that a new member does not compile until it is written here.

namespace ramet::inline v1::write::internal {
namespace {

using bytes::ByteCursor;
using bytes::ByteWriter;

constexpr std::string_view handle_magic = "RMTH";
constexpr std::uint16_t handle_version = 3;
constexpr std::int32_t as_the_table = -1;  // a column's compression: that of the table

template <class Choice>
Choice choice_of(ByteCursor& cursor, Choice last) {
  const auto number = cursor.read<std::uint8_t>();
  if (number > static_cast<std::uint8_t>(last))
    detail::fail(ErrorKind::corrupt, "option is {}, expected less than {}", number, static_cast<int>(last) + 1);
  return static_cast<Choice>(number);
}

void write_options(ByteWriter& writer, const TableOptions& options) {
  const auto& [format, compression, order, cluster_bytes, cluster_entries, basket_bytes, new_cycle, page_checksums,
               hand_over, gather_bytes, when_full, executor] = options;
  static_cast<void>(new_cycle);  // the table exists already
  static_cast<void>(executor);   // each process has its own
  writer.write(static_cast<std::uint8_t>(format));
  writer.write(static_cast<std::uint32_t>(compression.value_or(compression::Settings{}).code()));
  writer.write(static_cast<std::uint8_t>(order));
  writer.write(cluster_bytes);
  writer.write(cluster_entries);
  writer.write(basket_bytes);
  writer.write(static_cast<std::uint8_t>(page_checksums));
  writer.write(static_cast<std::uint8_t>(hand_over));
  writer.write(gather_bytes);
  writer.write(static_cast<std::uint8_t>(when_full));
}

TableOptions read_options(ByteCursor& cursor) {
  TableOptions options;
  options.format = choice_of(cursor, Format::rntuple);
  options.compression = compression::Settings::from_code(static_cast<int>(cursor.read<std::uint32_t>()));
  options.order = choice_of(cursor, Order::arrival);
  options.cluster_bytes = cursor.read<std::uint64_t>();
  options.cluster_entries = cursor.read<std::uint64_t>();
  options.basket_bytes = cursor.read<std::uint32_t>();
  options.page_checksums = cursor.read<std::uint8_t>() != 0;
  options.hand_over = choice_of(cursor, HandOver::exact);
  options.gather_bytes = cursor.read<std::uint64_t>();
  options.when_full = choice_of(cursor, WhenFull::wait);
  return options;
}

void write_class(ByteWriter& writer, const schema::ClassSpec& one) {
  const auto& [name, class_version, bases, members] = one;
  writer.string(name);
  writer.write(static_cast<std::uint32_t>(class_version));
  writer.write(static_cast<std::uint32_t>(bases.size()));
  for (const std::string& base : bases) writer.string(base);
  writer.write(static_cast<std::uint32_t>(members.size()));
  for (const auto& [member, type_name, comment] : members) {
    writer.string(member);
    writer.string(type_name);
    writer.string(comment);
  }
}

schema::ClassSpec read_class(ByteCursor& cursor) {
  schema::ClassSpec one;
  one.name = cursor.string();
  one.version = static_cast<std::int32_t>(cursor.read<std::uint32_t>());
  const std::size_t bases = cursor.count(1, "bases");
  for (std::size_t number = 0; number < bases; ++number) one.bases.emplace_back(cursor.string());
  const std::size_t members = cursor.count(3, "members");
  for (std::size_t number = 0; number < members; ++number) {
    schema::ClassMember& member = one.members.emplace_back();
    member.name = cursor.string();
    member.type_name = cursor.string();
    member.comment = cursor.string();
  }
  return one;
}

void write_schema(ByteWriter& writer, const table::Schema& schema) {
  const auto& [name, title, columns, classes, projections] = schema;
  writer.string(name);
  writer.string(title);
  writer.write(static_cast<std::uint32_t>(columns.size()));
  for (const auto& [column, type, form, counter, counter_type, packed_range, half_precision, has_long_leaves,
                    split_level, object_form, type_name, description, compression] : columns) {
    writer.string(column);
    writer.string(array::to_string(type));
    writer.write(static_cast<std::uint8_t>(form));
    writer.string(counter);
    writer.write(static_cast<std::uint8_t>(counter_type));
    writer.string(packed_range);
    writer.write(static_cast<std::uint8_t>(half_precision));
    writer.write(static_cast<std::uint8_t>(has_long_leaves));
    writer.write(static_cast<std::int32_t>(split_level));
    writer.write(static_cast<std::uint8_t>(object_form));
    writer.string(type_name);
    writer.string(description);
    writer.write(static_cast<std::int32_t>(compression ? compression->code() : as_the_table));
  }
  writer.write(static_cast<std::uint32_t>(classes.size()));
  for (const schema::ClassSpec& one : classes) write_class(writer, one);
  writer.write(static_cast<std::uint32_t>(projections.size()));
  for (const auto& [projection, source, sizes, description] : projections) {
    writer.string(projection);
    writer.string(source);
    writer.write(static_cast<std::uint8_t>(sizes));
    writer.string(description);
  }
}

table::Schema read_schema(ByteCursor& cursor) {
  table::Schema schema;
  schema.name = cursor.string();
  schema.title = cursor.string();
  const std::size_t count = cursor.count(5, "columns");
  for (std::size_t number = 0; number < count; ++number) {
    table::Column& column = schema.columns.emplace_back();
    column.name = cursor.string();
    column.type = array::parse_type(cursor.string());
    column.form = choice_of(cursor, table::ListForm::standard_vector);
    column.counter = cursor.string();
    column.counter_type = choice_of(cursor, array::NumberType::float64);
    column.packed_range = cursor.string();
    column.half_precision = cursor.read<std::uint8_t>() != 0;
    column.has_long_leaves = cursor.read<std::uint8_t>() != 0;
    column.split_level = cursor.read<std::int32_t>();
    column.object_form = choice_of(cursor, table::ObjectForm::with_class);
    column.type_name = cursor.string();
    column.description = cursor.string();
    if (const auto code = cursor.read<std::int32_t>(); code != as_the_table)
      column.compression = compression::Settings::from_code(code);
  }
  const std::size_t classes = cursor.count(11, "classes");
  for (std::size_t number = 0; number < classes; ++number) schema.classes.push_back(read_class(cursor));
  const std::size_t projections = cursor.count(3, "projections");
  for (std::size_t number = 0; number < projections; ++number) {
    table::Projection& projection = schema.projections.emplace_back();
    projection.name = cursor.string();
    projection.source = cursor.string();
    projection.sizes = cursor.read<std::uint8_t>() != 0;
    projection.description = cursor.string();
  }
  return schema;
}

SharedTable read_table(ByteCursor& cursor) {
  SharedTable table;
  table.directory = cursor.string();
  table.seek_directory = cursor.read<std::uint64_t>();
  table.options = read_options(cursor);
  table.schema = read_schema(cursor);
  return table;
}

SharingHandle read_handle(ByteCursor& cursor) {
  SharingHandle handle;
  std::ranges::copy(cursor.take(handle.id.size()), handle.id.begin());
  handle.file = cursor.string();
  handle.folder = cursor.string();
  handle.begin = cursor.read<std::uint64_t>();
  handle.compression = compression::Settings::from_code(static_cast<int>(cursor.read<std::uint32_t>()));
  const auto flags = cursor.read<std::uint8_t>();
  handle.reproducible = (flags & 1U) != 0;
  handle.has_mapped_counters = (flags & 2U) != 0;
  handle.memory_budget = cursor.read<std::uint64_t>();
  const std::size_t tables = cursor.count(30, "tables");
  for (std::size_t number = 0; number < tables; ++number) handle.tables.push_back(read_table(cursor));
  if (!cursor.at_end())
    detail::fail(ErrorKind::corrupt, "{} unexpected bytes after the last table", cursor.remaining());
  return handle;
}

}  // namespace

bytes::Buffer encode_handle(const SharingHandle& handle) {
  ByteWriter writer;
  writer.append(handle_magic);
  writer.write(handle_version);
  writer.append(std::span(handle.id));
  writer.string(handle.file.string());
  writer.string(handle.folder.string());
  writer.write(handle.begin);
  writer.write(static_cast<std::uint32_t>(handle.compression.code()));
  writer.write(static_cast<std::uint8_t>((handle.reproducible ? 1U : 0U) | (handle.has_mapped_counters ? 2U : 0U)));
  writer.write(handle.memory_budget);
  writer.write(static_cast<std::uint32_t>(handle.tables.size()));
  for (const SharedTable& table : handle.tables) {
    writer.string(table.directory);
    writer.write(table.seek_directory);
    write_options(writer, table.options);
    write_schema(writer, table.schema);
  }
  writer.write(bytes::xxh3(writer.span()));
  return std::move(writer).take();
}

SharingHandle decode_handle(std::span<const std::byte> bytes) {
  constexpr std::size_t checksum_size = 8;
  return detail::while_doing("handle of a shared file", [&] {
    ByteCursor cursor(bytes);
    const auto begin = cursor.take(handle_magic.size());
    if (!std::ranges::equal(begin, std::as_bytes(std::span(handle_magic))))
      detail::fail(ErrorKind::corrupt, "not a handle");
    if (const auto stated = cursor.read<std::uint16_t>(); stated != handle_version)
      detail::fail(ErrorKind::unsupported, "version is {}, expected {}", stated, handle_version);
    if (bytes.size() < cursor.position() + checksum_size) detail::fail(ErrorKind::corrupt, "is truncated");
    const auto summed = bytes.first(bytes.size() - checksum_size);
    const auto expected = bytes::load_big_endian<std::uint64_t>(bytes.data() + summed.size());
    if (const std::uint64_t found = bytes::xxh3(summed); found != expected)
      detail::fail(ErrorKind::corrupt, "checksum is {:016x}, expected {:016x}", found, expected);
    ByteCursor body(summed.subspan(cursor.position()), cursor.position());
    try {
      return read_handle(body);
    } catch (const Error& error) {  // an invalid type or compression
      throw Error(ErrorKind::corrupt, error.what());
    }
  });
}

}  // namespace ramet::inline v1::write::internal
