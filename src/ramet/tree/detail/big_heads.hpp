#pragma once

#include <cstddef>
#include <span>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/compression/decompressor.hpp"

// A basket's key with 4-byte seeks cannot say that it is beyond 2 GB:
//   | nbytes 4 | version 4 | ... | seeks 4 + 4 | "TBasket" | name | title | basket's fields |    as stored
//   | nbytes 4 | version 1004 | ... | seeks 8 + 8 | "TBasket" | name | ti | basket's fields |    as long, and big
// Offsets in the payload count from the key's start. So the head keeps its length where it can: the title, the tree's
// name, is cut, and then the name of the branch; readers need neither.

namespace ramet::inline v1::tree {

/// Whether the offsets in a basket are only those of its entries.
enum class BasketContents {
  numbers,  ///< texts and vectors too
  objects,  ///< may refer to each other by offsets from the key
};

/// Gives baskets big heads. Keeps codec states. Threads: one thread.
class BigHeads {
 public:
  explicit BigHeads(compression::Settings settings) : settings_(settings) {}

  /// Append the record of a basket to `out`, with a big head. If the names are too short for that, the head grows, and
  /// offsets of entries are changed, for which the payload is unpacked and packed again. Throws Error(corrupt), and
  /// Error(unsupported) when a basket of objects would have to grow.
  void append(std::span<const std::byte> record, BasketContents contents, bytes::Buffer& out);

 private:
  compression::Settings settings_;
  compression::Compressor compressor_;
  compression::Decompressor decompressor_;
};

}  // namespace ramet::inline v1::tree
