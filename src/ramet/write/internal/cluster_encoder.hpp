#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/array/array.hpp"
#include "ramet/bytes/buffer.hpp"
#include "ramet/core/trace.hpp"
#include "ramet/write/internal/ordered_commit.hpp"
#include "ramet/write/internal/output/table_output.hpp"

namespace ramet::inline v1::write::internal {

/// Encodes rows as clusters and writes them. Threads: one thread at a time; file and table outlive it.
class ClusterEncoder {
 public:
  ClusterEncoder(OutputFile& file, TableOutput& table) noexcept : file_(file), table_(table) {}

  /// Encode, compress, write and commit the rows [first, last) of the columns as one cluster. The format has checked
  /// them. Throws Error(io), Error(misuse).
  void write(std::span<const array::Array> columns, std::size_t first, std::size_t last, table::ClusterPlace place,
             StageTrace trace);

  /// Encode the rows as a cluster whose position is not known yet; it gets big keys. Throws Error(misuse).
  EncodedCluster encode_ahead(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                              table::ClusterPlace place, StageTrace trace);
  /// Write and commit a cluster that has an extent. Throws Error(io); the extent is then given up.
  void write(EncodedCluster& cluster, StageTrace trace);

  /// Release the memory that is kept for the next cluster.
  void release() noexcept { encoded_.bytes = bytes::Buffer(); }

 private:
  /// Encode all parts of a cluster into encoded_, with room for its head.
  void encode(std::span<const array::Array> columns, std::size_t first, std::size_t last, bool big, StageTrace trace);
  /// The executor that shares the work; null if there is none.
  schedule::Executor* executor() const noexcept;
  void encode_in_turn(const ClusterJob& job, StageTrace trace);
  void encode_in_tasks(const ClusterJob& job, StageTrace trace);
  /// Append the cluster's mark.
  void append_mark();
  void give_up(io::Extent extent) noexcept;
  /// Write a cluster to its extent and commit it. If that fails, the extent is given up and the cluster restored.
  void write_extent(EncodedCluster& cluster, StageTrace trace);

  OutputFile& file_;
  TableOutput& table_;
  EncodedCluster encoded_;
};

}  // namespace ramet::inline v1::write::internal
