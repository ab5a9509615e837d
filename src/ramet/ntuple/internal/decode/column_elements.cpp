#include "ramet/ntuple/internal/decode/column_elements.hpp"

#include <algorithm>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::ntuple::internal {
namespace {

/// The columns with the field's values in this cluster.
const std::vector<ColumnNumber>& columns_in(const Schema& schema, const Field& field, const ClusterPages& cluster) {
  for (const auto& columns : field.representations) {
    const ColumnNumber principal = columns.front();
    const bool is_listed = cluster.list->has(cluster.place, principal);
    const bool is_suppressed = is_listed ? cluster.list->column(cluster.place, principal).is_suppressed
                                         : schema.column(principal).is_suppressed;
    if (field.representations.size() == 1 || !is_suppressed) return columns;
  }
  detail::fail(ErrorKind::corrupt, "cluster {} has none of the {} representations of field '{}'", cluster.number.number,
               field.representations.size(), field.name);
}

}  // namespace

ColumnElements::ColumnElements(const Schema& schema, const Field& field, std::size_t k, const ClusterPages& cluster,
                               std::optional<std::uint64_t> expected)
    : number_(columns_in(schema, field, cluster).at(k)) {
  const Column& column = schema.column(number_);
  coding_ = &column.coding;
  StoredColumn stored = cluster.list->column(cluster.place, number_);
  std::uint64_t count = 0;
  for (const Page& page : stored.pages) count = detail::checked_sum(count, page.elements, "number of elements");
  if (column.is_deferred && expected && count < *expected) zeros_ = *expected - count;
  std::uint64_t end = zeros_;
  for (const Page& page : stored.pages) {
    if (page.locator.size > coding_->page_size(page.elements))
      detail::fail(ErrorKind::corrupt,
                   "column {}: a page of {} elements has {} bytes, more than the {} that it needs uncompressed",
                   number_.number, page.elements, page.locator.size, coding_->page_size(page.elements));
    ends_.push_back(end += page.elements);
  }
  pages_ = std::move(stored.pages);
}

void ColumnElements::require(ElementRange range) const {
  if (range.last > count())
    detail::fail(ErrorKind::corrupt, "column {} has {} elements in a cluster, but {}..{} are needed", number_.number,
                 count(), range.first, range.last);
}

void ColumnElements::for_each_piece(ElementRange range, FunctionRef<void(const ElementPiece&)> visit) const {
  std::uint64_t at = range.first;
  if (at < std::min(zeros_, range.last)) {
    const std::uint64_t count = std::min(zeros_, range.last) - at;
    visit({.count = count});
    at += count;
  }
  const auto after = std::ranges::upper_bound(ends_, at);  // also skips pages without elements
  for (auto page = static_cast<std::size_t>(after - ends_.begin()); at < range.last; ++page) {
    const std::uint64_t begin = ends_[page] - pages_[page].elements;
    const std::uint64_t end = std::min(ends_[page], range.last);
    if (end == at) continue;
    visit({&pages_[page], page, at - begin, end - at, at - range.first});
    at = end;
  }
}

std::optional<std::uint64_t> count_in_cluster(const Schema& schema, const FieldLayout& layout,
                                              const ClusterPages& cluster) {
  switch (layout.kind) {
    case LayoutKind::regular: {
      if (layout.type.size == 0) return std::nullopt;
      const auto count = count_in_cluster(schema, layout.contents.front(), cluster);
      return count ? std::optional(*count / layout.type.size) : std::nullopt;
    }
    case LayoutKind::record:
      for (const FieldLayout& member : layout.contents)
        if (const auto count = count_in_cluster(schema, member, cluster)) return count;
      return std::nullopt;
    case LayoutKind::unreadable:
      return std::nullopt;
    default:
      return ColumnElements(schema, *layout.field, 0, cluster, std::nullopt).count();
  }
}

}  // namespace ramet::inline v1::ntuple::internal
