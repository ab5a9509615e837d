#pragma once

#include <cstdint>
#include <vector>

#include "ramet/file/key.hpp"
#include "ramet/io/byte_source.hpp"

// ROOT writes all pages of a cluster into one record, each with its checksum behind it (RPageStorageFile.cxx,
// CommitSealedPageV):
//   | key head: class RBlob, object size: that of all pages, unpacked | page | xxh3 8 | page | xxh3 8 | ...
// A page is a sequence of compressed blocks with their lengths, or uncompressed: then only the checksum shows where it
// ends.

namespace ramet::inline v1::recovery::internal {

/// A page whose end and content are verified by its checksum. Threads: a value.
struct BlobPage {
  std::uint64_t seek = 0;
  std::uint64_t stored_size = 0;  ///< without the checksum
  std::uint64_t plain_size = 0;
};

/// The pages in a record of an ntuple. Empty if the whole record cannot be divided into pages: it is something else, is
/// damaged, or was written without checksums. Throws Error(io) as the source does.
std::vector<BlobPage> pages_of_blob(const io::ByteSource& source, const file::Key& blob);

}  // namespace ramet::inline v1::recovery::internal
