#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/core/trace.hpp"
#include "ramet/ntuple/detail/ntuple_plan.hpp"

namespace ramet::inline v1::ntuple {

/// A page among encoded bytes. Threads: a value.
struct EncodedPage {
  std::uint32_t elements = 0;
  std::uint32_t size = 0;    ///< as stored, without the checksum that follows it
  std::uint64_t offset = 0;  ///< in the encoded bytes; in the file once its position is set
};

/// The pages of one column of a cluster. Threads: a value.
struct EncodedColumn {
  std::uint64_t elements = 0;
  std::uint64_t uncompressed_bytes = 0;  ///< of its pages, uncompressed
  std::vector<EncodedPage> pages;
};

/// How pages are stored. Threads: a value.
struct PageOptions {
  compression::Settings compression;     ///< for columns without a setting of their own, and for envelopes
  std::uint32_t page_bytes = 256 << 10;  ///< the approximate uncompressed size of a page
  bool has_checksums = true;             ///< after each page, of its bytes as stored
};

/// The entries of one cluster. Threads: immutable; borrows the arrays.
class ClusterRows {
 public:
  /// The entries [first, last) of arrays with the types of the plan's fields. Arrays with variants are copied, so that
  /// the values of each alternative lie in order.
  ClusterRows(const NTuplePlan& plan, std::span<const array::Array> fields, std::size_t first, std::size_t last);

  /// Elements [first, last) of an array.
  struct Elements {
    const array::Array* array = nullptr;
    std::size_t first = 0;
    std::size_t last = 0;
  };
  /// The array whose values, ends or tags the column stores, and the range of its values in the cluster.
  Elements values_of(const ColumnSource& source) const;

  std::uint64_t entries() const noexcept { return last_ - first_; }

 private:
  std::span<const array::Array> fields_;
  std::size_t first_;
  std::size_t last_;
  std::map<std::size_t, array::Array> copies_;  // of fields with variants
};

/// Encodes columns of clusters as pages. Keeps scratch memory and codec states. Threads: one thread.
class PageEncoder {
 public:
  /// Append a column's pages to `out`, each followed by its checksum if it has one (BinaryFormatSpecification.md, "Page
  /// List Envelope"). Throws Error(misuse) for numbers that a column with a range cannot hold.
  EncodedColumn encode(const NTuplePlan& plan, ColumnNumber column, const ClusterRows& rows, const PageOptions& options,
                       bytes::Buffer& out, StageTrace trace);

 private:
  EncodedPage append_page(std::span<const std::byte> plain, std::uint64_t elements, const PageOptions& options,
                          compression::Settings compression, bytes::Buffer& out, StageTrace trace);
  /// The bytes of a page: a view of the array if the stored bytes are the same, else encoded.
  std::span<const std::byte> page_of(const Column& column, ColumnPart part, const ClusterRows::Elements& elements,
                                     std::int64_t shift);

  compression::Compressor compressor_;
  bytes::Buffer plain_;
};

}  // namespace ramet::inline v1::ntuple
