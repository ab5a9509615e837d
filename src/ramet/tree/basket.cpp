#include "ramet/tree/basket.hpp"

#include <algorithm>
#include <optional>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/key.hpp"
#include "ramet/tree/internal/decode/basket_checksum.hpp"
#include "ramet/tree/internal/decode/entry_offsets.hpp"

namespace ramet::inline v1::tree {
namespace {

/// The head of a basket's record.
struct BasketHead {
  std::uint32_t key_length = 0;
  std::uint32_t payload_size = 0;  // uncompressed
  std::uint32_t entries = 0;
  std::uint32_t last = 0;
  bool has_generated_offsets = false;
  std::optional<std::uint64_t> checksum;  // if ramet stored the payload uncompressed
};

BasketHead read_head(std::span<const std::byte> record, const BasketLocation& location) {
  bytes::ByteCursor cursor(record, location.seek);
  const file::Key key = file::read_key(cursor);
  if (key.record_size != location.record_size)
    detail::fail(ErrorKind::corrupt, "its key says {} bytes, the tree says {}", key.record_size, location.record_size);
  if (key.seek != location.seek)
    detail::fail(ErrorKind::corrupt, "its key says byte {}, the tree says byte {}", key.seek, location.seek);
  cursor.skip(2 + 4);  // version, buffer size
  // I/O features follow a negative entry size; bit 0: offsets are left out or stored as differences.
  const bool has_features = cursor.read<std::int32_t>() < 0;
  const bool has_generated_offsets = has_features && (cursor.read<std::uint8_t>() & 1) != 0;
  const auto entries = cursor.read<std::int32_t>();
  const auto last = cursor.read<std::int32_t>();
  cursor.skip(1);  // flag
  if (cursor.position() - location.seek > key.key_length)
    detail::fail(ErrorKind::corrupt, "its head takes {} bytes, its key says {}", cursor.position() - location.seek,
                 key.key_length);
  if (entries < 0 || last < key.key_length || static_cast<std::uint32_t>(last) - key.key_length > key.object_size)
    detail::fail(ErrorKind::corrupt,
                 "its head contradicts itself: {} entries, {} bytes of key, last byte {}, payload of {}", entries,
                 key.key_length, last, key.object_size);
  return {key.key_length,
          key.object_size,
          static_cast<std::uint32_t>(entries),
          static_cast<std::uint32_t>(last),
          has_generated_offsets,
          file::checksum_of_title(key.title)};
}

/// The record's bytes: a view when the source has them in memory, else read into `buffer`.
std::span<const std::byte> record_bytes(const io::ByteSource& source, const BasketLocation& location,
                                        bytes::Buffer& buffer) {
  if (const auto view = source.view(location.seek, location.record_size)) return *view;
  if (location.seek > source.size() || location.record_size > source.size() - location.seek)
    detail::fail(ErrorKind::corrupt, "bytes {}..{} are past the end of the file at {}", location.seek,
                 location.seek + location.record_size, source.size());
  buffer.remake(location.record_size);
  source.read_at(location.seek, buffer.span());
  return buffer.span();
}

/// Turn sizes into offsets: with I/O features, each number is the size of the preceding entry.
void add_up_sizes(std::span<const std::byte> sizes, std::size_t data_size, std::span<std::uint32_t> offsets) {
  std::uint32_t before = 0;
  for (std::size_t entry = 0; entry < offsets.size(); ++entry) {
    const std::uint32_t size = entry == 0 ? 0 : bytes::load_big_endian<std::uint32_t>(sizes.data() + 4 * entry);
    const std::uint64_t offset = std::uint64_t{before} + size;
    if (offset > data_size)
      detail::fail(ErrorKind::corrupt, "entry {} begins at byte {}, expected {}..{}", entry, offset, before, data_size);
    offsets[entry] = before = static_cast<std::uint32_t>(offset);
  }
}

/// Throw an error that names the first wrong offset.
[[noreturn]] void name_wrong_offset(std::span<const std::byte> stored, const BasketHead& head, std::size_t data_size) {
  std::uint32_t before = 0;
  std::size_t entry = 0;
  for (;; ++entry) {
    const std::uint32_t offset = bytes::load_big_endian<std::uint32_t>(stored.data() + 4 * entry) - head.key_length;
    if (offset < before || offset > data_size || entry + 1 == head.entries)
      detail::fail(ErrorKind::corrupt, "entry {} begins at byte {}, expected {}..{}", entry, offset, before, data_size);
    before = offset;
  }
}

/// Read the entry offsets that follow the data, and add the end of the last entry. With I/O features they are stored as
/// sizes (TBasket.cxx, ReadBasketBuffers).
std::span<const std::uint32_t> read_offsets(std::span<const std::byte> tail, const BasketHead& head,
                                            std::uint32_t data_size, std::vector<std::uint32_t>& memory) {
  const std::uint32_t entries = head.entries;
  bytes::ByteCursor cursor(tail);
  const std::size_t count = cursor.count(4, "number of entry offsets");
  if (count < entries) detail::fail(ErrorKind::corrupt, "it has {} entry offsets for {} entries", count, entries);
  if (memory.size() <= entries) memory.resize(std::size_t{entries} + 1);
  const auto stored = cursor.take(std::size_t{entries} * 4);
  const std::span<std::uint32_t> offsets = std::span(memory).first(entries);
  if (head.has_generated_offsets) {
    add_up_sizes(stored, data_size, offsets);
  } else if (!load_entry_offsets(stored, head.key_length, data_size, offsets)) {
    name_wrong_offset(stored, head, data_size);
  }
  memory[entries] = data_size;
  return std::span(memory).first(std::size_t{entries} + 1);
}

constexpr std::uint32_t most_of_head = 4096;  // bytes: a key has three strings, which are short

/// Whether a basket's size shows that it is compressed, so that its head need not be read to find out.
bool must_be_compressed(const Branch& branch, const BasketLocation& location, std::uint64_t entries) {
  if (entries == 0) return true;
  if (branch.layout().packing == Packing::fixed) return location.record_size / entries < branch.layout().row_size();
  return branch.zip_bytes < branch.total_bytes;
}

template <class Do>
auto naming_basket(const io::ByteSource& source, const Branch& branch, BasketNumber basket, Do&& read) {
  return detail::while_doing(
      [&] {
        return fmt::format("'{}': branch '{}', basket {} at byte {}", source.name(), branch.name, basket.number,
                           branch.baskets.location(basket).seek);
      },
      read);
}

}  // namespace

const EmbeddedBasket* embedded_basket(const Branch& branch, BasketNumber basket) noexcept {
  if (basket.number < branch.baskets.size()) {
    const auto found = branch.between.find(basket.number);
    return found == branch.between.end() ? nullptr : found->second.get();
  }
  const std::uint64_t behind = basket.number - branch.baskets.size();
  return behind < branch.embedded.size() ? branch.embedded[behind].get() : nullptr;
}

std::size_t basket_count(const Branch& branch) noexcept { return branch.baskets.size() + branch.embedded.size(); }

EntryRange basket_entries(const Branch& branch, BasketNumber basket) {
  if (basket.number < branch.baskets.size()) return branch.baskets.entries(basket);
  return branch.embedded.at(basket.number - branch.baskets.size())->range();
}

void add_extents(const Branch& branch, EntryRange entries, std::vector<io::Extent>& to) {
  const EntryRange stored = intersection(branch.baskets.entries(), entries);
  if (stored.empty() || !branch.file_name.empty()) return;
  const std::uint64_t last = branch.baskets.basket_of({stored.last.number - 1}).number;
  for (std::uint64_t basket = branch.baskets.basket_of(stored.first).number; basket <= last; ++basket) {
    if (branch.between.contains(basket)) continue;
    const BasketLocation& location = branch.baskets.location({basket});
    to.push_back({location.seek, location.record_size});
  }
}

BasketNumber basket_of(const Branch& branch, EntryNumber entry) {
  if (branch.embedded.empty() || entry < branch.baskets.entries().last) return branch.baskets.basket_of(entry);
  const auto found = std::partition_point(branch.embedded.begin(), branch.embedded.end(),
                                          [&](const auto& basket) { return basket->range().last <= entry; });
  if (found == branch.embedded.end())
    detail::fail(ErrorKind::not_found, "entry {} is in no basket of branch '{}'", entry.number, branch.name);
  return {branch.baskets.size() + static_cast<std::uint64_t>(found - branch.embedded.begin())};
}

void BasketReader::record(const std::shared_ptr<TraceRecorder>& recorder) {
  if (recorder == nullptr || track_) return;
  track_ = std::make_unique<TraceTrack>(recorder, "reader of trees", "");
}

Basket BasketReader::read(const io::ByteSource& source, const Branch& branch, BasketNumber basket,
                          BasketMemory& memory) {
  if (const EmbeddedBasket* const embedded = embedded_basket(branch, basket))
    return {embedded->data.span(), embedded->offsets, embedded->entries, embedded->key_length};
  return naming_basket(source, branch, basket, [&] {
    return read_record(source, branch.baskets.location(basket), branch.baskets.entries(basket).size(), memory);
  });
}

Basket BasketReader::read_record(const io::ByteSource& source, const BasketLocation& location, std::uint64_t entries,
                                 BasketMemory& memory) {
  std::span<const std::byte> record;
  {
    StageTimer timer(trace(), Stage::read);
    record = record_bytes(source, location, packed_);
    timer.note_bytes(record.size());
  }
  const BasketHead head = read_head(record, location);
  if (head.entries != entries)
    detail::fail(ErrorKind::corrupt, "it holds {} entries, the tree says {}", head.entries, entries);
  const auto packed = record.subspan(head.key_length);
  std::span<const std::byte> plain = packed;
  if (packed.size() != head.payload_size) {
    compression::check_blocks(packed, head.payload_size);
    memory.plain.remake(head.payload_size);
    const StageTimer timer(trace(), Stage::decompress);
    decompressor_.decompress(packed, memory.plain.span());
    plain = memory.plain.span();
  } else if (record.data() == packed_.data()) {
    std::swap(packed_, memory.plain);  // keeps the bytes in place; the next basket gets other memory
  }
  const std::uint32_t data_size = head.last - head.key_length;
  if (head.checksum && plain.data() == packed.data())
    file::require_same_checksum(basket_checksum(plain, head.entries, data_size), *head.checksum);
  std::span<const std::uint32_t> offsets;
  if (data_size < plain.size()) offsets = read_offsets(plain.subspan(data_size), head, data_size, memory.offsets);
  return {plain.first(data_size), offsets, head.entries, head.key_length};
}

std::optional<PlainBasket> BasketReader::find_plain(const io::ByteSource& source, const Branch& branch,
                                                    BasketNumber basket, BasketMemory& memory) {
  if (basket.number >= branch.baskets.size() || branch.between.contains(basket.number)) return std::nullopt;
  const BasketLocation& location = branch.baskets.location(basket);
  const std::uint64_t entries = branch.baskets.entries(basket).size();
  if (must_be_compressed(branch, location, entries)) return std::nullopt;
  return naming_basket(source, branch, basket, [&]() -> std::optional<PlainBasket> {
    source.require_range(location.seek, location.record_size);
    if (source.view(location.seek, location.record_size)) return std::nullopt;
    const BasketLocation front{location.seek, std::min(location.record_size, most_of_head)};
    const BasketHead head = read_head(record_bytes(source, front, packed_), location);
    const bool is_plain = std::uint64_t{head.key_length} + head.payload_size == location.record_size;
    if (!is_plain || head.checksum || head.entries != entries) return std::nullopt;
    const std::uint32_t data_size = head.last - head.key_length;
    Basket found{{}, {}, head.entries, head.key_length, true};
    if (data_size < head.payload_size) {
      const BasketLocation tail{location.seek + head.last, location.record_size - head.last};
      found.offsets = read_offsets(record_bytes(source, tail, packed_), head, data_size, memory.offsets);
    } else if (branch.layout().packing != Packing::fixed || data_size != entries * branch.layout().row_size()) {
      return std::nullopt;
    }
    return PlainBasket{found, location.seek + head.key_length};
  });
}

}  // namespace ramet::inline v1::tree
