#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/array/array.hpp"
#include "ramet/bytes/buffer.hpp"
#include "ramet/core/trace.hpp"
#include "ramet/merge/internal/table_output.hpp"

namespace ramet::inline v1::merge::internal {

/// Makes clusters of rows and writes them. Threads: one thread at a time; file and table outlive it.
class ClusterEncoder {
 public:
  ClusterEncoder(OutputFile& file, TableOutput& table) noexcept : file_(file), table_(table) {}

  /// Encode, compress and write the rows [first, last) of the columns, which the format has checked, as one cluster,
  /// and commit it. Throws Error(io), Error(misuse).
  void write(std::span<const array::Array> columns, std::size_t first, std::size_t last, ClusterPlace place,
             StageTimes& times);

  /// Let go of the memory that was kept for the next cluster.
  void release() noexcept { encoded_ = bytes::Buffer(); }

 private:
  /// Encode the rows as all parts of a cluster, with room for its head in front.
  void encode(std::span<const array::Array> columns, std::size_t first, std::size_t last, bool big,
              ClusterDescriptor& cluster, StageTimes& times);
  void encode_in_turn(const ClusterJob& job, ClusterDescriptor& cluster, StageTimes& times);
  void encode_in_tasks(const ClusterJob& job, ClusterDescriptor& cluster, StageTimes& times);
  /// Put the record behind the cluster that says what it is.
  void append_mark(const ClusterDescriptor& cluster, bool big);
  void write_extent(ClusterDescriptor& cluster, bool big, StageTimes& times);

  OutputFile& file_;
  TableOutput& table_;
  bytes::Buffer encoded_;       // a cluster, and its mark
  std::size_t mark_begin_ = 0;  // in encoded_
};

}  // namespace ramet::inline v1::merge::internal
