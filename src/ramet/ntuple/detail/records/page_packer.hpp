#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ramet/array/number_type.hpp"
#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/compression/decompressor.hpp"
#include "ramet/ntuple/blob.hpp"
#include "ramet/ntuple/column_type.hpp"
#include "ramet/ntuple/detail/page_list.hpp"

namespace ramet::inline v1::ntuple {

/// A page in memory, uncompressed. Threads: a value.
struct PlainPage {
  bytes::Buffer bytes;
  std::uint64_t elements = 0;
};

/// The pages of one column of one cluster, uncompressed, in order. Threads: a value.
using PlainColumn = std::vector<PlainPage>;

/// Whether pages of this coding can be joined to larger ones without a change of any element.
bool has_joinable_pages(const ColumnCoding& coding) noexcept;

/// Packs pages anew. Keeps codec states. Threads: one thread.
class PagePacker {
 public:
  /// Read a page, compare its checksum if it has one, and decompress it. Throws Error(corrupt), naming the page.
  PlainPage read(const BlobReader& blobs, const Page& page, const ColumnCoding& coding);

  /// Append a page, compressed if that is smaller, and its checksum. Returns the size without the checksum.
  std::uint64_t append(const PlainPage& page, compression::Settings settings, bytes::Buffer& out);

 private:
  compression::Compressor compressor_;
  compression::Decompressor decompressor_;
  bytes::Buffer packed_;
};

/// Join the pages of a column in consecutive clusters, of a coding that has_joinable_pages, to pages of about
/// `page_bytes` of one cluster. Indices, which count from the start of a cluster, become larger by the elements before
/// them. Throws Error(corrupt) when indices decrease.
PlainColumn join_pages(const ColumnCoding& coding, std::span<PlainColumn> clusters, std::uint64_t page_bytes);

}  // namespace ramet::inline v1::ntuple
