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
  file::DirectoryNumber directory;  ///< in the FileWriter that describes the table
  std::uint64_t seek = 0;           ///< position of the directory's record: the parent in the table's keys
  std::string path = {};            ///< for example "a/b"
  std::string made = {};            ///< path of the uppermost directory made for the table; "" if all existed
  /// What to do with an existing key of this name when the first record is written.
  file::FileWriter::OnConflict if_taken = file::FileWriter::OnConflict::fail;
};

/// Scratch memory and codec states of one encoding thread. Threads: one thread.
struct Encoders {
  tree::BasketEncoder baskets;
  ntuple::PageEncoder pages;
};

/// The entries of one cluster, to be encoded part by part: a part is a branch, or an ntuple column. Threads: immutable,
/// borrowing the columns; parts may be encoded in parallel.
class ClusterJob {
 public:
  virtual ~ClusterJob() = default;

  virtual std::size_t part_count() const noexcept = 0;

  /// Append a part's baskets or pages to `out`, and their descriptions to `to`.
  virtual void encode(std::size_t part, Encoders& encoders, bytes::Buffer& out, EncodedPart& to,
                      StageTrace trace) const = 0;
};

/// The limits on a cluster's columns, before encoding. Threads: a value.
struct ClusterLimits {
  std::uint64_t bytes = 0;  ///< size at which a cluster must end
  std::uint64_t entry = 0;  ///< size of one entry in all columns
};

/// The format-specific part of writing a table; called once per cluster or checkpoint, never per value. Threads:
/// const-safe; `extend` and `describe` must not run at the same time, but may run while const members do.
class TableFormat {
 public:
  /// The offsets of a column of the cluster.
  using OffsetsOf = FunctionRef<std::span<const std::int64_t>(std::size_t column)>;

  virtual ~TableFormat() = default;

  /// The current number of branches or columns.
  virtual std::size_t part_count() const noexcept = 0;

  /// Use columns and projections that were added to the end of the schema: clusters may have them from now on, or have
  /// the previous columns only. Throws Error(misuse), without any change, when they cannot be stored.
  virtual void extend(const table::Schema& schema) = 0;

  /// Throws Error(misuse), naming the columns, when the entries [first, last) cannot be stored together.
  virtual void check(OffsetsOf offsets, std::size_t first, std::size_t last) const = 0;

  /// Prepare a cluster of the entries [first, last). `columns` may be the columns of an earlier schema; `big` is set if
  /// the file may grow beyond 2 GB.
  virtual std::unique_ptr<const ClusterJob> begin(std::span<const array::Array> columns, std::size_t first,
                                                  std::size_t last, bool big) const = 0;
  /// The limits within which a cluster can be written, however badly it compresses.
  virtual ClusterLimits limits() const noexcept = 0;
  /// The room that is needed before a cluster's parts.
  virtual std::size_t head_size(bool big) const = 0;
  /// Set the position of an encoded cluster in its bytes, head included, and in its pieces. Throws Error(misuse) when
  /// it exceeds the largest record.
  virtual void place(std::span<std::byte> encoded, std::span<table::Piece> pieces, bool big,
                     std::uint64_t address) const = 0;

  /// The schema's checksum in clusters' marks (file::ClusterMark::schema).
  virtual std::uint64_t schema_checksum() const noexcept = 0;

  /// Write the table's records for these clusters, which are in order of entries.
  virtual void describe(file::FileWriter& file, std::span<const table::ClusterDescriptor> clusters) = 0;

  /// The ROOT classes that the file must describe.
  virtual std::vector<std::string_view> classes() const = 0;
  /// The layouts of users' classes that the file must describe.
  virtual std::vector<schema::StreamerInfo> layouts() const = 0;
};

}  // namespace ramet::inline v1::write::internal
