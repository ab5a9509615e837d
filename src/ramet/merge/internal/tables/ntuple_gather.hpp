#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ramet/core/object_pool.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/internal/tables/ntuple_record.hpp"
#include "ramet/merge/merge.hpp"
#include "ramet/ntuple/detail/records/page_packer.hpp"

namespace ramet::inline v1::merge::internal {

/// Adds ntuples to one that is stored alike, and packs their pages anew: with other compression, or those of several
/// clusters in larger ones. Elements keep their bytes; only indices, which count in a cluster, are changed. All is
/// decided from metadata, so the output does not depend on threads. Threads:
/// one thread.
class NTupleGather {
 public:
  /// With `way` Way::gather clusters become one until they have `cluster_bytes`; with Way::pack each stays one.
  NTupleGather(const Inputs& inputs, schedule::Executor& executor, const MergeOptions& options, Output& output, Way way,
               GrowingNTuple& ntuple);
  ~NTupleGather();

  /// Add parts of the ntuple, as whole clusters. Throws BadInput, Error(unsupported) for a cluster larger than a record
  /// can be, Error(io), Error(cancelled).
  void add(std::span<const TablePart* const> parts);

 private:
  struct Piece;
  struct PackedColumn;

  void add_part(const std::shared_ptr<const OpenNTuple>& open);
  void load();
  void flush();
  PackedColumn pack(std::size_t column);
  io::Extent place(std::vector<PackedColumn>& columns);
  void gather(MovedCluster& cluster);
  void note(io::Extent extent, const MovedCluster& cluster);
  bool take_over(const DoneExtent& done, MovedCluster& cluster);

  const Inputs& inputs_;
  schedule::Executor& executor_;
  const MergeOptions& options_;
  Output& output_;
  bool joins_;
  ObjectPool<ntuple::PagePacker> packers_;
  std::vector<Piece> pieces_;  // of the cluster that is being made
  std::uint64_t gathered_ = 0;
  std::vector<ntuple::ColumnCoding> codings_;  // of all columns
  GrowingNTuple& ntuple_;
  std::uint64_t entries_;  // of its clusters so far
};

}  // namespace ramet::inline v1::merge::internal
