#include <vector>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/schema/object_tag.hpp"
#include "ramet/schema/streamer_info.hpp"

// The record drawn in streamer_info_reader.cpp, in the versions of ROOT 6.40.

namespace ramet::inline v1::schema {
namespace {

constexpr std::uint32_t info_bits = 1U << 16;  // TStreamerInfo::kIsCompiled, as ROOT writes it
constexpr std::uint32_t range_bit = 1U << 6;   // TStreamerElement::kHasRange
constexpr std::uint16_t list_version = 5, info_version = 10, array_version = 3, element_version = 4, base_version = 3,
                        stl_version = 3, any_pointer_version = 1, other_version = 2;

void write_object(bytes::ByteWriter& out, std::uint32_t bits) {
  out.write(std::uint16_t{1});
  out.write(std::uint32_t{0});
  out.write(bits);
}

void write_named(TagWriter& tags, std::string_view name, std::string_view title, std::uint32_t bits) {
  tags.versioned(1, [&] {
    write_object(tags.out(), bits);
    tags.out().string(name);
    tags.out().string(title);
  });
}

void write_common(TagWriter& tags, const StreamerElement& element, std::int32_t type) {
  bytes::ByteWriter& out = tags.out();
  tags.versioned(element_version, [&] {
    write_named(tags, element.name, element.title, element.range == ValueRange{} ? 0 : range_bit);
    out.write(type);
    out.write(element.size);
    out.write(element.array_length);
    out.write(element.array_dimensions);
    for (const std::int32_t dimension : element.dimensions) out.write(dimension);
    out.string(element.type_name);
  });
}

void write_common(TagWriter& tags, const StreamerElement& element) { write_common(tags, element, element.type); }

/// Strings and containers are stored with the type code of old versions of ROOT (TStreamerSTL::Streamer), which readers
/// expect.
void write_stl(TagWriter& tags, const StreamerElement& element) {
  write_common(tags, element, type_code::streamer);
  tags.out().write(element.stl_type);
  tags.out().write(element.content_type);
}

/// Write what follows the element's tag: the subclass' head, TStreamerElement, the subclass' members.
void write_element(TagWriter& tags, const StreamerElement& element) {
  bytes::ByteWriter& out = tags.out();
  const std::string& kind = element.element_class;
  if (kind == "TStreamerBase") {
    tags.versioned(base_version, [&] {
      write_common(tags, element);
      out.write(element.base_version);
    });
  } else if (kind == "TStreamerBasicPointer" || kind == "TStreamerLoop") {
    tags.versioned(other_version, [&] {
      write_common(tags, element);
      out.write(element.count_version);
      out.string(element.count_name);
      out.string(element.count_class);
    });
  } else if (kind == "TStreamerSTL") {
    tags.versioned(stl_version, [&] { write_stl(tags, element); });
  } else if (kind == "TStreamerSTLstring") {
    tags.versioned(other_version, [&] { tags.versioned(stl_version, [&] { write_stl(tags, element); }); });
  } else if (kind == "TStreamerElement") {
    write_common(tags, element);
  } else {
    const std::uint16_t version = kind == "TStreamerObjectAnyPointer" ? any_pointer_version : other_version;
    tags.versioned(version, [&] { write_common(tags, element); });
  }
}

void write_info(TagWriter& tags, const StreamerInfo& info) {
  bytes::ByteWriter& out = tags.out();
  tags.versioned(info_version, [&] {
    write_named(tags, info.class_name, info.title, info_bits);
    out.write(info.checksum);
    out.write(info.version);
    tags.object("TObjArray", [&] {
      tags.versioned(array_version, [&] {
        write_object(out, 0);
        out.string("");
        out.write(static_cast<std::uint32_t>(info.elements.size()));
        out.write(std::uint32_t{0});  // lower bound
        for (const StreamerElement& element : info.elements)
          tags.object(element.element_class, [&] { write_element(tags, element); });
      });
    });
  });
}

void write_items(TagWriter& tags, std::span<const StreamerInfo> infos) {
  for (const StreamerInfo& info : infos) {
    tags.object("TStreamerInfo", [&] { write_info(tags, info); });
    tags.out().string("");  // the item's option
  }
}

}  // namespace

bytes::Buffer write_streamer_infos(std::span<const StreamerInfo> infos, std::size_t key_length) {
  TagWriter tags(key_length);
  bytes::ByteWriter& out = tags.out();
  tags.versioned(list_version, [&] {
    write_object(out, 0);
    out.string("");
    out.write(static_cast<std::uint32_t>(infos.size()));
    write_items(tags, infos);
  });
  return std::move(out).take();
}

bytes::Buffer append_streamer_infos(std::span<const std::byte> record, std::size_t key_length,
                                    std::span<const StreamerInfo> more, std::size_t new_key_length) {
  std::vector<StreamerInfo> infos = read_streamer_infos(record, key_length);  // throws if the record is corrupt
  bytes::ByteCursor cursor(record);
  cursor.skip(key_length);
  const VersionHeader list = read_version(cursor);
  if (new_key_length != key_length || !list.has_end()) {
    infos.insert(infos.end(), more.begin(), more.end());
    return write_streamer_infos(infos, new_key_length);
  }
  cursor.skip(2 + 4 + 4);  // TObject: version, unique id, bits
  cursor.string();
  const std::uint64_t count_at = cursor.position();
  const auto count = cursor.read<std::uint32_t>();
  TagWriter tags(key_length);
  bytes::ByteWriter& out = tags.out();
  out.append(record.subspan(key_length, list.end - key_length));
  write_items(tags, more);
  out.patch(0, byte_count_mask | static_cast<std::uint32_t>(out.size() - sizeof(std::uint32_t)));
  out.patch(count_at - key_length, static_cast<std::uint32_t>(count + more.size()));
  return std::move(out).take();
}

}  // namespace ramet::inline v1::schema
