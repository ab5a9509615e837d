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
#include "ramet/tree/tree.hpp"

// A basket's record (TBasket::Streamer; io/doc/TFile/README.md for the key):
//   | key | version 2 | buffer size 4 | entry size or offset length 4 | entries 4 | last 4 | flag 1 | payload |
// A negative entry size says that a byte of I/O features (ROOT::TIOFeatures) follows it.
// The key's length counts all up to the payload. The payload, uncompressed: entries' bytes up to `last` (which counts
// from the key), then, when entries vary in size, | count 4 | offset 4 ... | with offsets from the key.

namespace ramet::inline v1::tree {

/// The entries of one basket, uncompressed, checked: offsets increase and lie inside data.
/// Threads: a view of its reader's memory.
struct Basket {
  std::span<const std::byte> data;         ///< the entries' bytes
  std::span<const std::uint32_t> offsets;  ///< entries + 1 of them, or none when all entries have one size
  std::uint32_t entries = 0;
  std::uint32_t key_length = 0;  ///< bytes before data that references between objects count, too
};

/// What a basket is decompressed to. Threads: one thread.
struct BasketMemory {
  bytes::Buffer plain;
  std::vector<std::uint32_t> offsets;
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

  /// Where the first row of a basket is in the source, when the rows are best read from there part by part: they have
  /// one size, are stored plain, have no checksum, and are not in memory already. Throws Error(corrupt) as read does.
  std::optional<std::uint64_t> find_plain_rows(const io::ByteSource& source, const Branch& branch, BasketNumber basket);

 private:
  Basket read_record(const io::ByteSource& source, const BasketLocation& location, std::uint64_t entries,
                     BasketMemory& memory);

  compression::Decompressor decompressor_;
  bytes::Buffer packed_;
  BasketMemory own_;
};

/// Number of baskets, embedded ones included.
std::size_t basket_count(const Branch& branch) noexcept;
/// The entries of a basket, embedded ones included.
EntryRange basket_entries(const Branch& branch, BasketNumber basket);
/// The basket that holds an entry, embedded ones included. Throws Error(not_found).
BasketNumber basket_of(const Branch& branch, EntryNumber entry);

}  // namespace ramet::inline v1::tree
