#include "ramet/merge/internal/objects/promoted_record.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/key.hpp"
#include "ramet/schema/object_tag.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::string_view small_letters = "CSIF";
constexpr std::size_t letter_place = 3;  // in "TH1F"

template <class Value>
void widen(bytes::ByteCursor& from, std::size_t count, bytes::ByteWriter& to) {
  for (std::size_t index = 0; index < count; ++index) to.write(static_cast<double>(from.read<Value>()));
}

std::size_t size_of_number(char letter) noexcept { return letter == 'C' ? 1 : letter == 'S' ? 2 : 4; }

void widen(char letter, bytes::ByteCursor& from, bytes::ByteWriter& to) {
  const std::size_t count = from.count(size_of_number(letter), "bins of a histogram");
  to.write(static_cast<std::uint32_t>(count));
  switch (letter) {
    case 'C':
      return widen<std::int8_t>(from, count, to);
    case 'S':
      return widen<std::int16_t>(from, count, to);
    case 'I':
      return widen<std::int32_t>(from, count, to);
    default:
      return widen<float>(from, count, to);
  }
}

}  // namespace

std::string promoted_class(std::string_view class_name) {
  const bool is_small = class_name.size() == letter_place + 1 && class_name.starts_with("TH") && class_name[2] >= '1' &&
                        class_name[2] <= '3' && small_letters.find(class_name[letter_place]) != std::string_view::npos;
  if (!is_small) return {};
  std::string promoted(class_name);
  promoted[letter_place] = 'D';
  return promoted;
}

file::Record promoted_record(const file::Record& record, object::Layouts layouts) {
  bytes::ByteCursor cursor(record.bytes.span());
  const file::Key key = file::read_key(cursor);
  const std::string class_name = promoted_class(key.class_name);
  if (class_name.empty()) detail::fail(ErrorKind::misuse, "class '{}' has no class of doubles", key.class_name);
  const schema::StreamerInfo* layout =
      layouts.catalogue == nullptr ? nullptr : layouts.catalogue->find_latest(class_name);
  if (layout == nullptr) detail::fail(ErrorKind::unsupported, "the layout of class '{}' is unknown", class_name);
  cursor.seek(record.key_length);
  const schema::VersionHeader whole = schema::read_version(cursor);
  const schema::VersionHeader base = schema::read_version(cursor);
  if (!whole.has_end() || !base.has_end() || base.end > whole.end)
    detail::fail(ErrorKind::corrupt, "a '{}' has no byte counts, or ends at byte {} within one that ends at {}",
                 key.class_name, base.end, whole.end);
  cursor.seek(base.end);
  bytes::ByteWriter array;
  widen(key.class_name[letter_place], cursor, array);
  if (cursor.position() > whole.end)
    detail::fail(ErrorKind::corrupt, "bins of a '{}' end at byte {}, it at {}", key.class_name, cursor.position(),
                 whole.end);
  file::Record promoted;
  promoted.key_length = record.key_length;
  promoted.bytes.append(record.bytes.span().first(static_cast<std::size_t>(base.end)));
  promoted.bytes.append(array.span());
  // The class in the key is as long as before.
  std::byte* const bytes = promoted.bytes.data();
  const auto head = record.bytes.span().first(record.key_length);
  const auto name = std::as_bytes(std::span(key.class_name));
  const auto place = std::ranges::search(head, name).begin() - head.begin();
  bytes[static_cast<std::size_t>(place) + letter_place] = std::byte{'D'};
  const auto count = static_cast<std::uint32_t>(promoted.bytes.size() - record.key_length - sizeof(std::uint32_t));
  bytes::store_big_endian(bytes + record.key_length, count | schema::byte_count_mask);
  bytes::store_big_endian(bytes + record.key_length + sizeof(std::uint32_t),
                          static_cast<std::uint16_t>(layout->version));
  return promoted;
}

}  // namespace ramet::inline v1::merge::internal
