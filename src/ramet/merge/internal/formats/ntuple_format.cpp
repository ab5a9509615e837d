#include "ramet/merge/internal/formats/ntuple_format.hpp"

#include <algorithm>
#include <cstring>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/key.hpp"
#include "ramet/schema/value_range.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::string_view blob_class = "RBlob";
constexpr std::uint64_t largest_record = 0x7fffffff;  // sizes in keys are signed
constexpr std::uint16_t small_key_version = 4;
constexpr std::uint16_t big_key_version = 1004;
// Larger payloads would have to be spread over several keys; a page or an envelope never is as large.
constexpr std::uint64_t largest_key = std::uint64_t{1} << 30;

/// Columns on their way into pages.
class NTupleJob final : public ClusterJob {
 public:
  NTupleJob(const ntuple::NTuplePlan& plan, const ntuple::PageOptions& options, std::span<const array::Array> columns,
            std::size_t first, std::size_t last)
      : plan_(plan), options_(options), rows_(plan, columns, first, last) {}

  void encode(std::size_t part, Encoders& encoders, bytes::Buffer& out, EncodedPart& to,
              StageTimes* times) const override {
    const auto column = encoders.pages.encode(plan_, {part}, rows_, options_, out, times);
    const ntuple::ColumnCoding& coding = plan_.schema.columns[part].coding;
    for (const ntuple::EncodedPage& page : column.pages)
      to.pieces.push_back(
          {page.elements, page.size, static_cast<std::uint32_t>(coding.page_size(page.elements)), page.offset});
    to.number = column.elements;
  }

 private:
  const ntuple::NTuplePlan& plan_;
  const ntuple::PageOptions& options_;
  ntuple::ClusterRows rows_;
};

/// The head of a blob's record of `size` bytes, head included.
bytes::Buffer head_of(const file::RecordArea& area, std::uint64_t seek_directory, std::uint64_t seek,
                      std::uint64_t size, bool big) {
  file::Key key;
  key.version = big ? big_key_version : small_key_version;
  key.key_length = file::key_length_of(blob_class, "", "", big);
  key.record_size = static_cast<std::uint32_t>(size);
  key.object_size = key.record_size - key.key_length;
  key.date = area.date();
  key.seek = seek;
  key.seek_parent = seek_directory;
  key.class_name = blob_class;
  bytes::ByteWriter writer;
  file::write_key(writer, key);
  return std::move(writer).take();
}

std::optional<ntuple::ColumnCoding> real_of(const tree::ColumnSpec& column) {
  if (column.packed_range.empty() || column.packed_range == "[]") return std::nullopt;
  const schema::ValueRange range = schema::parse_range(column.packed_range);
  if (range.factor == 0)
    return ntuple::ColumnCoding{ntuple::ColumnType::real32_trunc, static_cast<std::uint16_t>(9 + range.bits)};
  const double steps = range.factor * (range.maximum - range.minimum);
  std::uint16_t bits = 1;
  while (bits < 32 && static_cast<double>(std::uint64_t{1} << bits) < steps) ++bits;
  return ntuple::ColumnCoding{ntuple::ColumnType::real32_quant, bits, range.minimum, range.maximum};
}

ntuple::StoredCluster stored(const ClusterDescriptor& cluster) {
  ntuple::StoredCluster result{cluster.entries, {}};
  auto piece = cluster.pieces.begin();
  for (std::size_t column = 0; column < cluster.pieces_of_part.size(); ++column) {
    ntuple::EncodedColumn& to = result.columns.emplace_back();
    to.elements = cluster.part_numbers[column];
    for (std::uint32_t i = 0; i < cluster.pieces_of_part[column]; ++i, ++piece)
      to.pages.push_back({piece->elements, piece->stored_size, piece->offset});
  }
  return result;
}

}  // namespace

ntuple::NTupleSpec ntuple_spec_of(const tree::TreeSchema& schema) {
  ntuple::NTupleSpec spec{schema.name, schema.title, {}};
  for (const tree::ColumnSpec& column : schema.columns)
    spec.fields.push_back({.name = column.name, .type = column.type, .real = real_of(column)});
  return spec;
}

NTupleFormat::NTupleFormat(const file::RecordArea& area, TablePlace place, const tree::TreeSchema& schema,
                           std::uint32_t page_bytes, compression::Settings compression)
    : area_(area),
      place_(place),
      plan_(ntuple::plan_ntuple(ntuple_spec_of(schema), compression.level > 0)),
      options_{compression, page_bytes},
      header_checksum_(ntuple::checksum_of(ntuple::encode_header(plan_).span())) {}

std::unique_ptr<const ClusterJob> NTupleFormat::begin(std::span<const array::Array> columns, std::size_t first,
                                                      std::size_t last, bool) const {
  return std::make_unique<NTupleJob>(plan_, options_, columns, first, last);
}

std::size_t NTupleFormat::head_size(bool big) const { return file::key_length_of(blob_class, "", "", big); }

void NTupleFormat::place(std::span<std::byte> encoded, std::span<Piece> pieces, bool big, std::uint64_t address) const {
  if (encoded.size() > largest_record)
    fail(ErrorKind::misuse, "a cluster of {} bytes is larger than a record can be, {}: make smaller clusters",
         encoded.size(), largest_record);
  const bytes::Buffer head = head_of(area_, place_.seek, address, encoded.size(), big);
  std::memcpy(encoded.data(), head.data(), head.size());
  for (Piece& piece : pieces) piece.offset += address;
}

NTupleFormat::Blob NTupleFormat::write_envelope(file::FileWriter& file, bytes::Buffer envelope) {
  const std::uint64_t unpacked_size = envelope.size();
  const bytes::Buffer packed = ntuple::pack_envelope(std::move(envelope), options_.compression, compressor_);
  if (packed.size() >= largest_key)
    fail(ErrorKind::unsupported, "the description of the ntuple takes {} bytes, more than {}", packed.size(),
         largest_key);
  bool big = file.needs_big_keys(packed.size());
  io::Extent extent = file.take_extent(head_size(big) + packed.size());
  if (!big && !file::FileWriter::fits_small_keys(extent)) {  // the file has passed 2 GB in between
    file.abandon_extent(extent);
    big = true;
    extent = file.take_extent(head_size(big) + packed.size());
  }
  bytes::Buffer record = head_of(area_, place_.seek, extent.offset, extent.size, big);
  const std::uint64_t begin = extent.offset + record.size();
  record.append(packed.span());
  try {
    file.sink().write_at(extent.offset, record.span());
  } catch (...) {
    file.abandon_extent(extent);
    throw;
  }
  return {{unpacked_size, {begin, packed.size()}}, extent};
}

void NTupleFormat::forget_outdated(file::FileWriter& file, std::span<const ClusterDescriptor> clusters) {
  std::size_t listed = 0;
  const bool is_as_listed = std::ranges::all_of(groups_, [&](const Group& group) {
    listed += group.described.clusters;
    return clusters[listed - 1].place == group.last;
  });
  if (is_as_listed) return;
  for (const Group& group : groups_) file.abandon_extent(group.extent);
  groups_.clear();
  listed_ = 0;
  listed_to_ = {};
}

void NTupleFormat::add_group(file::FileWriter& file, std::span<const ClusterDescriptor> clusters) {
  if (clusters.empty()) return;
  std::vector<ntuple::StoredCluster> pages;
  for (const ClusterDescriptor& cluster : clusters) pages.push_back(stored(cluster));
  ntuple::ClusterBegin end = listed_to_;
  const Blob list = write_envelope(file, ntuple::encode_page_list(header_checksum_, pages, options_.compression, end));
  groups_.push_back({{{{listed_to_.entry}, {end.entry}}, static_cast<std::uint32_t>(clusters.size()), list.link},
                     list.extent,
                     clusters.back().place});
  listed_ += clusters.size();
  listed_to_ = std::move(end);
}

void NTupleFormat::describe(file::FileWriter& file, std::span<const ClusterDescriptor> clusters) {
  const bool is_new = !footer_;
  if (!header_) {
    header_ = write_envelope(file, ntuple::encode_header(plan_));
  }
  forget_outdated(file, clusters);
  add_group(file, clusters.subspan(listed_));
  std::vector<ntuple::ClusterGroup> groups;
  for (const Group& group : groups_) groups.push_back(group.described);
  const Blob footer = write_envelope(file, ntuple::encode_footer(header_checksum_, groups));
  ntuple::Anchor anchor;
  anchor.header = header_->link;
  anchor.footer = footer.link;
  anchor.largest_key = largest_key;
  file.put(place_.directory, "ROOT::RNTuple", plan_.spec.name, plan_.spec.description,
           ntuple::encode_anchor(anchor).span(),
           is_new ? file::FileWriter::OnConflict::fail : file::FileWriter::OnConflict::replace,
           compression::Settings::from_code(0));
  if (footer_) file.abandon_extent(footer_->extent);
  footer_ = footer;
}

}  // namespace ramet::inline v1::merge::internal
