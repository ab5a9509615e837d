#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/codec.hpp"
#include "ramet/core/trace.hpp"
#include "ramet/tree/detail/branch_plan.hpp"

namespace ramet::inline v1::tree {

/// A basket among encoded bytes. Threads: a value.
struct EncodedBasket {
  std::uint32_t entries = 0;
  std::uint32_t record_size = 0;  ///< as stored
  std::uint32_t plain_size = 0;   ///< key and uncompressed payload, as counted by fTotBytes
  std::uint64_t offset = 0;       ///< in the encoded bytes; after place_baskets, in the file
};

/// The largest values written, stored in the metadata of counters and strings. Threads: a value.
struct BranchMaximum {
  std::uint64_t value = 0;
};

/// What all baskets of a tree being written have in common. Threads: a value that borrows.
struct BasketFrame {
  const std::string& tree_name;  ///< the title of the baskets' keys
  std::uint32_t date = 0;
  std::uint64_t seek_directory = 0;
  bool big = false;               ///< keys with 8-byte seeks
  std::uint32_t basket_size = 0;  ///< fBufferSize
  compression::Settings compression;
};

/// Encodes columns as baskets. Keeps scratch memory and codec states. Threads: one thread.
class BasketEncoder {
 public:
  /// Encode the rows [first, last) of a branch as one or more baskets of about basket_size bytes each; append them to
  /// `out`, and their positions to `baskets`. Their keys have no position yet: see place_baskets. The columns are those
  /// of the schema. Throws Error(misuse) when one entry is larger than a basket can be.
  void encode(const BasketFrame& frame, const BranchPlan& branch, std::span<const array::Array> columns,
              std::size_t first, std::size_t last, bytes::Buffer& out, std::vector<EncodedBasket>& baskets,
              BranchMaximum& maximum, StageTrace trace);

  /// Encode a basket from entries in stored form; `starts` has the begin of each entry, if the branch has offsets.
  void encode_stored(const BasketFrame& frame, const BranchPlan& branch, std::span<const std::byte> data,
                     std::span<const std::uint32_t> starts, std::uint32_t entries, bytes::Buffer& out,
                     std::vector<EncodedBasket>& baskets);

 private:
  void append_basket(const BasketFrame& frame, const BranchPlan& branch, std::uint32_t entries, bytes::Buffer& out,
                     std::vector<EncodedBasket>& baskets, StageTrace trace);
  /// Append room for the key, and the payload with its offsets compressed. Returns false when that would not be
  /// smaller.
  bool append_packed(const BasketFrame& frame, const BranchPlan& branch, bytes::Buffer& out);
  /// The same with the uncompressed payload, whose checksum is appended to the title of the key.
  void append_plain(const BasketFrame& frame, const BranchPlan& branch, std::uint32_t entries, std::string& title,
                    bytes::Buffer& out);

  compression::Compressor compressor_;
  bytes::Buffer plain_;                // the basket's payload
  std::vector<std::uint32_t> starts_;  // of its entries in plain_
};

/// Set the positions of the baskets, which will be written at `address`, in their keys and in `baskets`.
void place_baskets(std::span<std::byte> encoded, std::span<EncodedBasket> baskets, bool big, std::uint64_t address);

}  // namespace ramet::inline v1::tree
