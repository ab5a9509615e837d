#include "ramet/tree/detail/basket_packer.hpp"

#include <limits>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/compression/block.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/file/key.hpp"
#include "ramet/tree/internal/decode/basket_checksum.hpp"
#include "ramet/tree/internal/encode/basket_head.hpp"

namespace ramet::inline v1::tree {
namespace {

/// Compare the checksum that ramet's writer appends to the title of an uncompressed basket.
void check_plain(std::span<const std::byte> record, const file::Key& key, std::size_t head_end) {
  const auto checksum = file::checksum_of_title(key.title);
  if (!checksum) return;
  const internal::BasketFields fields = internal::read_basket_fields(record, head_end);
  const auto plain = record.subspan(key.key_length);
  if (fields.last < key.key_length || fields.last - key.key_length > plain.size())
    detail::fail(ErrorKind::corrupt, "a basket's last byte is {}, its key has {}", fields.last, key.key_length);
  file::require_same_checksum(basket_checksum(plain, fields.entries, fields.last - key.key_length), *checksum);
}

}  // namespace

bool has_joinable_baskets(const Branch& branch) {
  if (branch.io_features != 0) return false;  // offsets may be left out, which the heads of baskets say
  const Packing packing = branch.layout().packing;
  return packing != Packing::streamed && packing != Packing::unsupported && packing != Packing::nothing;
}

void BasketPacker::recompress(std::span<const std::byte> record, compression::Settings settings, bytes::Buffer& out) {
  bytes::ByteCursor cursor(record);
  const file::Key key = file::read_record_head(cursor);
  if (key.class_name != file::basket_class || key.record_size != record.size())
    detail::fail(ErrorKind::corrupt, "no basket of {} bytes", record.size());
  const auto stored = record.subspan(key.key_length);
  std::span<const std::byte> plain = stored;
  if (key.is_compressed()) {
    compression::check_blocks(stored, key.object_size);
    plain_.remake(key.object_size);
    decompressor_.decompress(stored, plain_.span());
    plain = plain_.span();
  } else {
    check_plain(record, key, static_cast<std::size_t>(cursor.position()));
  }
  const std::size_t begin = out.size();
  out.append(record.first(key.key_length));
  if (settings.code() == 0 || !compressor_.compress(plain, settings, out)) out.append(plain);
  bytes::store_big_endian(out.data() + begin, static_cast<std::uint32_t>(out.size() - begin));
}

void BasketPacker::join(const BasketFrame& frame, const Branch& branch, std::span<const StoredEntries> parts,
                        bytes::Buffer& out, std::vector<EncodedBasket>& baskets) {
  plain_.clear();
  starts_.clear();
  std::uint64_t entries = 0;
  for (const StoredEntries& part : parts) {
    if (plain_.size() + part.data.size() > file::largest_record_size)
      detail::fail(ErrorKind::misuse, "branch '{}': a basket of more than {} bytes", branch.name,
                   file::largest_record_size);
    for (const std::uint32_t start : part.starts) starts_.push_back(static_cast<std::uint32_t>(start + plain_.size()));
    plain_.append(part.data);
    entries += part.entries;
  }
  if (entries == 0 || entries > std::numeric_limits<std::int32_t>::max())
    detail::fail(ErrorKind::misuse, "branch '{}': a basket of {} entries", branch.name, entries);
  BranchPlan plan;
  plan.name = branch.name;
  plan.coding = NumberCoding::plain(array::NumberType::uint8);
  plan.always_offsets = !starts_.empty();
  plan.shape = {plain_.size() / entries};
  encoder_.encode_stored(frame, plan, plain_.span(), starts_, static_cast<std::uint32_t>(entries), out, baskets);
}

}  // namespace ramet::inline v1::tree
