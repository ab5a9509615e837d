#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/compression/decompressor.hpp"
#include "ramet/tree/detail/basket_encoder.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {

/// Consecutive entries of a branch in stored form, uncompressed. Threads: a view.
struct StoredEntries {
  std::span<const std::byte> data;
  std::span<const std::uint32_t> starts;  ///< of each entry in `data`; none if all entries have the same size
  std::uint32_t entries = 0;
};

/// Whether the baskets of a branch can be joined to larger ones without decoding their values: their entries do not
/// depend on where they are in a basket. Those of streamed objects may, as references count from the basket's key.
bool has_joinable_baskets(const Branch& branch);

/// Packs baskets anew. Values are not decoded, so branches of any type keep all they are. Keeps codec states. Threads:
/// one thread.
class BasketPacker {
 public:
  /// Append the record of a basket to `out` with other compression. All of its head but its size stays, and so do its
  /// offsets. Throws Error(corrupt).
  void recompress(std::span<const std::byte> record, compression::Settings settings, bytes::Buffer& out);

  /// Append one basket with the entries of all parts, which either all have starts or all have none, and its
  /// description to `baskets`. It has no position yet: see place_baskets. Throws Error(misuse) when it is larger than a
  /// basket can be.
  void join(const BasketFrame& frame, const Branch& branch, std::span<const StoredEntries> parts, bytes::Buffer& out,
            std::vector<EncodedBasket>& baskets);

 private:
  compression::Compressor compressor_;
  compression::Decompressor decompressor_;
  BasketEncoder encoder_;
  bytes::Buffer plain_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace ramet::inline v1::tree
