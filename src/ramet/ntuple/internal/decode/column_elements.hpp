#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/ntuple/field_layout.hpp"
#include "ramet/ntuple/internal/cluster_index.hpp"

namespace ramet::inline v1::ntuple::internal {

/// Elements of a column, counted from the start of a cluster. Threads: a value.
struct ElementRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  std::uint64_t size() const noexcept { return last - first; }
};

/// Consecutive elements of one page, or zeros that are not stored. Threads: a value that borrows the column.
struct ElementPiece {
  const Page* page = nullptr;  ///< none: zeros
  std::size_t place = 0;       ///< the number of the page in the column
  std::uint64_t first = 0;     ///< the piece's first element in its page
  std::uint64_t count = 0;
  std::uint64_t before = 0;  ///< elements of the requested range before the piece
};

/// The elements of one column of a field in a cluster, in the representation that the cluster uses. A column that was
/// added later also has the zeros that were not stored. Threads: immutable.
class ColumnElements {
 public:
  ColumnElements() = default;

  /// The k-th column of a field in a cluster. `expected` is the number of elements that the cluster must have, if it
  /// follows from the entries; elements that a deferred column lacks are then leading zeros. Throws Error(corrupt).
  ColumnElements(const Schema& schema, const Field& field, std::size_t k, const ClusterPages& cluster,
                 std::optional<std::uint64_t> expected);

  const ColumnCoding& coding() const noexcept { return *coding_; }
  ColumnNumber number() const noexcept { return number_; }
  std::uint64_t count() const noexcept { return ends_.empty() ? zeros_ : ends_.back(); }
  const std::vector<Page>& pages() const noexcept { return pages_; }
  /// The end of each page, in elements of the cluster.
  const std::vector<std::uint64_t>& ends() const noexcept { return ends_; }

  /// Throw Error(corrupt) unless all these elements exist.
  void require(ElementRange range) const;

  /// Visit the pieces of a range, in order. The range must exist.
  void for_each_piece(ElementRange range, FunctionRef<void(const ElementPiece&)> visit) const;

 private:
  const ColumnCoding* coding_ = nullptr;
  ColumnNumber number_;
  std::uint64_t zeros_ = 0;
  std::vector<Page> pages_;
  std::vector<std::uint64_t> ends_;  // the end of each page
};

/// The number of a layout's values in a cluster, if its columns determine it; those of a record without members do not.
std::optional<std::uint64_t> count_in_cluster(const Schema& schema, const FieldLayout& layout,
                                              const ClusterPages& cluster);

}  // namespace ramet::inline v1::ntuple::internal
