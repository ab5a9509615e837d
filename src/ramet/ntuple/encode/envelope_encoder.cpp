#include "ramet/ntuple/encode/envelope_encoder.hpp"

#include <utility>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/ntuple/encode/frame_writer.hpp"

namespace ramet::inline v1::ntuple {
namespace {

constexpr std::uint64_t no_feature_flags = 0;
constexpr std::uint16_t repetitive_flag = 1;
constexpr std::uint16_t range_flag = 2;
constexpr std::uint16_t anchor_version = 2;
constexpr std::uint32_t byte_count_mask = 0x40000000;

bytes::Buffer envelope(EnvelopeType type, FunctionRef<void(FrameWriter&)> payload) {
  FrameWriter to;
  to.write(std::uint64_t{0});
  payload(to);
  to.patch(0, static_cast<std::uint64_t>(type) | (static_cast<std::uint64_t>(to.size()) + 8) << 16);
  to.write(bytes::xxh3(to.span()));
  return std::move(to).take();
}

void write_locator(FrameWriter& to, const Locator& locator) {
  constexpr std::uint64_t largest_short = 0x7fffffff;
  if (locator.size <= largest_short) {
    to.write(static_cast<std::uint32_t>(locator.size));
  } else {
    constexpr std::uint32_t own_size = 4 + 8 + 8;
    constexpr std::uint32_t large_type = 1;
    to.write(0x80000000U | large_type << 24 | own_size);
    to.write(locator.size);
  }
  to.write(locator.offset);
}

void write_field(FrameWriter& to, const Field& field) {
  to.write(field.version);
  to.write(field.type_version);
  to.write(static_cast<std::uint32_t>(field.parent.number));
  to.write(static_cast<std::uint16_t>(field.role));
  to.write(field.array_size ? repetitive_flag : std::uint16_t{0});
  for (const std::string* text : {&field.name, &field.type_name, &field.type_alias, &field.description})
    to.string(*text);
  if (field.array_size) to.write(*field.array_size);
}

void write_column(FrameWriter& to, const Column& column) {
  const bool has_range = column.coding.type == ColumnType::real32_quant;
  to.write(static_cast<std::uint16_t>(column.coding.type));
  to.write(column.coding.bits);
  to.write(static_cast<std::uint32_t>(column.field.number));
  to.write(has_range ? range_flag : std::uint16_t{0});
  to.write(column.representation);
  if (has_range) {
    to.write(column.coding.minimum);
    to.write(column.coding.maximum);
  }
}

void write_schema(FrameWriter& to, const Schema& schema) {
  to.list(schema.fields.size(), [&] {
    for (const Field& field : schema.fields) to.record([&] { write_field(to, field); });
  });
  to.list(schema.columns.size(), [&] {
    for (const Column& column : schema.columns) to.record([&] { write_column(to, column); });
  });
  to.list(0, [] {});  // alias columns
  to.list(0, [] {});  // extra type information
}

void write_pages(FrameWriter& to, const EncodedColumn& column, std::uint64_t first_element, int compression) {
  to.list(column.pages.size(), [&] {
    for (const EncodedPage& page : column.pages) {
      to.write(-static_cast<std::int32_t>(page.elements));  // negative: its checksum follows the page
      write_locator(to, {page.offset, page.size});
    }
    to.write(static_cast<std::int64_t>(first_element));
    to.write(static_cast<std::uint32_t>(compression));
  });
}

void write_link(bytes::ByteWriter& to, const EnvelopeLink& link) {
  to.write(link.locator.offset);
  to.write(link.locator.size);
  to.write(link.unpacked_size);
}

}  // namespace

bytes::Buffer encode_header(const NTuplePlan& plan) {
  return envelope(EnvelopeType::header, [&](FrameWriter& to) {
    to.write(no_feature_flags);
    to.string(plan.spec.name);
    to.string(plan.spec.description);
    to.string("ramet");
    write_schema(to, plan.schema);
  });
}

bytes::Buffer encode_page_list(std::uint64_t header_checksum, std::span<const StoredCluster> clusters,
                               compression::Settings compression, ClusterBegin& begin) {
  return envelope(EnvelopeType::page_list, [&](FrameWriter& to) {
    to.write(header_checksum);
    to.list(clusters.size(), [&] {
      for (const StoredCluster& cluster : clusters) {
        to.record([&] {
          to.write(begin.entry);
          to.write(cluster.entries);  // its upper byte are flags, of which none is known
        });
        begin.entry += cluster.entries;
      }
    });
    to.list(clusters.size(), [&] {
      for (const StoredCluster& cluster : clusters) {
        begin.elements.resize(cluster.columns.size());
        to.list(cluster.columns.size(), [&] {
          for (std::size_t column = 0; column < cluster.columns.size(); ++column) {
            write_pages(to, cluster.columns[column], begin.elements[column], compression.code());
            begin.elements[column] += cluster.columns[column].elements;
          }
        });
      }
    });
  });
}

bytes::Buffer encode_footer(std::uint64_t header_checksum, std::span<const ClusterGroup> groups) {
  return envelope(EnvelopeType::footer, [&](FrameWriter& to) {
    to.write(no_feature_flags);
    to.write(header_checksum);
    to.record([&] { write_schema(to, {}); });  // no extension, which uproot wants to have its empty lists
    to.list(groups.size(), [&] {
      for (const ClusterGroup& group : groups)
        to.record([&] {
          to.write(group.entries.first.number);
          to.write(group.entries.size());
          to.write(group.clusters);
          to.write(group.page_list.unpacked_size);
          write_locator(to, group.page_list.locator);
        });
    });
  });
}

bytes::Buffer encode_anchor(const Anchor& anchor) {
  bytes::ByteWriter to;
  to.write(std::uint32_t{0});
  to.write(anchor_version);
  const std::size_t begin = to.size();
  for (const std::uint16_t part : {anchor.epoch, anchor.major, anchor.minor, anchor.patch}) to.write(part);
  write_link(to, anchor.header);
  write_link(to, anchor.footer);
  to.write(anchor.largest_key);
  // The byte count does not count the checksum.
  to.patch(0, byte_count_mask | static_cast<std::uint32_t>(to.size() - sizeof(std::uint32_t)));
  to.write(bytes::xxh3(to.span().subspan(begin)));
  return std::move(to).take();
}

std::uint64_t checksum_of(std::span<const std::byte> envelope) noexcept {
  return bytes::load_little_endian<std::uint64_t>(envelope.data() + envelope.size() - sizeof(std::uint64_t));
}

bytes::Buffer pack_envelope(bytes::Buffer envelope, compression::Settings compression,
                            compression::Compressor& compressor) {
  bytes::Buffer packed;
  const bool is_smaller = compression.level > 0 && compressor.compress(envelope.span(), compression, packed);
  return is_smaller ? std::move(packed) : std::move(envelope);
}

}  // namespace ramet::inline v1::ntuple
