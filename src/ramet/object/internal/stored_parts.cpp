#include "ramet/object/internal/stored_parts.hpp"

#include <algorithm>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::object::internal {
namespace {

void skip_many(const StoredForm& form, std::size_t count, bytes::ByteCursor& cursor) {
  if (form.kind == FormKind::number)
    return cursor.skip(
        detail::checked_product<std::size_t>(count, stored_size(form.number, form.range), "size of numbers"));
  for (std::size_t i = 0; i < count; ++i) skip_value(form, 0, cursor);
}

}  // namespace

ItemCount count_items(const StoredForm& form, std::uint32_t counted, std::size_t smallest, bytes::ByteCursor& cursor) {
  switch (form.kind) {
    case FormKind::counted_array: {
      const auto presence = cursor.read<std::uint8_t>();
      if (presence == 0) return {};
      const bool is_second = presence == 2 && form.contents.size() > 1;
      return {static_cast<std::size_t>(std::max<std::uint64_t>(form.size, 1)) * counted, is_second ? 1U : 0U};
    }
    case FormKind::counted_objects:
      return {counted};
    default:
      return {cursor.count(smallest, "size of a collection")};
  }
}

std::string_view read_characters(bytes::ByteCursor& cursor) {
  const auto text = cursor.take(cursor.count(1, "length of a char*"));
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

ObjectBits read_object_bits(bytes::ByteCursor& cursor) {
  VersionHeader header;
  const std::size_t place = cursor.all().size() - cursor.remaining();
  const bool is_usual =
      !cursor.at_end() && (cursor.all()[place] & std::byte{schema::byte_count_mask >> 24U}) == std::byte{0};
  if (is_usual) {
    cursor.skip(sizeof(std::uint16_t));
  } else {
    header = schema::read_version(cursor);
  }
  ObjectBits object;
  object.unique_id = cursor.read<std::uint32_t>();
  object.bits = bytes::load_big_endian<std::uint32_t>(read_bits(cursor));
  if (!header.has_end()) return object;
  if (cursor.position() > header.end)
    detail::fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but its members reach byte {}", header.begin,
                 header.end, cursor.position());
  cursor.seek(header.end);
  return object;
}

void pass_over(const VersionHeader& header, bytes::ByteCursor& cursor) {
  if (!header.has_end())
    detail::fail(ErrorKind::unsupported, "object at byte {} cannot be skipped: it has no byte count", header.begin);
  cursor.seek(header.end);
}

void skip_value(const StoredForm& form, std::uint32_t counted, bytes::ByteCursor& cursor) {
  if (form.head != Head::none) return pass_over(schema::read_version(cursor), cursor);
  switch (form.kind) {
    case FormKind::number:
      return cursor.skip(stored_size(form.number, form.range));
    case FormKind::bytes:
      return cursor.skip(static_cast<std::size_t>(form.size));
    case FormKind::bits:
      read_bits(cursor);
      return;
    case FormKind::text:
      cursor.string();
      return;
    case FormKind::characters:
      read_characters(cursor);
      return;
    case FormKind::tobject:
      read_object_bits(cursor);
      return;
    case FormKind::reference:
      return cursor.skip(12);
    case FormKind::pointer: {
      const ObjectTag tag = schema::read_tag(cursor);
      if (tag.kind == ObjectTag::Kind::object) cursor.seek(tag.end);
      return;
    }
    case FormKind::fixed_array:
      return skip_many(form.contents[0], static_cast<std::size_t>(form.size), cursor);
    case FormKind::counted_array:
    case FormKind::counted_objects:
    case FormKind::sized_array:
    case FormKind::collection: {
      const ItemCount items = count_items(form, counted, 1, cursor);
      return skip_many(form.contents[items.content], items.count, cursor);
    }
    case FormKind::object:
      detail::fail(ErrorKind::unsupported, "an object of class '{}' cannot be skipped: it has no head",
                   form.of_class->name);
    default:
      detail::fail(ErrorKind::unsupported, "a member that is not wanted cannot be skipped: {}", form.reason);
  }
}

}  // namespace ramet::inline v1::object::internal
