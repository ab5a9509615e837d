#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/bytes/buffer.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/trace.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/ntuple/detail/page_encoder.hpp"
#include "ramet/schema/streamer_info.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/tree/detail/basket_encoder.hpp"
#include "ramet/write/internal/commit_log.hpp"

namespace ramet::inline v1::write::internal {

/// The directory that a table is in. Threads: a value.
struct TablePlace {
  file::DirectoryNumber directory;  ///< of the FileWriter that describes it
  std::uint64_t seek = 0;           ///< where the directory's record is: the parent of all keys of the table
  std::string path = {};            ///< as "a/b"
  std::string made = {};            ///< what of it was made for the table: the path of the uppermost; "" for nothing
  /// Of the table's first record: whether its name may be there already.
  file::FileWriter::OnConflict if_taken = file::FileWriter::OnConflict::fail;
};

/// Scratch memory and codec states of who encodes. Threads: one thread.
struct Encoders {
  tree::BasketEncoder baskets;
  ntuple::PageEncoder pages;
};

/// The entries that become one cluster, ready to be encoded part by part: a part is a branch, or a column of an ntuple.
/// Threads: immutable, borrowing the columns; parts may be encoded side by side.
class ClusterJob {
 public:
  virtual ~ClusterJob() = default;

  virtual std::size_t part_count() const noexcept = 0;

  /// Append a part's baskets or pages to `out`, and what is to be known of them to `to`.
  virtual void encode(std::size_t part, Encoders& encoders, bytes::Buffer& out, EncodedPart& to,
                      StageTimes* times) const = 0;
};

/// What the columns of a cluster may have before they are encoded. Threads: a value.
struct ClusterLimits {
  std::uint64_t bytes = 0;  ///< in which a cluster ends ...
  std::uint64_t entry = 0;  ///< ... with an entry, which has at most so many in all columns
};

/// What a table being written leaves to its format: asked once a cluster or once a checkpoint, never once a value.
/// Threads: const-safe, but for `extend` and `describe`, which exclude each other only.
class TableFormat {
 public:
  /// The offsets of a column of the cluster.
  using OffsetsOf = FunctionRef<std::span<const std::int64_t>(std::size_t column)>;

  virtual ~TableFormat() = default;

  /// Branches or columns that clusters have by now.
  virtual std::size_t part_count() const noexcept = 0;

  /// Take up columns and projections that were added to the end of the schema: clusters of more columns than before can
  /// begin from then on, those of fewer still can. Throws Error(misuse), changing nothing, when they cannot be stored.
  virtual void extend(const table::Schema& schema) = 0;

  /// Throws Error(misuse), naming the columns, when the entries [first, last) cannot be stored together.
  virtual void check(OffsetsOf offsets, std::size_t first, std::size_t last) const = 0;

  /// Prepare the entries [first, last) of the first columns of the schema, as many as it had at some time; `big` when
  /// the file may be beyond 2 GB.
  virtual std::unique_ptr<const ClusterJob> begin(std::span<const array::Array> columns, std::size_t first,
                                                  std::size_t last, bool big) const = 0;
  /// What always can be written, however badly it compresses.
  virtual ClusterLimits limits() const noexcept = 0;
  /// Bytes to leave free in front of a cluster's parts.
  virtual std::size_t head_size(bool big) const = 0;
  /// Give an encoded cluster its place in the file: in its bytes, head included, and in its pieces.
  /// Throws Error(misuse) when it is larger than a record can be.
  virtual void place(std::span<std::byte> encoded, std::span<table::Piece> pieces, bool big,
                     std::uint64_t address) const = 0;

  /// What tells the table's schema from others in the marks of its clusters (file::ClusterMark::schema).
  virtual std::uint64_t schema_checksum() const noexcept = 0;

  /// Write the records that lead to all these clusters, as they are in order of entries.
  virtual void describe(file::FileWriter& file, std::span<const table::ClusterDescriptor> clusters) = 0;

  /// The classes whose layouts the file must have.
  virtual std::vector<std::string_view> classes() const = 0;
  /// Likewise, the layouts of users' classes.
  virtual std::vector<schema::StreamerInfo> layouts() const = 0;
};

}  // namespace ramet::inline v1::write::internal
