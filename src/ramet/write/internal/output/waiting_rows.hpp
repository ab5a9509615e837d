#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/core/memory_budget.hpp"
#include "ramet/core/trace.hpp"
#include "ramet/write/internal/formats/table_format.hpp"
#include "ramet/write/internal/gatherer.hpp"
#include "ramet/write/internal/ordered_commit.hpp"
#include "ramet/write/internal/output/context_list.hpp"
#include "ramet/write/internal/output/output_file.hpp"

namespace ramet::inline v1::write::internal {

class ClusterEncoder;

/// The rows of a table that contexts have handed over and that are not written yet: small parts wait in the gatherer
/// for more rows, and in reproducible files clusters wait for earlier ones. Also has the sizes of the table's clusters.
/// Threads: any.
class WaitingRows {
 public:
  /// Output and contexts must outlive it. Throws Error(misuse) when the format cannot store clusters of the given size,
  /// or when the memory budget is too small for a table whose clusters wait for each other.
  WaitingRows(OutputFile& output, ContextList& contexts, const TableOptions& options, const TableFormat& format);

  /// The size of a context's columns at which its cluster ends.
  std::uint64_t cluster_bytes() const noexcept { return cluster_bytes_; }
  /// The size from which on gathered rows are written.
  const ClusterSize& healthy() const noexcept { return healthy_; }
  /// The same if waiting for more rows costs only memory.
  const ClusterSize& large() const noexcept { return large_; }

  /// The last rows of parts, which wait for more rows.
  Gatherer& gatherer() noexcept { return gatherer_; }
  const Gatherer& gatherer() const noexcept { return gatherer_; }
  /// The order in which clusters are written; null if their order in the file does not matter.
  OrderedCommit* ordered() noexcept { return ordered_.get(); }

  /// Move ended parts from all contexts to the gatherer.
  void take_ended_parts();
  /// Encode and write everything at the front of the order. Throws Error(io), Error(misuse).
  void advance_in_order(ClusterEncoder& encoder, StageTrace trace);
  /// Write a run as a cluster; if that fails, it is kept. Throws as ClusterEncoder::write.
  void write_run(RowRun run, ClusterEncoder& encoder, StageTrace trace);
  /// Write all rows that contexts have handed over; with `Gaps::bridge` if no more rows will come. Throws Error(io);
  /// rows that were not written are kept.
  void write_all(ClusterEncoder& encoder, Gatherer::Gaps gaps, TraceTrack* track = nullptr);
  /// For checkpoints that nobody asked for: write what was handed over before the last such checkpoint, and of the rest
  /// what makes a cluster of some size. Throws and keeps as write_all.
  void write_ripe(ClusterEncoder& encoder, TraceTrack* track);
  /// Discard all waiting rows.
  void discard();
  /// Release the memory set aside for the context at the front, since no more rows will come.
  void end() noexcept { front_share_.release(); }

 private:
  void encode_in_order(OrderedCommit::Encode rows, ClusterEncoder& encoder, StageTrace trace);
  void write_in_order(EncodedCluster cluster, ClusterEncoder& encoder, StageTrace trace);
  void write_runs(std::vector<RowRun> runs, ClusterEncoder& encoder, StageTrace trace);

  OutputFile& output_;
  ContextList& contexts_;
  const std::uint64_t cluster_bytes_;
  const ClusterSize healthy_;
  const ClusterSize large_;
  Gatherer gatherer_;
  std::atomic<std::uint64_t> old_parts_end_ = 0;  // parts below had begun at the last write_ripe
  std::unique_ptr<OrderedCommit> ordered_;
  MemoryReservation front_share_;  // for the context at the front, in addition to its reservation
};

}  // namespace ramet::inline v1::write::internal
