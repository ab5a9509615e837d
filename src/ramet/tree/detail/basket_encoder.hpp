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
  std::uint32_t plain_size = 0;   ///< key and payload uncompressed, what fTotBytes counts
  std::uint64_t offset = 0;       ///< in the bytes it was encoded into; in the file once it has an address
};

/// Largest values met, which the metadata of counters and strings tells readers. Threads: a value.
struct BranchMaximum {
  std::uint64_t value = 0;
};

/// What every basket of a tree being written has in common. Threads: a value that borrows.
struct BasketFrame {
  const std::string& tree_name;  ///< the title of the baskets' keys
  std::uint32_t date = 0;
  std::uint64_t seek_directory = 0;
  bool big = false;               ///< keys with 8-byte seeks
  std::uint32_t basket_size = 0;  ///< fBufferSize
  compression::Settings compression;
};

/// Turns columns into baskets. Holds scratch memory and codec states. Threads: one thread.
class BasketEncoder {
 public:
  /// Encode the rows [first, last) of a branch as one or more baskets of about basket_size bytes each, append them to
  /// `out`, and their places to `baskets`. Their keys have no address yet: see place_baskets. The columns are those of
  /// the schema. Throws Error(misuse) when one entry is larger than a basket can be.
  void encode(const BasketFrame& frame, const BranchPlan& branch, std::span<const array::Array> columns,
              std::size_t first, std::size_t last, bytes::Buffer& out, std::vector<EncodedBasket>& baskets,
              BranchMaximum& maximum, StageTimes* times);

  /// Encode a basket whose entries have their stored form already; `starts` is where each begins, if they have offsets.
  void encode_stored(const BasketFrame& frame, const BranchPlan& branch, std::span<const std::byte> data,
                     std::span<const std::uint32_t> starts, std::uint32_t entries, bytes::Buffer& out,
                     std::vector<EncodedBasket>& baskets);

 private:
  void append_basket(const BasketFrame& frame, const BranchPlan& branch, std::uint32_t entries, bytes::Buffer& out,
                     std::vector<EncodedBasket>& baskets, StageTimes* times);
  /// Append room for the key, and the payload with its offsets compressed. False when that would not make it smaller.
  bool append_packed(const BasketFrame& frame, const BranchPlan& branch, bytes::Buffer& out);
  /// The same with the payload as it is, whose checksum is put behind the title of the key.
  void append_plain(const BasketFrame& frame, const BranchPlan& branch, std::uint32_t entries, std::string& title,
                    bytes::Buffer& out);

  compression::Compressor compressor_;
  bytes::Buffer plain_;                // the basket's payload
  std::vector<std::uint32_t> starts_;  // of its entries in plain_
};

/// Give the baskets, whose bytes will be written at `address`, their places in the file: in their keys and in
/// `baskets`.
void place_baskets(std::span<std::byte> encoded, std::span<EncodedBasket> baskets, bool big, std::uint64_t address);

}  // namespace ramet::inline v1::tree
