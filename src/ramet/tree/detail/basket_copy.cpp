#include "ramet/tree/detail/basket_copy.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/file/key.hpp"
#include "ramet/file/record_area.hpp"
#include "ramet/io/detail/copy_pieces.hpp"
#include "ramet/tree/internal/encode/basket_head.hpp"

namespace ramet::inline v1::tree {

void require_basket(std::span<const std::byte> record, const io::Extent& from) {
  bytes::ByteCursor cursor(record, from.offset);
  const file::Key key = file::read_record_head(cursor);
  if (key.class_name != file::basket_class || key.seek != from.offset || key.record_size != from.size)
    detail::fail(ErrorKind::corrupt, "no basket of {} bytes begins at byte {}", from.size, from.offset);
}

std::uint64_t size_of(std::span<const BasketCopy> baskets) noexcept {
  std::uint64_t size = 0;
  for (const BasketCopy& basket : baskets) size += basket.from.size;
  return size;
}

void copy_baskets(std::span<BasketCopy> baskets, io::ByteSink& sink, io::Extent to, std::uint64_t seek_directory) {
  std::vector<io::CopyPiece> pieces;
  for (const BasketCopy& basket : baskets) pieces.push_back({basket.source, basket.from});
  io::copy_pieces(pieces, sink, to.offset, [&](std::size_t number, std::uint64_t place, std::span<std::byte> record) {
    BasketCopy& basket = baskets[number];
    require_basket(record, basket.from);
    if (!file::has_big_head(record) && !file::RecordArea::fits_small_keys(to))
      detail::fail(ErrorKind::unsupported, "a basket from byte {} would come to byte {}, where its key cannot say so",
                   basket.from.offset, place);
    file::move_record(record, place, seek_directory);
    basket.seek = place;
  });
}

bytes::Buffer record_of(const Branch& branch, const EmbeddedBasket& basket, std::string_view tree_name,
                        std::uint32_t date, bool big) {
  file::Key key;
  key.class_name = file::basket_class;
  key.name = branch.name;
  key.title = tree_name;
  key.version = big ? file::big_key_version : file::small_key_version;
  key.date = date;
  const auto head_size = [&] {
    return file::key_length_of(key.class_name, key.name, key.title, big) + internal::basket_head_size;
  };
  // Blanks after the title make the key longer: readers take the basket's own fields from the key's end.
  std::size_t least = head_size();
  if (least > basket.key_length)
    key.title.resize(key.title.size() - std::min(least - basket.key_length, key.title.size()));
  else
    key.title.resize(key.title.size() + basket.key_length - least, ' ');
  least = head_size();
  if (least > basket.key_length && key.title.ends_with(' ')) {  // the length of the title has become longer, too
    key.title.resize(key.title.size() - (least - basket.key_length));
    least = head_size();
  }
  key.key_length = static_cast<std::uint16_t>(std::max<std::size_t>(least, basket.key_length));
  const auto data_size = static_cast<std::uint32_t>(basket.data.size());
  const auto offsets_size = static_cast<std::uint32_t>(basket.offsets.empty() ? 0 : 4 * (basket.entries + 2));
  key.object_size = data_size + offsets_size;
  key.record_size = key.key_length + key.object_size;
  const std::uint32_t data_end = key.key_length + data_size;
  const std::uint32_t entry_size =
      basket.offsets.empty() ? data_size / std::max(basket.entries, 1U) : internal::offset_array_length;
  bytes::ByteWriter record;
  file::write_key(record, key);
  internal::write_basket_head(record, {std::max(static_cast<std::uint32_t>(branch.basket_size), data_end), entry_size,
                                       basket.entries, data_end});
  for (std::size_t byte = least; byte < key.key_length; ++byte) record.write(std::uint8_t{0});
  record.append(basket.data.span());
  if (!basket.offsets.empty()) {
    record.write(basket.entries + 1);
    for (std::uint32_t entry = 0; entry < basket.entries; ++entry) record.write(basket.offsets[entry] + key.key_length);
    record.write(std::uint32_t{0});
  }
  return std::move(record).take();
}

}  // namespace ramet::inline v1::tree
