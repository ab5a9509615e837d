#pragma once

#include <cstddef>
#include <cstdint>
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
};

/// Reads baskets one after the other into memory that it keeps. Threads: one thread.
class BasketReader {
 public:
  /// Read, decompress and check a basket; it is valid until the next call. `basket` counts the embedded ones too.
  /// Throws Error(corrupt), naming branch, basket and offset.
  Basket read(const io::ByteSource& source, const Branch& branch, BasketNumber basket);

 private:
  Basket read_record(const io::ByteSource& source, const BasketLocation& location, std::uint64_t entries);
  Basket read_embedded(const EmbeddedBasket& basket);
  void read_offsets(std::span<const std::byte> tail, std::uint32_t key_length, std::uint32_t entries,
                    std::size_t data_size);

  compression::Decompressor decompressor_;
  bytes::Buffer packed_;
  bytes::Buffer plain_;
  std::vector<std::uint32_t> offsets_;
};

/// Number of baskets, embedded ones included.
std::size_t basket_count(const Branch& branch) noexcept;
/// The entries of a basket, embedded ones included.
EntryRange basket_entries(const Branch& branch, BasketNumber basket);
/// The basket that holds an entry, embedded ones included. Throws Error(not_found).
BasketNumber basket_of(const Branch& branch, EntryNumber entry);

}  // namespace ramet::inline v1::tree
