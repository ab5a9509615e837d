#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/memory_budget.hpp"
#include "ramet/merge/internal/table_output.hpp"

namespace ramet::inline v1::merge::internal {

/// The part of a context that turns columns into clusters in the file. Threads: one thread at a time.
class ClusterWriter {
 public:
  /// What a context holds for as long as it lives, so that it can always write at least small clusters.
  static constexpr std::uint64_t smallest_share = 256 << 10;

  /// Throws Error(misuse) when the budget cannot give the smallest share.
  ClusterWriter(std::shared_ptr<OutputFile> file, std::shared_ptr<TableOutput> table, std::uint64_t sequence);
  ClusterWriter(const ClusterWriter&) = delete;
  ClusterWriter& operator=(const ClusterWriter&) = delete;
  ~ClusterWriter();

  const TableOutput& table() const noexcept { return *table_; }
  StageTimes& times() noexcept { return report_.times; }
  const StageTimes& times() const noexcept { return report_.times; }

  /// Throws Error(misuse) after close.
  void require_open() const;

  /// Whether `bytes` of columns may be held, with what encoding them takes; takes it from the budget if so, but not the
  /// last quarter: whether one more context can begin does not depend on how much the others have filled.
  bool may_hold(std::uint64_t bytes) noexcept;
  /// Give the budget back all but the smallest share.
  void release() noexcept;

  /// Encode, compress and write the rows [first, last) of the columns as one cluster, and commit it.
  /// Throws Error(io), Error(misuse).
  void write(std::span<const array::Array> columns, std::size_t first, std::size_t last);

  /// Clusters from now on belong to this part.
  void begin_sequence(std::uint64_t sequence) noexcept { place_ = {sequence, 0}; }
  std::uint64_t sequence() const noexcept { return place_.sequence; }

  /// The context ends with so many entries not written.
  void close(std::uint64_t lost);

 private:
  /// Encode the rows as all parts of a cluster, with room for its head in front.
  void encode(std::span<const array::Array> columns, std::size_t first, std::size_t last, bool big,
              ClusterDescriptor& cluster);
  void encode_in_turn(const ClusterJob& job, ClusterDescriptor& cluster);
  void encode_in_tasks(const ClusterJob& job, ClusterDescriptor& cluster);
  /// Put the record behind the cluster that says what it is.
  void append_mark(const ClusterDescriptor& cluster, bool big);
  void write_extent(ClusterDescriptor& cluster, bool big);

  std::shared_ptr<OutputFile> file_;
  std::shared_ptr<TableOutput> table_;
  MemoryReservation reservation_;
  ClusterPlace place_;
  bytes::Buffer encoded_;       // a cluster, and its mark
  std::size_t mark_begin_ = 0;  // in encoded_
  ContextReport report_;
  bool closed_ = false;
};

}  // namespace ramet::inline v1::merge::internal
