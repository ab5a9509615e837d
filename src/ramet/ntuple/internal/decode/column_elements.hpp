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

/// Elements that lie together: in a page, or zeros that are in none. Threads: a value that borrows the column.
struct ElementPiece {
  const Page* page = nullptr;  ///< none: zeros
  std::size_t place = 0;       ///< the page's among those of the column
  std::uint64_t first = 0;     ///< the piece's first element, counted in its page
  std::uint64_t count = 0;
  std::uint64_t before = 0;  ///< elements of the range asked for that come before it
};

/// What a cluster has of one column of a field: in the representation that the cluster uses, and of a column that was
/// added later with the zeros that stand for what was not written. Threads: immutable.
class ColumnElements {
 public:
  ColumnElements() = default;

  /// The k-th column of a field in a cluster. `expected` is how many elements the cluster must have, where the entries
  /// tell: then what a deferred column lacks are leading zeros. Throws Error(corrupt).
  ColumnElements(const Schema& schema, const Field& field, std::size_t k, const ClusterPages& cluster,
                 std::optional<std::uint64_t> expected);

  const ColumnCoding& coding() const noexcept { return *coding_; }
  ColumnNumber number() const noexcept { return number_; }
  std::uint64_t count() const noexcept { return ends_.empty() ? zeros_ : ends_.back(); }
  const std::vector<Page>& pages() const noexcept { return pages_; }
  /// Before which element of the cluster each page ends.
  const std::vector<std::uint64_t>& ends() const noexcept { return ends_; }

  /// Throws Error(corrupt) unless all these elements are there.
  void require(ElementRange range) const;

  /// Visit the pieces that make up a range, in order. They must be there.
  void for_each_piece(ElementRange range, FunctionRef<void(const ElementPiece&)> visit) const;

 private:
  const ColumnCoding* coding_ = nullptr;
  ColumnNumber number_;
  std::uint64_t zeros_ = 0;
  std::vector<Page> pages_;
  std::vector<std::uint64_t> ends_;  // where each page ends
};

/// How many values of a layout's type a cluster has, where its columns tell: a record without members has none.
std::optional<std::uint64_t> count_in_cluster(const Schema& schema, const FieldLayout& layout,
                                              const ClusterPages& cluster);

}  // namespace ramet::inline v1::ntuple::internal
