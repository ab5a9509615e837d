#include <algorithm>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/schema/object_tag.hpp"
#include "ramet/schema/streamer_info.hpp"

// The streamer-info record: a TList of TStreamerInfo, each with a TObjArray of TStreamerElement's (TList.cxx,
// TObjArray.cxx, TStreamerInfo.cxx, TStreamerElement.cxx: the Streamer functions).
//
//   TList              | head | TObject | name s | count 4 |  count times: pointer, option length 1, option
//   TStreamerInfo      | head | TNamed | checksum 4 | class version 4 | pointer to a TObjArray |
//   TObjArray          | head | TObject | name s | count 4 | lower bound 4 |  count pointers
//   TStreamerElement   | head | TNamed | type 4 | size 4 | array length 4 | dimensions 4 | 5 x 4 | type name s |
//   its subclasses     | head | TStreamerElement | what the subclass adds |

namespace ramet::inline v1::schema {
namespace {

constexpr std::uint32_t is_referenced = 1U << 4;  // TObject::kIsReferenced: a process number follows the bits
constexpr std::uint32_t has_range = 1U << 6;      // TStreamerElement::kHasRange

constexpr std::size_t smallest_element = 64;  // stored bytes: two heads, six numbers, a class and two empty strings

struct Named {
  std::uint32_t bits;
  std::string_view name;
  std::string_view title;
};

/// Go to the end of an object whose members were read; skips anything that later versions have added.
void finish(bytes::ByteCursor& cursor, const VersionHeader& header) {
  if (!header.has_end()) return;
  if (cursor.position() > header.end)
    detail::fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but its members reach byte {}", header.begin,
                 header.end, cursor.position());
  cursor.seek(header.end);
}

std::uint32_t read_object_bits(bytes::ByteCursor& cursor) {
  read_version(cursor);
  cursor.skip(4);  // unique id
  const auto bits = cursor.read<std::uint32_t>();
  if ((bits & is_referenced) != 0) cursor.skip(2);
  return bits;
}

Named read_named(bytes::ByteCursor& cursor) {
  const VersionHeader header = read_version(cursor);
  Named named{};
  named.bits = read_object_bits(cursor);
  named.name = cursor.string();
  named.title = cursor.string();
  finish(cursor, header);
  return named;
}

/// Read the dimensions: five since version 2 of TStreamerElement, counted in version 1.
void read_dimensions(bytes::ByteCursor& cursor, int version, StreamerElement& element) {
  std::size_t stored = element.dimensions.size();
  if (version < 2) stored = cursor.count(sizeof(std::int32_t), "number of dimensions");
  for (std::size_t i = 0; i < stored; ++i) {
    const auto dimension = cursor.read<std::int32_t>();
    if (i < element.dimensions.size()) element.dimensions[i] = dimension;
  }
}

void read_range(bytes::ByteCursor& cursor, int version, std::uint32_t bits, StreamerElement& element) {
  if (version == 3) {  // the only version that stores the range; later ones parse it from the title
    element.range.minimum = cursor.read<double>();
    element.range.maximum = cursor.read<double>();
    element.range.factor = cursor.read<double>();
    if (element.range.factor == 0 && element.range.minimum >= 2 && element.range.minimum < 15)
      element.range.bits = static_cast<int>(element.range.minimum);
  } else if (version > 3 && (bits & has_range) != 0) {
    element.range = parse_range(element.title);
  }
}

void read_common(bytes::ByteCursor& cursor, StreamerElement& element) {
  const VersionHeader header = read_version(cursor);
  const Named named = read_named(cursor);
  element.name = named.name;
  element.title = named.title;
  element.type = cursor.read<std::int32_t>();
  element.size = cursor.read<std::int32_t>();
  element.array_length = cursor.read<std::int32_t>();
  element.array_dimensions = cursor.read<std::int32_t>();
  if (element.array_length < 0 || element.array_dimensions < 0 || element.array_dimensions > 5)
    detail::fail(ErrorKind::corrupt, "member '{}' has {} dimensions and {} elements", element.name,
                 element.array_dimensions, element.array_length);
  read_dimensions(cursor, header.version, element);
  element.type_name = cursor.string();
  // ROOT 3 streamed Bool_t as UChar_t and gave it that type code
  if (element.type == type_code::unsigned_char && (element.type_name == "Bool_t" || element.type_name == "bool"))
    element.type = type_code::bool_;
  read_range(cursor, header.version, named.bits, element);
  finish(cursor, header);
}

void read_counter(bytes::ByteCursor& cursor, StreamerElement& element) {
  read_common(cursor, element);
  element.count_version = cursor.read<std::int32_t>();
  element.count_name = cursor.string();
  element.count_class = cursor.string();
}

void read_stl(bytes::ByteCursor& cursor, StreamerElement& element) {
  read_common(cursor, element);
  element.stl_type = cursor.read<std::int32_t>();
  element.content_type = cursor.read<std::int32_t>();
}

StreamerElement read_element(bytes::ByteCursor& cursor, const ObjectTag& tag) {
  StreamerElement element;
  element.element_class = tag.class_name;
  const VersionHeader header = read_version(cursor);
  if (tag.class_name == "TStreamerBase") {
    read_common(cursor, element);
    if (header.version >= 2) element.base_version = cursor.read<std::int32_t>();
    element.base_checksum = static_cast<std::uint32_t>(element.dimensions[base_checksum_place]);
  } else if (tag.class_name == "TStreamerBasicPointer" || tag.class_name == "TStreamerLoop") {
    read_counter(cursor, element);
  } else if (tag.class_name == "TStreamerSTL") {
    read_stl(cursor, element);
  } else if (tag.class_name == "TStreamerSTLstring") {
    const VersionHeader stl = read_version(cursor);
    read_stl(cursor, element);
    finish(cursor, stl);
  } else if (tag.class_name == "TStreamerElement") {
    cursor.seek(header.begin);
    read_common(cursor, element);
  } else {  // TStreamerBasicType, Object, ObjectPointer, ObjectAny, ObjectAnyPointer, String, Artificial add nothing
    read_common(cursor, element);
  }
  finish(cursor, header);
  cursor.seek(tag.end);
  return element;
}

std::vector<StreamerElement> read_elements(bytes::ByteCursor& cursor) {
  ObjectTag array = read_tag(cursor);
  if (array.kind == ObjectTag::Kind::null) return {};
  if (array.kind != ObjectTag::Kind::object || array.class_name != "TObjArray")
    detail::fail(ErrorKind::corrupt, "the members at byte {} are not in a TObjArray", array.begin);
  const VersionHeader header = read_version(cursor);
  if (header.version > 2) read_object_bits(cursor);
  if (header.version > 1) cursor.string();
  const std::size_t count = cursor.count(sizeof(std::uint32_t), "number of members");
  cursor.skip(4);  // lower bound
  std::vector<StreamerElement> elements;
  elements.reserve(std::min(count, cursor.remaining() / smallest_element));
  for (std::size_t i = 0; i < count; ++i) {
    const ObjectTag tag = read_tag(cursor);
    if (tag.kind == ObjectTag::Kind::object) elements.push_back(read_element(cursor, tag));
  }
  cursor.seek(array.end);
  return elements;
}

StreamerInfo read_info(bytes::ByteCursor& cursor) {
  StreamerInfo info;
  const VersionHeader header = read_version(cursor);
  const Named named = read_named(cursor);
  info.class_name = named.name;
  info.title = named.title;
  info.checksum = cursor.read<std::uint32_t>();
  info.version = cursor.read<std::int32_t>();
  detail::while_doing([&] { return fmt::format("streamer info of '{}'", info.class_name); },
                      [&] { info.elements = read_elements(cursor); });
  finish(cursor, header);
  return info;
}

}  // namespace

std::vector<StreamerInfo> read_streamer_infos(std::span<const std::byte> record, std::size_t key_length) {
  bytes::ByteCursor cursor(record);
  cursor.skip(key_length);
  const VersionHeader list = read_version(cursor);
  if (list.version < 4) detail::fail(ErrorKind::unsupported, "streamer infos in a TList of version {}", list.version);
  read_object_bits(cursor);
  cursor.string();
  const std::size_t count = cursor.count(sizeof(std::uint32_t), "number of streamer infos");
  std::vector<StreamerInfo> infos;
  infos.reserve(std::min(count, cursor.remaining() / smallest_element));
  for (std::size_t i = 0; i < count; ++i) {
    const ObjectTag tag = read_tag(cursor);
    if (tag.kind == ObjectTag::Kind::object) {
      if (tag.class_name == "TStreamerInfo") infos.push_back(read_info(cursor));  // else "listOfRules", a TList
      cursor.seek(tag.end);
    }
    cursor.string();  // the item's option
  }
  return infos;
}

}  // namespace ramet::inline v1::schema
