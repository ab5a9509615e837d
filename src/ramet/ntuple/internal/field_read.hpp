#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/ntuple/field_layout.hpp"
#include "ramet/ntuple/internal/cluster_index.hpp"
#include "ramet/ntuple/internal/decode/column_elements.hpp"
#include "ramet/ntuple/internal/page_reader.hpp"
#include "ramet/ntuple/internal/streamed_read.hpp"

namespace ramet::inline v1::ntuple::internal {

/// Values of a layout in one cluster. Threads: a value.
struct ClusterItems {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::optional<std::uint64_t> all;  ///< the number in the whole cluster, if known

  std::uint64_t size() const noexcept { return last - first; }
  bool are_all() const noexcept { return all && first == 0 && last == *all; }
};

/// One field of a read. The destination of every value is known before a page is decoded: for whole clusters from the
/// number of elements in the metadata, and where the range ends inside a cluster, from the indexes there. So each page
/// is a job of its own, and its elements are decoded directly to their final place. Threads: the jobs from any, each
/// once; the rest from one.
class FieldRead {
 public:
  /// Plan the read of entries, which lie in `clusters`. All arguments must outlive the read. Throws Error(corrupt), as
  /// the source does.
  FieldRead(const Schema& schema, FieldLayout layout, EntryRange entries, std::span<const ClusterPages> clusters,
            const BlobReader& blobs, PageReader& reader);

  std::span<const PageJob> jobs() const noexcept { return jobs_; }

  /// Add the tasks that remain after all jobs: for any thread, each once. Throws Error(corrupt) when offsets contradict
  /// each other.
  void add_conversions(std::vector<StreamedRead::Task>& tasks);

  /// The values, after all jobs and conversions were done. Throws Error(corrupt) when they contradict each other.
  array::Array take();

 private:
  using Parts = std::vector<ClusterItems>;  // one for each cluster

  /// Two neighbouring offsets, of which the first must not exceed the second.
  struct Seam {
    const std::int64_t* at;
  };
  /// An offset that must equal the end of the content.
  struct End {
    const std::int64_t* at;
    std::int64_t value;
  };
  /// Sizes that are computed from the ends of collections after these were read.
  struct Sizes {
    array::ArrayBuilder* to;
    bytes::Buffer ends;  // for each cluster's part, the end before its first value, then all ends
    std::vector<std::uint64_t> parts;
  };

  void plan(const FieldLayout& layout, array::ArrayBuilder& to, const Parts& parts);
  void plan_numbers(const Field& field, std::size_t k, array::NumberType number, bytes::Buffer& to, const Parts& parts);
  void plan_sizes(const FieldLayout& layout, array::ArrayBuilder& to, const Parts& parts);
  Parts plan_offsets(const FieldLayout& layout, array::ArrayBuilder& to, const Parts& parts);
  void plan_streamed(const FieldLayout& layout, array::ArrayBuilder& to, const Parts& parts);
  void check_offsets() const;
  void fill_sizes(const Sizes& sizes) const;
  [[noreturn]] void wrong(std::string_view what) const;
  void plan_variants(const FieldLayout& layout, array::ArrayBuilder& to, const Parts& parts);

  std::vector<ColumnElements> elements_of(const Field& field, std::size_t k, const Parts& parts) const;
  void require_believable(const ColumnElements& elements, ElementRange range);
  ClusterItems content_items(const FieldLayout& layout, const ColumnElements& ends, const ClusterItems& items,
                             std::size_t cluster);
  std::vector<ClusterItems> alternative_items(const FieldLayout& layout, const ColumnElements& dispatches,
                                              const ClusterItems& items, std::size_t cluster);
  void add_index_jobs(const Field& field, const ColumnElements& elements, ElementRange range, std::int64_t shift,
                      std::int64_t* out);

  const Schema& schema_;
  FieldLayout layout_;
  std::span<const ClusterPages> clusters_;
  const BlobReader& blobs_;
  PageReader& reader_;
  array::ArrayBuilder whole_;
  std::vector<PageJob> jobs_;
  std::vector<Seam> seams_;
  std::vector<End> ends_;
  std::vector<std::unique_ptr<Sizes>> sizes_;
  std::vector<std::unique_ptr<std::vector<AlternativePlace>>> places_;
  std::vector<std::unique_ptr<StreamedRead>> streamed_;
  std::vector<const array::ArrayBuilder*> options_;
};

}  // namespace ramet::inline v1::ntuple::internal
