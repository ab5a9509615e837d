#include "ramet/ntuple/detail/page_list.hpp"

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::ntuple {
namespace {

constexpr std::size_t smallest_page = 4 + 12;
constexpr std::uint8_t sharded_flag = 1;

EntryRange read_summary(FrameCursor record) {
  const auto first = record.read<std::uint64_t>();
  const auto entries_and_flags = record.read<std::uint64_t>();
  const std::uint64_t entries = entries_and_flags & 0xff'ffff'ffff'ffff;
  if ((entries_and_flags >> 56 & sharded_flag) != 0)
    detail::fail(ErrorKind::unsupported, "the cluster of entry {} is sharded, which is not part of the format yet",
                 first);
  return {{first}, {detail::checked_sum(first, entries, "last entry of a cluster")}};
}

Page read_page(FrameCursor& cursor) {
  const auto elements = cursor.read<std::int32_t>();
  Page page;
  page.has_checksum = elements < 0;
  page.elements = page.has_checksum ? ~static_cast<std::uint64_t>(elements) + 1 : static_cast<std::uint64_t>(elements);
  page.locator = read_locator(cursor);
  return page;
}

}  // namespace

PageList::PageList(Envelope envelope, std::uint64_t header_checksum) : envelope_(std::move(envelope)) {
  FrameCursor cursor = envelope_.payload();
  if (const auto stored = cursor.read<std::uint64_t>(); stored != header_checksum)
    detail::fail(ErrorKind::corrupt, "the page list belongs to a header with checksum {:016x}, expected {:016x}",
                 stored, header_checksum);
  ListFrame summaries = cursor.list(8 + 16);
  for (std::uint32_t i = 0; i < summaries.count; ++i) clusters_.push_back({read_summary(summaries.items.record()), {}});
  ListFrame clusters = cursor.list(12);
  if (clusters.count != summaries.count)
    detail::fail(ErrorKind::corrupt, "the page list has {} summaries of clusters, but pages of {}", summaries.count,
                 clusters.count);
  for (Cluster& cluster : clusters_) {
    ListFrame columns = clusters.items.list(12);
    cluster.columns.reserve(columns.count);
    for (std::uint32_t column = 0; column < columns.count; ++column) {
      cluster.columns.push_back(detail::narrow<std::uint32_t>(columns.items.position(), "size of a page list"));
      const auto size = columns.items.read<std::int64_t>();
      if (size > -12)
        detail::fail(ErrorKind::corrupt, "a list of pages at byte {} has a size of {}", cluster.columns.back(), size);
      columns.items.take(~static_cast<std::uint64_t>(size) + 1 - 8);
    }
  }
}

StoredColumn PageList::column(std::size_t cluster, ColumnNumber column) const {
  if (!has(cluster, column)) return {};
  const std::uint32_t begin = clusters_[cluster].columns[column.number];
  FrameCursor cursor(envelope_.bytes.span().subspan(begin), begin);
  ListFrame pages = cursor.list(smallest_page);
  StoredColumn stored;
  stored.pages.reserve(pages.count);
  for (std::uint32_t page = 0; page < pages.count; ++page) stored.pages.push_back(read_page(pages.items));
  const auto first_element = pages.items.read<std::int64_t>();
  stored.is_suppressed = first_element < 0;
  if (!stored.is_suppressed) stored.first_element = static_cast<std::uint64_t>(first_element);
  if (stored.is_suppressed && !stored.pages.empty())
    detail::fail(ErrorKind::corrupt, "column {} is suppressed in a cluster that has {} pages of it", column.number,
                 stored.pages.size());
  return stored;
}

}  // namespace ramet::inline v1::ntuple
