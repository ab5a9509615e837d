#include "ramet/ntuple/detail/continued_ntuple.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/page_list.hpp"
#include "ramet/ntuple/detail/records/stored_records.hpp"
#include "ramet/ntuple/internal/encode/stored_plan.hpp"
#include "ramet/ntuple/internal/streamed_classes.hpp"

namespace ramet::inline v1::ntuple {
namespace {

// This writer never spreads payloads over records, and smaller records may have no room for a page or an envelope.
constexpr std::uint64_t smallest_largest_key = std::uint64_t{64} << 20;

/// The end of the clusters of a page list. A column that the last cluster lacks was added after it, or is deferred.
ClusterBegin end_of(const PageList& list, const NTuplePlan& plan, const NTuple& ntuple) {
  ClusterBegin end{ntuple.entries, {}};
  if (list.cluster_count() == 0) detail::fail(ErrorKind::corrupt, "its last page list has no clusters");
  const std::size_t last = list.cluster_count() - 1;
  for (std::size_t column = 0; column < plan.schema.columns.size(); ++column) {
    const StoredColumn stored = list.column(last, {column});
    if (stored.is_suppressed)
      detail::fail(ErrorKind::unsupported, "field '{}' cannot be continued: its column {} is suppressed",
                   plan.schema.field(plan.schema.columns[column].field).name, column);
    std::uint64_t elements = stored.first_element;
    for (const Page& page : stored.pages)
      elements = detail::checked_sum(elements, page.elements, "elements of a column");
    const std::uint64_t zeros =
        detail::checked_product(ntuple.entries, plan.sources[column].per_empty_entry, "elements");
    end.elements.push_back(list.has(last, {column}) ? elements
                                                    : std::max(plan.schema.columns[column].first_element, zeros));
  }
  return end;
}

}  // namespace

ContinuedNTuple::ContinuedNTuple(const file::FileReader& file, const file::Key& key,
                                 std::shared_ptr<const object::FormCache> forms)
    : title_(key.title) {
  detail::while_doing([&] { return fmt::format("file '{}': ntuple '{}'", file.name(), key.name); },
                      [&] { read(file, key, std::move(forms)); });
}

void ContinuedNTuple::keep(const Envelope& footer) {
  FrameCursor cursor = footer.payload();
  read_feature_flags(cursor);
  cursor.read<std::uint64_t>();  // the header's checksum, which was checked when the ntuple was read
  FrameCursor extension = cursor.record();
  extension_.append(extension.take(extension.remaining()));
  cursor.list(8);
  rest_.append(cursor.take(cursor.remaining()));
}

void ContinuedNTuple::read(const file::FileReader& file, const file::Key& key,
                           std::shared_ptr<const object::FormCache> forms) {
  anchor_ = read_anchor(key.class_name, file.read_record(key).payload());
  if (anchor_.largest_key != 0 && anchor_.largest_key < smallest_largest_key)
    detail::fail(ErrorKind::unsupported, "it cannot be continued: its records hold at most {} bytes",
                 anchor_.largest_key);
  const BlobReader blobs(file.source(), anchor_.largest_key);
  compression::Decompressor decompressor;
  const Envelope header = read_envelope(blobs, anchor_.header, EnvelopeType::header, decompressor);
  const Envelope footer = read_envelope(blobs, anchor_.footer, EnvelopeType::footer, decompressor);
  const NTuple ntuple = read_ntuple(header, footer);
  header_checksum_ = ntuple.header_checksum;
  keep(footer);
  groups_ = ntuple.groups;
  plan_ = plan_of(ntuple, *internal::forms_of(ntuple.schema, std::move(forms)));
  const auto last = std::ranges::find_if(groups_.rbegin(), groups_.rend(),
                                         [](const ClusterGroup& group) { return group.clusters > 0; });
  if (last != groups_.rend()) {
    end_ = end_of(
        PageList(read_envelope(blobs, last->page_list, EnvelopeType::page_list, decompressor), ntuple.header_checksum),
        plan_, ntuple);
  } else {
    for (const Column& column : plan_.schema.columns) end_.elements.push_back(column.first_element);
  }
  const io::Extent record = record_of(file.source(), anchor_.footer.locator);
  const bool is_for_itself = record.offset + record.size == anchor_.footer.locator.offset + anchor_.footer.locator.size;
  if (is_for_itself && blobs.is_whole(anchor_.footer.locator.size)) footer_record_ = record;
}

}  // namespace ramet::inline v1::ntuple
