#pragma once

#include <cstdint>
#include <memory>

#include "ramet/core/memory_budget.hpp"
#include "ramet/core/trace.hpp"
#include "ramet/write/internal/formats/table_format.hpp"
#include "ramet/write/internal/gatherer.hpp"
#include "ramet/write/internal/ordered_commit.hpp"
#include "ramet/write/internal/output/context_list.hpp"
#include "ramet/write/internal/output/output_file.hpp"

namespace ramet::inline v1::write::internal {

class ClusterEncoder;

/// The rows of a table that contexts have handed over and nobody has written yet: small parts wait in the gatherer for
/// more rows, and in reproducible files whole clusters wait for those before them. Also says how large the table's
/// clusters are to be. Threads: any.
class WaitingRows {
 public:
  /// Output and contexts outlive it. Throws Error(misuse) when the options ask for clusters that the format cannot
  /// store, or the memory budget is too small for a table whose clusters wait for one another.
  WaitingRows(OutputFile& output, ContextList& contexts, const TableOptions& options, const TableFormat& format);

  /// A context's cluster ends when its columns hold so many bytes.
  std::uint64_t cluster_bytes() const noexcept { return cluster_bytes_; }
  /// From when on rows are written that could also wait for more.
  const ClusterSize& healthy() const noexcept { return healthy_; }
  /// The same where waiting costs nothing but memory.
  const ClusterSize& large() const noexcept { return large_; }

  /// The ends of parts that wait for more rows.
  Gatherer& gatherer() noexcept { return gatherer_; }
  const Gatherer& gatherer() const noexcept { return gatherer_; }
  /// Where clusters wait for those before them; null when their order in the file does not matter.
  OrderedCommit* ordered() noexcept { return ordered_.get(); }

  /// Have all contexts give the gatherer the parts that are over.
  void take_ended_parts();
  /// Encode and write what is at the front of the order, until nothing is. Throws Error(io), Error(misuse).
  void advance_in_order(ClusterEncoder& encoder, StageTimes& times);
  /// Write a run as a cluster, or keep it if that fails. Throws as ClusterEncoder::write.
  void write_run(RowRun run, ClusterEncoder& encoder, StageTimes& times);
  /// Write all that contexts have handed over, as the clusters that it makes now; `Gaps::bridge` when nothing will come
  /// any more. Throws Error(io); what was not written is kept.
  void write_all(ClusterEncoder& encoder, Gatherer::Gaps gaps);
  /// Forget all that waits.
  void discard();
  /// No more rows will come: the memory that was set aside for the context at the front is given back.
  void end() noexcept { front_share_.release(); }

 private:
  void encode_in_order(OrderedCommit::Encode rows, ClusterEncoder& encoder, StageTimes& times);
  void write_in_order(EncodedCluster cluster, ClusterEncoder& encoder, StageTimes& times);

  OutputFile& output_;
  ContextList& contexts_;
  const std::uint64_t cluster_bytes_;
  const ClusterSize healthy_;
  const ClusterSize large_;
  Gatherer gatherer_;
  std::unique_ptr<OrderedCommit> ordered_;
  MemoryReservation front_share_;  // what the context at the front may use beyond its reservation
};

}  // namespace ramet::inline v1::write::internal
