#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/codec.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent.hpp"
#include "ramet/tree/tree.hpp"

// A basket's record (TBasket::Streamer; io/doc/TFile/README.md for the key):
//   | key | version 2 | buffer size 4 | entry size or offset length 4 | entries 4 | last 4 | flag 1 | payload |
// A negative entry size says that a byte of I/O features (ROOT::TIOFeatures) follows it.
// The key's length counts all up to the payload. The payload, uncompressed: entries' bytes up to `last` (which counts
// from the key), then, when entries vary in size, | count 4 | offset 4 ... | with offsets from the key.

namespace ramet::inline v1::tree {

/// The entries of one basket, uncompressed, checked: offsets increase and lie inside the entries' bytes.
/// Threads: a view of its reader's memory.
struct Basket {
  std::span<const std::byte> data;         ///< the entries' bytes, or of a part some entries' bytes
  std::span<const std::uint32_t> offsets;  ///< entries + 1 of them, or none when all entries have one size
  std::uint32_t entries = 0;
  std::uint32_t key_length = 0;  ///< bytes before the entries' that references between objects count, too
  bool is_part = false;          ///< not all of the entries' bytes are there
  std::uint64_t part_begin = 0;  ///< where in the entries' bytes data begins

  /// The bytes from one offset to another, which are there.
  std::span<const std::byte> bytes(std::uint64_t begin, std::uint64_t end) const {
    return data.subspan(begin - part_begin, end - begin);
  }
};

/// What a basket is decompressed to. Threads: one thread.
struct BasketMemory {
  bytes::Buffer plain;
  std::vector<std::uint32_t> offsets;
};

/// A basket whose data was left where it is. Threads: a view of its reader's memory.
struct PlainBasket {
  Basket basket;            ///< with offsets, without data
  std::uint64_t start = 0;  ///< where its data begins in the source
};

/// Reads baskets one after the other. Many columns can share one: what lasts is in each one's own BasketMemory, and
/// what only passes through, the packed bytes and the codec's state, stays in the cache.
/// Threads: one thread.
class BasketReader {
 public:
  /// Read, decompress and check a basket; it is valid until `memory` is used for another one. `basket` counts the
  /// embedded ones too. Throws Error(corrupt), naming branch, basket and offset.
  Basket read(const io::ByteSource& source, const Branch& branch, BasketNumber basket, BasketMemory& memory);

  /// The same into memory of its own, valid until the next call.
  Basket read(const io::ByteSource& source, const Branch& branch, BasketNumber basket) {
    return read(source, branch, basket, own_);
  }

  /// A basket without its data, and where that is in the source, when it is best read from there part by part: it is
  /// stored plain, has no checksum, and is not in memory already. Throws Error(corrupt) as read does.
  std::optional<PlainBasket> find_plain(const io::ByteSource& source, const Branch& branch, BasketNumber basket,
                                        BasketMemory& memory);

 private:
  Basket read_record(const io::ByteSource& source, const BasketLocation& location, std::uint64_t entries,
                     BasketMemory& memory);

  compression::Decompressor decompressor_;
  bytes::Buffer packed_;
  BasketMemory own_;
};

/// The basket of that number, if it is embedded in the tree's record; else null.
const EmbeddedBasket* embedded_basket(const Branch& branch, BasketNumber basket) noexcept;
/// Number of baskets, embedded ones included.
std::size_t basket_count(const Branch& branch) noexcept;
/// The entries of a basket, embedded ones included.
EntryRange basket_entries(const Branch& branch, BasketNumber basket);
/// Add where the stored baskets with some of the entries are, if they are in the tree's own file.
void add_extents(const Branch& branch, EntryRange entries, std::vector<io::Extent>& to);
/// The basket that holds an entry, embedded ones included. Throws Error(not_found).
BasketNumber basket_of(const Branch& branch, EntryNumber entry);

}  // namespace ramet::inline v1::tree
