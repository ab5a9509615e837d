#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/ntuple/internal/decode/element_cursor.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"

namespace ramet::inline v1::ntuple::internal {

/// Walks over entries, cluster by cluster, and decodes a few thousand at a time of every field. It keeps one page of
/// each column, so that all columns together stay in the cache. Threads: one thread.
class BatchCursor {
 public:
  /// All arguments must outlive the cursor.
  BatchCursor(const Schema& schema, std::span<const FieldLayout> layouts, const BlobReader& blobs);

  /// Go to a cluster, which outlives the stay.
  void enter(const ClusterPages& cluster);
  /// All fields of some entries of it, until the next call.
  Batch decode(EntryRange entries);
  void for_each_batch(const ClusterPages& cluster, EntryRange entries, std::size_t batch_entries, const StopToken& stop,
                      FunctionRef<void(const Batch&)> body);

 private:
  /// A layout and the current pages of its columns.
  struct Node {
    const FieldLayout* layout = nullptr;
    std::vector<ElementCursor> columns;
    std::vector<Node> contents;
    array::ArrayBuilder stored{array::Type::string()};  // the bytes of streamed objects
    std::uint64_t next = 0;                             // the collection after the last one that was read ...
    std::uint64_t next_end = 0;                         // ... and where that one ends
  };

  /// Prepare builders_ for the next batch, with the memory of the last one if nobody has kept it.
  void take_back();
  Node node_of(const FieldLayout& layout);
  void enter(Node& node, const ClusterPages& cluster, std::optional<std::uint64_t> all);
  void decode(Node& node, ElementRange items, array::ArrayBuilder& to);
  ElementRange decode_offsets(Node& node, ElementRange items, array::ArrayBuilder& to);
  void decode_sizes(Node& node, ElementRange items, array::ArrayBuilder& to);
  void decode_streamed(Node& node, ElementRange items, array::ArrayBuilder& to);
  void decode_variants(Node& node, ElementRange items, array::ArrayBuilder& to);
  std::uint64_t end_before(Node& node, std::uint64_t item);

  const Schema& schema_;
  const BlobReader& blobs_;
  PageReader reader_;
  std::vector<Node> nodes_;
  bool has_batch_ = false;                     // arrays_ have all columns of a batch: not after an exception
  std::vector<array::ArrayBuilder> builders_;  // with the memory of the batch before
  std::vector<array::Array> arrays_;           // of the batch
  std::vector<std::int64_t> scratch_;
  std::uint64_t cluster_begin_ = 0;
};

}  // namespace ramet::inline v1::ntuple::internal
