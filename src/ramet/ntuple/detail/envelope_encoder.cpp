#include "ramet/ntuple/detail/envelope_encoder.hpp"

#include <array>
#include <utility>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/ntuple/detail/frame_writer.hpp"
#include "ramet/ntuple/frame_cursor.hpp"
#include "ramet/schema/object_tag.hpp"

namespace ramet::inline v1::ntuple {
namespace {

constexpr std::uint64_t no_feature_flags = 0;

constexpr std::uint16_t anchor_version = 2;

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
  std::uint16_t flags = 0;
  if (field.array_size) flags |= field_flag::repetitive;
  if (field.source) flags |= field_flag::projected;
  if (field.type_checksum) flags |= field_flag::type_checksum;
  to.write(field.version);
  to.write(field.type_version);
  to.write(static_cast<std::uint32_t>(field.parent.number));
  to.write(static_cast<std::uint16_t>(field.role));
  to.write(flags);
  for (const std::string* text : {&field.name, &field.type_name, &field.type_alias, &field.description})
    to.string(*text);
  if (field.array_size) to.write(*field.array_size);
  if (field.source) to.write(static_cast<std::uint32_t>(field.source->number));
  if (field.type_checksum) to.write(*field.type_checksum);
}

void write_column(FrameWriter& to, const Column& column, std::uint64_t first_element) {
  const bool has_range = column.coding.type == ColumnType::real32_quant;
  std::uint16_t flags = 0;
  if (first_element != 0) flags |= column_flag::deferred;
  if (has_range) flags |= column_flag::range;
  to.write(static_cast<std::uint16_t>(column.coding.type));
  to.write(column.coding.bits);
  to.write(static_cast<std::uint32_t>(column.field.number));
  to.write(flags);
  to.write(column.representation);
  if (first_element != 0) to.write(static_cast<std::int64_t>(first_element));
  if (has_range) {
    to.write(column.coding.minimum);
    to.write(column.coding.maximum);
  }
}

/// A list of a stored schema description.
struct KeptList {
  std::uint32_t count = 0;
  std::span<const std::byte> items;
};

/// The four lists of a description; all empty for an empty description.
std::array<KeptList, 4> lists_of(std::span<const std::byte> description) {
  std::array<KeptList, 4> lists;
  FrameCursor cursor(description);
  for (KeptList& kept : lists) {
    if (description.empty()) break;
    ListFrame list = cursor.list(8);
    FrameCursor from = list.items;
    for (std::uint32_t item = 0; item < list.count; ++item) list.items.record();
    kept = {list.count, from.take(static_cast<std::size_t>(list.items.position() - from.position()))};
  }
  return lists;
}

/// Write the part [begin, end) of a schema after the part that is already stored.
void write_schema(FrameWriter& to, const NTuplePlan& plan, const SchemaExtent& begin, const SchemaExtent& end,
                  std::span<const std::uint64_t> first_elements, std::span<const std::byte> before = {}) {
  const auto [fields, columns, aliases, extra] = lists_of(before);
  const auto list = [&](const KeptList& kept, std::size_t more, auto&& items) {
    to.list(kept.count + more, [&] {
      to.bytes(kept.items);
      items();
    });
  };
  list(fields, end.fields - begin.fields, [&] {
    for (std::size_t field = begin.fields; field < end.fields; ++field)
      to.record([&] { write_field(to, plan.schema.fields[field]); });
  });
  list(columns, end.columns - begin.columns, [&] {
    for (std::size_t column = begin.columns; column < end.columns; ++column)
      to.record([&] {
        write_column(to, plan.schema.columns[column], column < first_elements.size() ? first_elements[column] : 0);
      });
  });
  list(aliases, end.aliases - begin.aliases, [&] {
    for (std::size_t alias = begin.aliases; alias < end.aliases; ++alias)
      to.record([&] {
        to.write(static_cast<std::uint32_t>(plan.aliases[alias].column.number));
        to.write(static_cast<std::uint32_t>(plan.aliases[alias].field.number));
      });
  });
  list(extra, 0, [] {});
}

void write_pages(FrameWriter& to, const EncodedColumn& column, std::uint64_t first_element, const PageOptions& options,
                 compression::Settings compression) {
  to.list(column.pages.size(), [&] {
    for (const EncodedPage& page : column.pages) {
      const auto elements = static_cast<std::int32_t>(page.elements);
      to.write(options.has_checksums ? -elements : elements);
      write_locator(to, {page.offset, page.size});
    }
    to.write(static_cast<std::int64_t>(first_element));
    to.write(static_cast<std::uint32_t>(compression.code()));
  });
}

void write_link(bytes::ByteWriter& to, const EnvelopeLink& link) {
  to.write(link.locator.offset);
  to.write(link.locator.size);
  to.write(link.unpacked_size);
}

/// Advance past a cluster. Columns that it lacks advance by the elements that it would have if they were zero.
void advance(ClusterBegin& begin, const NTuplePlan& plan, const StoredCluster& cluster) {
  for (std::size_t column = 0; column < begin.elements.size(); ++column)
    begin.elements[column] += column < cluster.columns.size() ? cluster.columns[column].elements
                                                              : cluster.entries * plan.sources[column].per_empty_entry;
  begin.entry += cluster.entries;
}

}  // namespace

bytes::Buffer encode_envelope(EnvelopeType type, FunctionRef<void(FrameWriter&)> payload) {
  FrameWriter to;
  to.write(std::uint64_t{0});
  payload(to);
  to.patch(0, static_cast<std::uint64_t>(type) | (static_cast<std::uint64_t>(to.size()) + 8) << 16);
  to.write(bytes::xxh3(to.span()));
  return std::move(to).take();
}

bytes::Buffer encode_header(const NTuplePlan& plan) {
  return encode_envelope(EnvelopeType::header, [&](FrameWriter& to) {
    to.write(no_feature_flags);
    to.string(plan.table.name);
    to.string(plan.table.title);
    to.string("ramet");
    write_schema(to, plan, {}, plan.header, {});
  });
}

bytes::Buffer encode_page_list(const NTuplePlan& plan, std::uint64_t header_checksum,
                               std::span<const StoredCluster> clusters, const PageOptions& options,
                               ClusterBegin& begin) {
  while (begin.elements.size() < plan.schema.columns.size())
    begin.elements.push_back(begin.entry * plan.sources[begin.elements.size()].per_empty_entry);
  return encode_envelope(EnvelopeType::page_list, [&](FrameWriter& to) {
    to.write(header_checksum);
    std::uint64_t entry = begin.entry;
    to.list(clusters.size(), [&] {
      for (const StoredCluster& cluster : clusters) {
        to.record([&] {
          to.write(entry);
          to.write(cluster.entries);  // the upper byte has flags, of which none is defined
        });
        entry += cluster.entries;
      }
    });
    to.list(clusters.size(), [&] {
      for (const StoredCluster& cluster : clusters) {
        to.list(cluster.columns.size(), [&] {
          for (std::size_t column = 0; column < cluster.columns.size(); ++column)
            write_pages(to, cluster.columns[column], begin.elements[column], options,
                        plan.compression_of({column}, options.compression));
        });
        advance(begin, plan, cluster);
      }
    });
  });
}

bytes::Buffer encode_footer(const NTuplePlan& plan, std::uint64_t header_checksum, std::span<const ClusterGroup> groups,
                            std::span<const std::uint64_t> first_elements, const KeptFooter& kept) {
  const SchemaExtent all{plan.schema.fields.size(), plan.schema.columns.size(), plan.aliases.size()};
  return encode_envelope(EnvelopeType::footer, [&](FrameWriter& to) {
    to.write(no_feature_flags);
    to.write(header_checksum);
    // Write the lists even if they are empty: uproot requires them.
    to.record([&] { write_schema(to, plan, plan.header, all, first_elements, kept.extension); });
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
    to.bytes(kept.rest);
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
  // The byte count excludes the checksum.
  to.patch(0, schema::byte_count_mask | static_cast<std::uint32_t>(to.size() - sizeof(std::uint32_t)));
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
