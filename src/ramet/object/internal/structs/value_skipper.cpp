#include "ramet/object/internal/structs/value_skipper.hpp"

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::object::internal {
namespace {

constexpr std::uint32_t is_referenced = 1U << 4;  // TObject::kIsReferenced: a process number follows the bits

void skip_bits(bytes::ByteCursor& cursor) {
  if ((cursor.read<std::uint32_t>() & is_referenced) != 0) cursor.skip(sizeof(std::uint16_t));
}

void skip_many(const StoredForm& form, std::size_t count, bytes::ByteCursor& cursor) {
  if (form.kind == FormKind::number)
    return cursor.skip(checked_product<std::size_t>(count, stored_size(form.number, form.range), "size of numbers"));
  for (std::size_t i = 0; i < count; ++i) skip_value(form, 0, cursor);
}

}  // namespace

std::size_t count_of(const StoredForm& form, std::uint32_t counted, std::size_t smallest, bytes::ByteCursor& cursor) {
  switch (form.kind) {
    case FormKind::counted_array:
      return cursor.read<std::uint8_t>() == 0 ? 0 : counted;
    case FormKind::counted_objects:
      return counted;
    default:
      return cursor.count(smallest, "size of a collection");
  }
}

std::string_view read_characters(bytes::ByteCursor& cursor) {
  const auto text = cursor.take(cursor.count(1, "length of a char*"));
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

void pass_over(const VersionHeader& header, bytes::ByteCursor& cursor) {
  if (!header.has_end())
    fail(ErrorKind::unsupported, "object at byte {} cannot be skipped: it has no byte count", header.begin);
  cursor.seek(header.end);
}

void skip_value(const StoredForm& form, std::uint32_t counted, bytes::ByteCursor& cursor) {
  if (form.head != Head::none) return pass_over(schema::read_version(cursor), cursor);
  switch (form.kind) {
    case FormKind::number:
      return cursor.skip(stored_size(form.number, form.range));
    case FormKind::bits:
      return skip_bits(cursor);
    case FormKind::text:
      cursor.string();
      return;
    case FormKind::characters:
      read_characters(cursor);
      return;
    case FormKind::tobject:
      cursor.skip(sizeof(std::uint16_t) + sizeof(std::uint32_t));
      return skip_bits(cursor);
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
    case FormKind::collection:
      return skip_many(form.contents[0], count_of(form, counted, 1, cursor), cursor);
    default:
      fail(ErrorKind::unsupported, "a member that is not wanted cannot be skipped: {}", form.reason);
  }
}

}  // namespace ramet::inline v1::object::internal
