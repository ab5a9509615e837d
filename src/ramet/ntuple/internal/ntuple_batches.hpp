#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ramet/array/batch.hpp"
#include "ramet/io/detail/fetched_stays.hpp"
#include "ramet/ntuple/blob.hpp"
#include "ramet/ntuple/internal/batch_cursor.hpp"
#include "ramet/ntuple/internal/cluster_index.hpp"

namespace ramet::inline v1::ntuple::internal {

/// Some fields of an ntuple, batch after batch: NTupleReader::batch_reader. Threads: one thread.
class NTupleBatches final : public array::BatchReader {
 public:
  /// `clusters` are all of the ntuple; `add_extents` adds the pages that the fields have in one; `place` is what errors
  /// name. Schema and blobs outlive this.
  NTupleBatches(const Schema& schema, const BlobReader& blobs, std::vector<FieldLayout> layouts,
                std::vector<ClusterPages> clusters,
                std::function<void(const ClusterPages&, std::vector<io::Extent>&)> add_extents,
                std::function<std::string()> place);

  Batch read(EntryRange entries) override;

 private:
  void enter(std::size_t cluster);

  const Schema& schema_;
  const BlobReader& blobs_;
  std::vector<FieldLayout> layouts_;
  std::vector<ClusterPages> clusters_;
  std::function<std::string()> place_;
  io::FetchedStays stays_;
  std::optional<std::size_t> cluster_;      // where the cursor is
  const io::ByteSource* source_ = nullptr;  // of cursor_
  std::optional<BlobReader> fetched_;
  std::optional<BatchCursor> cursor_;
};

}  // namespace ramet::inline v1::ntuple::internal
