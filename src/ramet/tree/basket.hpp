#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/codec.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/core/trace.hpp"
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
  std::span<const std::byte> data;         ///< the entries' bytes; of a part, those of some entries
  std::span<const std::uint32_t> offsets;  ///< entries + 1 offsets, or none when all entries have the same size
  std::uint32_t entries = 0;
  std::uint32_t key_length = 0;  ///< bytes before the entries, which references between objects count too
  bool is_part = false;          ///< data has only some of the entries
  std::uint64_t part_begin = 0;  ///< the position of data in the entries' bytes

  /// The bytes from one offset to another, which must lie in data.
  std::span<const std::byte> bytes(std::uint64_t begin, std::uint64_t end) const {
    return data.subspan(begin - part_begin, end - begin);
  }
};

/// Memory for a decompressed basket. Threads: one thread.
struct BasketMemory {
  bytes::Buffer plain;
  std::vector<std::uint32_t> offsets;
};

/// An uncompressed basket whose data was not read. Threads: a view of its reader's memory.
struct PlainBasket {
  Basket basket;            ///< with offsets, without data
  std::uint64_t start = 0;  ///< where its data begins in the source
};

/// Reads baskets one after the other. Many columns can share a reader: each has its own BasketMemory, and they share
/// the memory for compressed bytes and the codec's state, which stays in the cache. Threads: one thread.
class BasketReader {
 public:
  /// Read, decompress and check a basket, which is valid until `memory` is used for another one. `basket` also counts
  /// embedded baskets. Throws Error(corrupt), naming branch, basket and offset.
  Basket read(const io::ByteSource& source, const Branch& branch, BasketNumber basket, BasketMemory& memory);

  /// The same into memory of the reader, valid until the next call.
  Basket read(const io::ByteSource& source, const Branch& branch, BasketNumber basket) {
    return read(source, branch, basket, own_);
  }

  /// For a basket whose data can be read in parts (it is uncompressed, has no checksum, and is not in memory already):
  /// the basket without its data, and the position of the data in the source. Nothing for others. Throws Error(corrupt)
  /// as read does.
  std::optional<PlainBasket> find_plain(const io::ByteSource& source, const Branch& branch, BasketNumber basket,
                                        BasketMemory& memory);

  /// Record reading, decompressing and decoding from now on, unless the recorder is null or known.
  void record(const std::shared_ptr<TraceRecorder>& recorder);
  /// Where those who decode add their times; `end_task` hands the spans over.
  StageTrace trace() const noexcept { return {nullptr, track_.get()}; }
  void end_task() noexcept {
    if (track_) track_->flush();
  }

 private:
  Basket read_record(const io::ByteSource& source, const BasketLocation& location, std::uint64_t entries,
                     BasketMemory& memory);

  std::unique_ptr<TraceTrack> track_;
  compression::Decompressor decompressor_;
  bytes::Buffer packed_;
  BasketMemory own_;
};

/// The basket with this number if it is embedded in the tree's record, else null.
const EmbeddedBasket* embedded_basket(const Branch& branch, BasketNumber basket) noexcept;
/// The number of baskets, including embedded ones.
std::size_t basket_count(const Branch& branch) noexcept;
/// The entries of a basket, which may be embedded.
EntryRange basket_entries(const Branch& branch, BasketNumber basket);
/// Add the extents of the baskets that contain some of the entries, if they are records of the tree's own file.
void add_extents(const Branch& branch, EntryRange entries, std::vector<io::Extent>& to);
/// The basket that contains an entry; it may be embedded. Throws Error(not_found).
BasketNumber basket_of(const Branch& branch, EntryNumber entry);

}  // namespace ramet::inline v1::tree
