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

/// Makes clusters of rows and writes them. Threads: one thread at a time; file and table outlive it.
class ClusterEncoder {
 public:
  ClusterEncoder(OutputFile& file, TableOutput& table) noexcept : file_(file), table_(table) {}

  /// Encode, compress and write the rows [first, last) of the columns, which the format has checked, as one cluster,
  /// and commit it. Throws Error(io), Error(misuse).
  void write(std::span<const array::Array> columns, std::size_t first, std::size_t last, table::ClusterPlace place,
             StageTimes& times);

  /// The rows as a cluster that gets its place later, and so has big keys. Throws Error(misuse).
  EncodedCluster encode_ahead(std::span<const array::Array> columns, std::size_t first, std::size_t last,
                              table::ClusterPlace place, StageTimes& times);
  /// Write a cluster that has an extent, and commit it. Throws Error(io); the extent is then given up.
  void write(EncodedCluster& cluster, StageTimes& times);

  /// Let go of the memory that was kept for the next cluster.
  void release() noexcept { encoded_.bytes = bytes::Buffer(); }

 private:
  /// Encode the rows as all parts of a cluster, with room for its head in front, into encoded_.
  void encode(std::span<const array::Array> columns, std::size_t first, std::size_t last, bool big, StageTimes& times);
  /// Who shares the work; null when nobody does.
  schedule::Executor* executor() const noexcept;
  void encode_in_turn(const ClusterJob& job, StageTimes& times);
  void encode_in_tasks(const ClusterJob& job, StageTimes& times);
  /// Put the record behind the cluster that says what it is.
  void append_mark();
  void give_up(io::Extent extent) noexcept;
  /// Write a cluster to its extent and commit it; the extent is given up if that fails, and the cluster as it was.
  void write_extent(EncodedCluster& cluster, StageTimes& times);

  OutputFile& file_;
  TableOutput& table_;
  EncodedCluster encoded_;
};

}  // namespace ramet::inline v1::write::internal
