#include "ramet/tree/detail/big_heads.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/file/key.hpp"
#include "ramet/tree/internal/decode/basket_checksum.hpp"
#include "ramet/tree/internal/encode/basket_head.hpp"

namespace ramet::inline v1::tree {
namespace {

constexpr std::size_t growth = 8;  // two seeks of 8 bytes instead of 4

/// The key of a basket, and where its head ends and the basket's own fields begin. Threads: a value.
struct StoredHead {
  file::Key key;
  std::size_t end = 0;
};

StoredHead head_of(std::span<const std::byte> record) {
  bytes::ByteCursor cursor(record);
  StoredHead head{file::read_record_head(cursor), 0};
  head.end = static_cast<std::size_t>(cursor.position());
  if (head.key.class_name != file::basket_class || head.key.record_size != record.size())
    detail::fail(ErrorKind::corrupt, "no basket of {} bytes", record.size());
  return head;
}

void put_key(const file::Key& key, bytes::Buffer& out) {
  bytes::ByteWriter head;
  file::write_key(head, key);
  out.append(head.span());
}

/// Cut characters of the names, so that a big head is as long as the small one. The checksum at a title's end stays.
bool cut_names(file::Key& key, std::size_t length) {
  const std::size_t kept = file::checksum_of_title(key.title) ? file::title_checksum_size : 0;
  const std::size_t of_title = std::min(growth, key.title.size() - kept);
  key.title.erase(0, of_title);
  if (key.name.size() < growth - of_title) return false;
  key.name.resize(key.name.size() - (growth - of_title));
  return file::key_length_of(key.class_name, key.name, key.title, true) == length;
}

/// Add to the offsets of entries, which follow the entries: | count 4 | offset 4 ... |.
void move_offsets(std::span<std::byte> payload, std::size_t data_size) {
  if (data_size + 4 > payload.size()) return;  // entries of one size: no offsets
  const auto count = bytes::load_big_endian<std::uint32_t>(payload.data() + data_size);
  if (count > (payload.size() - data_size - 4) / 4)
    detail::fail(ErrorKind::corrupt, "a basket has {} offsets in {} bytes", count, payload.size() - data_size - 4);
  for (std::uint32_t entry = 0; entry < count; ++entry) {
    std::byte* const place = payload.data() + data_size + 4 + 4 * std::size_t{entry};
    const auto offset = bytes::load_big_endian<std::uint32_t>(place);
    if (offset != 0) bytes::store_big_endian(place, static_cast<std::uint32_t>(offset + growth));
  }
}

}  // namespace

void BigHeads::append(std::span<const std::byte> record, BasketContents contents, bytes::Buffer& out) {
  StoredHead head = head_of(record);
  if (head.key.is_big()) return out.append(record);
  head.key.version = static_cast<std::uint16_t>(head.key.version + file::big_key_version - file::small_key_version);
  file::Key cut = head.key;
  if (cut_names(cut, head.end)) {
    put_key(cut, out);
    return out.append(record.subspan(head.end));
  }
  if (contents == BasketContents::objects)
    detail::fail(ErrorKind::unsupported, "a basket of objects of branch '{}' would lie beyond 2 GB", head.key.name);
  const internal::BasketFields fields = internal::read_basket_fields(record, head.end);
  const std::size_t key_length = head.key.key_length;
  if (fields.last < key_length || fields.last - key_length > head.key.object_size)
    detail::fail(ErrorKind::corrupt, "a basket's last byte is {}, its key has {}", fields.last, key_length);
  bytes::Buffer payload(head.key.object_size);
  if (head.key.is_compressed())
    decompressor_.decompress(record.subspan(key_length), payload.span());
  else
    std::ranges::copy(record.subspan(key_length, payload.size()), payload.data());
  if (!fields.has_generated_offsets) move_offsets(payload.span(), fields.last - key_length);
  const bool has_checksum = file::checksum_of_title(head.key.title).has_value();  // so it is not compressed
  if (has_checksum)
    head.key.title.replace(head.key.title.size() - file::title_checksum_size, file::title_checksum_size,
                           file::title_checksum(basket_checksum(std::as_const(payload).span(), fields.entries,
                                                                static_cast<std::uint32_t>(fields.last - key_length))));
  const std::size_t begin = out.size();
  head.key.key_length = static_cast<std::uint16_t>(key_length + growth);
  put_key(head.key, out);
  out.append(record.subspan(head.end, key_length - head.end));
  bytes::store_big_endian(out.data() + begin + fields.place_of_last + growth,
                          static_cast<std::uint32_t>(fields.last + growth));
  if (has_checksum || !compressor_.compress(payload.span(), settings_, out)) out.append(payload.span());
  bytes::store_big_endian(out.data() + begin, static_cast<std::uint32_t>(out.size() - begin));
}

}  // namespace ramet::inline v1::tree
