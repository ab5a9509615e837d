#include "ramet/ntuple/detail/records/ntuple_records.hpp"

#include <algorithm>
#include <utility>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"

namespace ramet::inline v1::ntuple {
namespace {

// A page list of about so many bytes, uncompressed, is full: a reader who wants one cluster reads it as a whole, and
// checkpoints write the last one again.
constexpr std::uint64_t full_page_list = 1 << 20;
constexpr std::uint64_t page_list_bytes_per_column = 8 + 4 + 8 + 4;
constexpr std::uint64_t page_list_bytes_per_page = 4 + 12;
// Zeros are listed in pages of at most so many bytes, uncompressed.
constexpr std::uint64_t largest_zero_page = 64 << 10;

}  // namespace

/// Blobs that nothing in the file leads to yet: given back unless they are kept. Threads: one thread.
class NTupleRecords::NewBlobs {
 public:
  explicit NewBlobs(file::FileWriter& file) noexcept : file_(file) {}
  NewBlobs(const NewBlobs&) = delete;
  NewBlobs& operator=(const NewBlobs&) = delete;
  ~NewBlobs() {
    for (const io::Extent& extent : extents_) file_.abandon_extent(extent);
  }

  Blob& add(Blob& blob) {
    extents_.push_back(blob.extent);
    return blob;
  }
  void keep() noexcept { extents_.clear(); }

 private:
  file::FileWriter& file_;
  std::vector<io::Extent> extents_;
};

NTupleRecords::NTupleRecords(const NTuplePlace& place, const NTuplePlan& plan, const PageOptions& options)
    : place_(place), options_(options), header_checksum_(checksum_of(encode_header(plan).span())) {}

NTupleRecords::NTupleRecords(const NTuplePlace& place, std::shared_ptr<const ContinuedNTuple> before,
                             const PageOptions& options)
    : place_(place),
      options_(options),
      before_(std::move(before)),
      header_(Blob{before_->anchor().header, {}}),
      header_checksum_(before_->header_checksum()),
      footer_(Blob{before_->anchor().footer, before_->footer_record()}),
      listing_(no_listing()) {}

NTupleRecords::Listing NTupleRecords::no_listing() const {
  Listing listing;
  if (!before_) return listing;
  listing.end.begin = before_->end();
  listing.end.columns = before_->end().elements.size();
  listing.end.first_elements.resize(listing.end.columns);  // of no use: the footer's extension has them
  return listing;
}

Blob NTupleRecords::write(file::FileWriter& file, bytes::Buffer envelope) {
  return write_envelope(file, place_.seek, std::move(envelope), options_.compression, compressor_);
}

Locator NTupleRecords::zero_page(file::FileWriter& file, std::uint64_t uncompressed_bytes) {
  const auto found = zero_pages_.find(uncompressed_bytes);
  if (found != zero_pages_.end()) return found->second;
  bytes::Buffer page(uncompressed_bytes);
  std::ranges::fill(page.span(), std::byte{0});
  bytes::Buffer packed = pack_envelope(std::move(page), options_.compression, compressor_);
  const std::uint64_t size = packed.size();
  if (options_.has_checksums) {
    const std::uint64_t checksum = bytes::xxh3(packed.span());
    bytes::store_little_endian(packed.extend(sizeof checksum).data(), checksum);
  }
  const Blob blob = write_blob(file, place_.seek, packed.span(), 0);
  return zero_pages_.emplace(uncompressed_bytes, Locator{blob.link.locator.offset, size}).first->second;
}

EncodedColumn NTupleRecords::zeros(file::FileWriter& file, const ColumnCoding& coding, std::uint64_t elements) {
  EncodedColumn column{.elements = elements, .uncompressed_bytes = coding.page_size(elements), .pages = {}};
  const std::uint64_t per_page = std::max<std::uint64_t>(largest_zero_page * 8 / coding.bits, 1);
  for (std::uint64_t left = elements; left > 0;) {
    const std::uint64_t count = std::min(left, per_page);
    const Locator page = zero_page(file, coding.page_size(count));
    column.pages.push_back({static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(page.size), page.offset});
    left -= count;
  }
  return column;
}

StoredCluster NTupleRecords::stored(file::FileWriter& file, const NTuplePlan& plan,
                                    const table::ClusterDescriptor& cluster, Position& at) {
  const std::size_t own_columns = cluster.pieces_of_part.size();
  for (; at.columns < own_columns;
       ++at.columns)  // at the first cluster of a group only, so that it begins where `at` does
    at.first_elements.push_back(at.begin.entry * plan.sources[at.columns].per_empty_entry);
  StoredCluster result{cluster.entries, {}};
  auto piece = cluster.pieces.begin();
  for (std::size_t column = 0; column < own_columns; ++column) {
    EncodedColumn& to = result.columns.emplace_back();
    to.elements = cluster.part_numbers[column];
    for (std::uint32_t i = 0; i < cluster.pieces_of_part[column]; ++i, ++piece)
      to.pages.push_back({piece->elements, piece->stored_size, piece->offset});
  }
  for (std::size_t column = own_columns; column < at.columns; ++column)
    result.columns.push_back(
        zeros(file, plan.schema.columns[column].coding, cluster.entries * plan.sources[column].per_empty_entry));
  return result;
}

NTupleRecords::Listing NTupleRecords::kept(std::span<const table::ClusterDescriptor> clusters) const {
  std::size_t listed = 0;
  const bool is_as_listed = std::ranges::all_of(listing_.groups, [&](const Group& group) {
    listed += group.described.clusters;
    return clusters[listed - 1].place == group.last;
  });
  if (!is_as_listed) return no_listing();
  Listing listing = listing_;
  if (listed < clusters.size() && listing.open) {
    listing.groups.pop_back();
    listing.end = std::move(*listing.open);
    listing.open.reset();
  }
  return listing;
}

void NTupleRecords::add_groups(file::FileWriter& file, const NTuplePlan& plan,
                               std::span<const table::ClusterDescriptor> clusters, Listing& listing, NewBlobs& blobs) {
  while (listing.end.cluster < clusters.size()) {
    Position begin = listing.end;
    Position& at = listing.end;
    std::vector<StoredCluster> pages;
    std::uint64_t size = 0;
    // A group ends where columns begin that the clusters before have not.
    for (; at.cluster < clusters.size() && size < full_page_list; ++at.cluster) {
      const table::ClusterDescriptor& cluster = clusters[at.cluster];
      if (!pages.empty() && cluster.pieces_of_part.size() > at.columns) break;
      pages.push_back(stored(file, plan, cluster, at));
      size +=
          pages.back().columns.size() * page_list_bytes_per_column + cluster.pieces.size() * page_list_bytes_per_page;
    }
    const std::uint64_t first = at.begin.entry;
    bytes::Buffer list = encode_page_list(plan, header_checksum_, pages, options_, at.begin);
    Blob blob = write(file, std::move(list));
    blobs.add(blob);
    listing.groups.push_back({{{{first}, {at.begin.entry}}, static_cast<std::uint32_t>(pages.size()), blob.link},
                              blob.extent,
                              clusters[at.cluster - 1].place});
    listing.open.reset();
    if (size < full_page_list) listing.open = std::move(begin);
  }
}

void NTupleRecords::describe(file::FileWriter& file, const NTuplePlan& plan,
                             std::span<const table::ClusterDescriptor> clusters) {
  constexpr auto offset_of = [](const Group& group) { return group.extent.offset; };
  const bool is_new = !footer_;
  NewBlobs blobs(file);
  if (!header_) header_ = write(file, encode_header(plan));
  Listing listing = kept(clusters);
  add_groups(file, plan, clusters, listing, blobs);
  std::vector<ClusterGroup> groups;
  if (before_) groups = before_->groups();
  for (const Group& group : listing.groups) groups.push_back(group.described);
  std::vector<std::uint64_t> first_elements = listing.end.first_elements;
  for (std::size_t column = listing.end.columns; column < plan.schema.columns.size(); ++column)  // no cluster has it
    first_elements.push_back(listing.end.begin.entry * plan.sources[column].per_empty_entry);
  const KeptFooter kept = before_ ? before_->footer() : KeptFooter();
  Blob footer = write(file, encode_footer(plan, header_checksum_, groups, first_elements, kept));
  blobs.add(footer);
  Anchor anchor;
  if (before_) anchor = before_->anchor();
  anchor.header = header_->link;
  anchor.footer = footer.link;
  if (!before_) anchor.largest_key = largest_blob;
  file.put(place_.directory, anchor_class, plan.table.name, before_ ? before_->title() : plan.table.title,
           encode_anchor(anchor).span(), is_new ? place_.if_taken : file::FileWriter::OnConflict::replace,
           compression::Settings::from_code(0));
  blobs.keep();
  const auto [outdated, _] = std::ranges::mismatch(listing_.groups, listing.groups, {}, offset_of, offset_of);
  for (auto group = outdated; group != listing_.groups.end(); ++group)
    file.release_record(place_.directory, group->extent);
  if (footer_ && footer_->extent.size > 0) file.release_record(place_.directory, footer_->extent);
  listing_ = std::move(listing);
  footer_ = footer;
}

}  // namespace ramet::inline v1::ntuple
