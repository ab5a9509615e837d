#include "ramet/schema/object_tag.hpp"

#include "ramet/core/error.hpp"

namespace ramet::inline v1::schema {
namespace {

constexpr std::size_t longest_class_name = 4096;  // nested templates make names of hundreds of characters
constexpr std::uint64_t map_offset = 2;           // TBufferFile's kMapOffset: keeps 0 and 1 free for special references

/// One past the bytes that a byte count at `begin` covers.
std::uint64_t end_of_counted(const bytes::ByteCursor& cursor, std::uint64_t begin, std::uint32_t counted) {
  const std::uint64_t size = counted & ~byte_count_mask;
  if (size > cursor.remaining())
    detail::fail(ErrorKind::corrupt, "object at byte {} claims {} bytes, but only {} follow", begin, size,
                 cursor.remaining());
  return cursor.position() + size;
}

/// The name at an earlier class tag.
std::string_view class_name_at(const bytes::ByteCursor& cursor, std::uint64_t tag_position, std::uint64_t referrer) {
  if (tag_position >= referrer)
    detail::fail(ErrorKind::corrupt, "object at byte {} refers to a class name at byte {}, which is not before it",
                 referrer, tag_position);
  bytes::ByteCursor elsewhere = cursor;
  elsewhere.seek(tag_position);
  if (elsewhere.read<std::uint32_t>() != new_class_tag)
    detail::fail(ErrorKind::corrupt, "object at byte {} refers to a class name at byte {}, but there is none", referrer,
                 tag_position);
  return elsewhere.zero_terminated(longest_class_name);
}

}  // namespace

VersionHeader read_version(bytes::ByteCursor& cursor) {
  VersionHeader header{.begin = cursor.position()};
  if (const auto rest = cursor.rest(); rest.size() >= sizeof(std::uint32_t)) {
    const auto counted = bytes::load_big_endian<std::uint32_t>(rest.data());
    if ((counted & byte_count_mask) != 0 && (counted & class_mask) == 0) {
      cursor.skip(sizeof counted);
      header.end = end_of_counted(cursor, header.begin, counted);
    }
  }
  const auto version = cursor.read<std::uint16_t>();
  if (header.has_end() && header.end < cursor.position())
    detail::fail(ErrorKind::corrupt, "object at byte {} is too small for its version: it claims {} bytes", header.begin,
                 header.end - header.begin - sizeof(std::uint32_t));
  header.memberwise = (version & memberwise_mask) != 0 && (version & 0x8000) == 0;
  header.version = static_cast<std::int16_t>(header.memberwise ? version & ~memberwise_mask : version);
  return header;
}

ObjectTag read_tag(bytes::ByteCursor& cursor) {
  const std::uint64_t begin = cursor.position();
  const auto word = cursor.read<std::uint32_t>();
  if (word == 0) return {};
  if (word == new_class_tag || (word & class_mask) != 0)
    detail::fail(ErrorKind::unsupported,
                 "object tag 0x{:08x} at byte {} has no byte count (written by ROOT 2 or older)", word, begin);
  if ((word & byte_count_mask) == 0) return {.kind = ObjectTag::Kind::reference, .identity = {word}};

  ObjectTag tag{.kind = ObjectTag::Kind::object, .identity = {begin + map_offset}};
  tag.end = end_of_counted(cursor, begin, word);
  const std::uint64_t class_tag_position = cursor.position();
  const auto class_tag = cursor.read<std::uint32_t>();
  if (class_tag == new_class_tag) {
    tag.class_name = cursor.zero_terminated(longest_class_name);
  } else if ((class_tag & class_mask) != 0) {
    const std::uint64_t offset = class_tag & ~class_mask;
    if (offset < map_offset)
      detail::fail(ErrorKind::corrupt, "object at byte {} refers to a class name at offset {}, which is impossible",
                   begin, offset);
    tag.class_name = class_name_at(cursor, offset - map_offset, class_tag_position);
  } else {  // a counted reference: not written by ROOT, but accepted by its reader
    cursor.seek(tag.end);
    return {.kind = class_tag == 0 ? ObjectTag::Kind::null : ObjectTag::Kind::reference, .identity = {class_tag}};
  }
  tag.begin = cursor.position();
  if (tag.begin > tag.end)
    detail::fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, inside its own tag", begin, tag.end);
  return tag;
}

ObjectTag read_tag_at(const bytes::ByteCursor& cursor, ObjectIdentity identity) {
  if (identity.offset < map_offset) detail::fail(ErrorKind::corrupt, "no object can have identity {}", identity.offset);
  bytes::ByteCursor elsewhere = cursor;
  elsewhere.seek(identity.offset - map_offset);
  const ObjectTag tag = read_tag(elsewhere);
  if (tag.kind != ObjectTag::Kind::object)
    detail::fail(ErrorKind::corrupt, "a reference points to an object at byte {}, but there is none",
                 identity.offset - map_offset);
  return tag;
}

void TagWriter::end_count(std::size_t at) {
  const std::size_t size = out_.size() - at - sizeof(std::uint32_t);
  if (size >= byte_count_mask)
    detail::fail(ErrorKind::misuse, "object of {} bytes is too large: the limit is 1 GiB", size);
  out_.patch(at, static_cast<std::uint32_t>(size) | byte_count_mask);
}

void TagWriter::versioned(std::uint16_t version, FunctionRef<void()> members) {
  const std::size_t at = out_.size();
  out_.write(std::uint32_t{0});
  out_.write(version);
  members();
  end_count(at);
}

void TagWriter::checksummed(std::uint32_t checksum, FunctionRef<void()> members) {
  versioned(0, [&] {
    out_.write(checksum);
    members();
  });
}

ObjectIdentity TagWriter::object(std::string_view class_name, FunctionRef<void()> object) {
  const ObjectIdentity identity = next_identity();
  if (identity.offset >= byte_count_mask)
    detail::fail(ErrorKind::misuse, "record is too large: an object at byte {} cannot be referenced", identity.offset);
  const std::size_t at = out_.size();
  out_.write(std::uint32_t{0});
  if (const auto known = classes_.find(class_name); known != classes_.end()) {
    out_.write(class_mask | known->second);
  } else {
    classes_.emplace(class_name, static_cast<std::uint32_t>(position() + map_offset));
    out_.write(new_class_tag);
    out_.append(class_name);
    out_.write(std::uint8_t{0});
  }
  object();
  end_count(at);
  return identity;
}

void TagWriter::reference(ObjectIdentity identity) { out_.write(static_cast<std::uint32_t>(identity.offset)); }

}  // namespace ramet::inline v1::schema
