#include "ramet/tree/detail/basket_encoder.hpp"

#include <algorithm>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/file/key.hpp"
#include "ramet/tree/internal/decode/basket_checksum.hpp"
#include "ramet/tree/internal/encode/basket_head.hpp"
#include "ramet/tree/internal/encode/row_encoder.hpp"

namespace ramet::inline v1::tree {
namespace {

std::uint32_t key_length_for(const BasketFrame& frame, const BranchPlan& branch, std::string_view title) {
  const auto length = file::key_length_of(file::basket_class, branch.name, title, frame.big);
  return static_cast<std::uint32_t>(length + internal::basket_head_size);
}

/// Append the entry offsets, which count from the basket's key, to its data.
void append_offsets(std::span<const std::uint32_t> starts, std::uint32_t key_length, bytes::Buffer& plain) {
  const auto place = plain.extend(4 * (starts.size() + 2));
  std::byte* at = place.data();
  bytes::store_big_endian(at, static_cast<std::uint32_t>(starts.size() + 1));
  for (const std::uint32_t start : starts) bytes::store_big_endian(at += 4, start + key_length);
  bytes::store_big_endian(at + 4, std::uint32_t{0});  // ROOT's array has one element more than entries
}

}  // namespace

void BasketEncoder::encode(const BasketFrame& frame, const BranchPlan& branch, std::span<const array::Array> columns,
                           std::size_t first, std::size_t last, bytes::Buffer& out, std::vector<EncodedBasket>& baskets,
                           BranchMaximum& maximum, StageTrace trace) {
  if (branch.packing == Packing::nothing) return;  // its sub-branches have all values
  while (first < last) {
    plain_.clear();
    starts_.clear();
    std::size_t end = 0;
    {
      const StageTimer timer(trace, Stage::encode);
      end = internal::encode_rows(branch, columns, {first, last}, frame.basket_size, plain_, starts_, maximum.value);
    }
    append_basket(frame, branch, static_cast<std::uint32_t>(end - first), out, baskets, trace);
    first = end;
  }
}

void BasketEncoder::encode_stored(const BasketFrame& frame, const BranchPlan& branch, std::span<const std::byte> data,
                                  std::span<const std::uint32_t> starts, std::uint32_t entries, bytes::Buffer& out,
                                  std::vector<EncodedBasket>& baskets) {
  plain_.clear();
  plain_.append(data);
  starts_.assign(starts.begin(), starts.end());
  append_basket(frame, branch, entries, out, baskets, {});
}

void BasketEncoder::append_basket(const BasketFrame& frame, const BranchPlan& branch, std::uint32_t entries,
                                  bytes::Buffer& out, std::vector<EncodedBasket>& baskets, StageTrace trace) {
  const std::size_t largest_head = key_length_for(frame, branch, frame.tree_name) + file::title_checksum_size + 4;
  const std::size_t needed = largest_head + plain_.size() + 4 * (starts_.size() + 2);
  if (needed > file::largest_record_size)
    detail::fail(ErrorKind::misuse, "branch '{}': a basket of {} bytes, more than {}", branch.name, needed,
                 file::largest_record_size);
  const std::size_t begin = out.size();
  const auto data_size = static_cast<std::uint32_t>(plain_.size());
  std::string title = frame.tree_name;
  {
    const StageTimer timer(trace, Stage::compress);
    if (!append_packed(frame, branch, out)) append_plain(frame, branch, entries, title, out);
  }
  const std::uint32_t key_length = key_length_for(frame, branch, title);
  const std::uint32_t data_end = key_length + data_size;
  const auto record_size = static_cast<std::uint32_t>(out.size() - begin);
  const auto plain_size = static_cast<std::uint32_t>(plain_.size());
  bytes::ByteWriter head;
  file::write_key(head, {.record_size = record_size,
                         .version = frame.big ? file::big_key_version : file::small_key_version,
                         .object_size = plain_size,
                         .date = frame.date,
                         .key_length = static_cast<std::uint16_t>(key_length),
                         .cycle = 0,
                         .seek = 0,
                         .seek_parent = frame.seek_directory,
                         .class_name = std::string(file::basket_class),
                         .name = branch.name,
                         .title = title});
  internal::write_basket_head(
      head, {std::max(frame.basket_size, data_end),
             branch.has_offsets() ? internal::offset_array_length : static_cast<std::uint32_t>(branch.row_size()),
             entries, data_end});
  std::memcpy(out.data() + begin, head.span().data(), key_length);
  baskets.push_back({entries, record_size, key_length + plain_size, begin});
}

bool BasketEncoder::append_packed(const BasketFrame& frame, const BranchPlan& branch, bytes::Buffer& out) {
  if (frame.compression.code() == 0) return false;
  const std::size_t data_size = plain_.size();
  const std::size_t begin = out.size();
  const std::uint32_t key_length = key_length_for(frame, branch, frame.tree_name);
  if (branch.has_offsets()) append_offsets(starts_, key_length, plain_);
  out.extend(key_length);
  if (compressor_.compress(plain_.span(), frame.compression, out)) return true;
  out.resize(begin);
  plain_.resize(data_size);  // its offsets must count from a longer key
  return false;
}

void BasketEncoder::append_plain(const BasketFrame& frame, const BranchPlan& branch, std::uint32_t entries,
                                 std::string& title, bytes::Buffer& out) {
  const auto data_size = static_cast<std::uint32_t>(plain_.size());
  const std::uint32_t key_length = key_length_for(frame, branch, title + file::title_checksum(0));
  if (branch.has_offsets()) append_offsets(starts_, key_length, plain_);
  title += file::title_checksum(basket_checksum(plain_.span(), entries, data_size));
  out.extend(key_length);
  out.append(plain_.span());
}

void place_baskets(std::span<std::byte> encoded, std::span<EncodedBasket> baskets, bool big, std::uint64_t address) {
  for (EncodedBasket& basket : baskets) {
    const auto record = encoded.subspan(basket.offset);
    basket.offset += address;
    file::place_record(record, big, basket.offset);
  }
}

}  // namespace ramet::inline v1::tree
