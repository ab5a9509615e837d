#include "ramet/recovery/internal/ntuple_salvage.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "ramet/compression/decompressor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/cluster_mark.hpp"
#include "ramet/ntuple/detail/envelope_encoder.hpp"
#include "ramet/ntuple/detail/frame_writer.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

using ntuple::BlobReader;
using ntuple::ColumnNumber;
using ntuple::EnvelopeType;
using ntuple::FrameWriter;
using ntuple::PageList;

/// Marks a part without pages, because another representation of its column has the values.
constexpr std::uint64_t suppressed = ~std::uint64_t{0};

/// The clusters in the ntuple's page lists; page lists that cannot be read are left out.
std::vector<Segment> saved_segments(const BlobReader& blobs, const ntuple::NTuple& described) {
  std::vector<Segment> segments;
  compression::Decompressor decompressor;
  for (const ntuple::ClusterGroup& group : described.groups) {
    try {
      std::ranges::move(
          segments_of(PageList(read_envelope(blobs, group.page_list, EnvelopeType::page_list, decompressor),
                               described.header_checksum)),
          std::back_inserter(segments));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
      Segment lost{.entries = group.entries.size()};
      lost.damage = error.what();
      segments.push_back(std::move(lost));
    }
  }
  for (Segment& segment : segments) segment.is_saved = true;
  return segments;
}

/// The segment that a mark describes. The pages begin after the head of a record.
Segment segment_of(const file::ClusterMark& mark, const file::Key& key, const file::FileReader& file) {
  const std::uint64_t begin = key.seek - mark.size;
  bytes::Buffer head(static_cast<std::size_t>(std::min<std::uint64_t>(mark.size, file::largest_key_length)));
  file.source().read_at(begin, head.span());
  bytes::ByteCursor cursor(std::as_const(head).span(), begin);
  std::uint64_t position = begin + file::read_record_head(cursor).key_length;
  Segment segment{.entries = mark.entries, .sequence = mark.sequence, .ordinal = mark.ordinal, .has_mark = true};
  for (const file::ClusterMark::Part& part : mark.parts) {
    Part& to = segment.parts.emplace_back();
    to.number = part.number;
    std::uint64_t elements = 0;
    for (const file::ClusterMark::Piece& piece : part.pieces) {
      to.pieces.push_back({piece.elements, position, piece.stored_size, 1});
      position += piece.stored_size + ntuple::page_checksum_size;
      elements += piece.elements;
    }
    if (elements != part.number)
      detail::fail(ErrorKind::corrupt, "the pages of a column have {} elements, expected {}", elements, part.number);
  }
  if (position != key.seek)
    detail::fail(ErrorKind::corrupt, "the pages of a cluster end at byte {}, expected {}", position, key.seek);
  return segment;
}

std::vector<Segment> marked_segments(const Survey& survey, const ntuple::NTuple& described) {
  std::vector<Segment> segments;
  for (const file::Key& key : survey.marks) {
    if (key.title != described.name) continue;
    try {
      const auto record = survey.file->reader().read_record(key);
      const file::ClusterMark mark = file::read_cluster_mark(key, record.payload());
      if (mark.schema != described.header_checksum || mark.parts.size() > described.schema.columns.size()) continue;
      segments.push_back(segment_of(mark, key, survey.file->reader()));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
    }
  }
  return segments;
}

/// Copy order and numbers from marks to the saved segments that they describe, and remove these from `marked`.
void match(std::vector<Segment>& saved, std::vector<Segment>& marked) {
  std::map<std::uint64_t, const Segment*> by_position;
  for (const Segment& segment : marked) by_position.emplace(segment.position(), &segment);
  std::set<std::uint64_t> matched;
  for (Segment& segment : saved) {
    const auto mark = by_position.find(segment.position());
    if (mark == by_position.end() || segment.parts.empty()) continue;
    segment.sequence = mark->second->sequence;
    segment.ordinal = mark->second->ordinal;
    segment.has_mark = true;
    matched.insert(mark->first);
  }
  std::erase_if(marked, [&](const Segment& segment) { return matched.contains(segment.position()); });
}

/// The number of elements of a deferred column, if it is the same for each entry.
std::uint64_t elements_of(const ntuple::Schema& schema, ColumnNumber column, std::uint64_t entries) {
  const ntuple::Field* field = &schema.field(schema.column(column).field);
  std::uint64_t elements = entries * field->array_size.value_or(1);
  while (!field->is_top()) {
    field = &schema.field(field->parent);
    if (field->role == ntuple::FieldRole::collection || field->role == ntuple::FieldRole::variant) return 0;
    elements *= field->array_size.value_or(1);
  }
  return elements;
}

void write_column(FrameWriter& to, const Part& part, std::uint64_t first_element) {
  to.list(part.pieces.size(), [&] {
    for (const Piece& piece : part.pieces) {
      to.write(-static_cast<std::int32_t>(piece.elements));  // negative: its checksum follows the page
      to.write(static_cast<std::uint32_t>(piece.stored_size));
      to.write(piece.new_seek);
    }
    if (part.number == suppressed) return to.write(std::int64_t{-1});
    to.write(static_cast<std::int64_t>(first_element));
    to.write(std::uint32_t{0});  // compression: each block has its own
  });
}

}  // namespace

SalvagedNTuple ntuple_of_header(ntuple::Envelope header) {
  ntuple::Envelope footer =
      ntuple::check_envelope(ntuple::encode_envelope(EnvelopeType::footer,
                                                     [&](FrameWriter& to) {
                                                       to.write(std::uint64_t{0});  // feature flags
                                                       to.write(header.checksum);
                                                       to.record([&] {  // fields, columns, aliases, extra types
                                                         for (int list = 0; list < 4; ++list) to.list(0, [] {});
                                                       });
                                                       to.list(0, [] {});
                                                     }),
                             EnvelopeType::footer);
  ntuple::NTuple described = ntuple::read_ntuple(header, footer);
  file::Key key;
  key.class_name = ntuple::anchor_class;
  key.name = described.name;
  return {"", std::move(key), std::move(header), std::move(footer), std::move(described), 0, {}};
}

std::vector<Segment> segments_of(const PageList& list) {
  std::vector<Segment> segments;
  for (std::size_t cluster = 0; cluster < list.cluster_count(); ++cluster) {
    Segment& segment = segments.emplace_back();
    segment.entries = list.entries(cluster).size();
    for (std::uint64_t number = 0; list.has(cluster, {number}); ++number) {
      const ntuple::StoredColumn column = list.column(cluster, {number});
      Part& part = segment.parts.emplace_back();
      for (const ntuple::Page& page : column.pages) {
        part.pieces.push_back({page.elements, page.locator.offset, page.locator.size, page.has_checksum ? 1U : 0U});
        part.number += page.elements;
      }
      if (column.is_suppressed) part.number = suppressed;
    }
  }
  return segments;
}

SalvagedNTuple find_saved(const dataset::File& file, const FoundKey& found) {
  const file::FileReader& reader = file.reader();
  const ntuple::Anchor anchor = ntuple::read_anchor(found.key.class_name, reader.read_record(found.key).payload());
  const BlobReader blobs(reader.source(), anchor.largest_key);
  compression::Decompressor decompressor;
  ntuple::Envelope header = read_envelope(blobs, anchor.header, EnvelopeType::header, decompressor);
  ntuple::Envelope footer = read_envelope(blobs, anchor.footer, EnvelopeType::footer, decompressor);
  ntuple::NTuple described = ntuple::read_ntuple(header, footer);
  SalvagedNTuple salvaged{found.directory,    found.key, std::move(header), std::move(footer), std::move(described),
                          anchor.largest_key, {}};
  salvaged.segments = saved_segments(blobs, salvaged.described);
  return salvaged;
}

SalvagedNTuple find_ntuple(const Survey& survey, const FoundKey& found, const dataset::File& file) {
  SalvagedNTuple salvaged = find_saved(file, found);
  if (&file != survey.file.get()) salvaged.segments.clear();  // these are in the other file
  add_marked(survey, salvaged);
  return salvaged;
}

void add_marked(const Survey& survey, SalvagedNTuple& ntuple) {
  std::vector<Segment> marked = marked_segments(survey, ntuple.described);
  match(ntuple.segments, marked);
  ntuple.segments = in_order(std::move(ntuple.segments), std::move(marked));
}

bytes::Buffer page_list_of(const SalvagedNTuple& ntuple) {
  std::vector<const Segment*> kept;
  for (const Segment& segment : ntuple.segments)
    if (segment.damage.empty()) kept.push_back(&segment);
  const ntuple::Schema& schema = ntuple.described.schema;
  return ntuple::encode_envelope(EnvelopeType::page_list, [&](FrameWriter& to) {
    to.write(ntuple.described.header_checksum);
    std::uint64_t entry = 0;
    to.list(kept.size(), [&] {
      for (const Segment* segment : kept) {
        to.record([&] {
          to.write(entry);
          to.write(segment->entries);
        });
        entry += segment->entries;
      }
    });
    std::vector<std::uint64_t> elements(schema.columns.size());
    to.list(kept.size(), [&] {
      for (const Segment* segment : kept) {
        to.list(segment->parts.size(), [&] {
          for (std::size_t column = 0; column < segment->parts.size(); ++column)
            write_column(to, segment->parts[column], elements[column]);
        });
        for (std::size_t column = 0; column < elements.size(); ++column) {
          const bool is_there = column < segment->parts.size() && segment->parts[column].number != suppressed;
          elements[column] +=
              is_there ? segment->parts[column].number : elements_of(schema, {column}, segment->entries);
        }
      }
    });
  });
}

bytes::Buffer footer_of(const SalvagedNTuple& ntuple, const ntuple::EnvelopeLink& page_list) {
  ntuple::FrameCursor cursor = ntuple.footer.payload();
  ntuple::read_feature_flags(cursor);
  cursor.read<std::uint64_t>();  // the header's checksum
  ntuple::FrameCursor extension = cursor.record();
  std::uint64_t entries = 0;
  std::uint32_t clusters = 0;
  for (const Segment& segment : ntuple.segments) {
    if (!segment.damage.empty()) continue;
    entries += segment.entries;
    ++clusters;
  }
  return ntuple::encode_envelope(EnvelopeType::footer, [&](FrameWriter& to) {
    to.write(std::uint64_t{0});  // feature flags
    to.write(ntuple.described.header_checksum);
    to.record([&] {
      for (const std::byte byte : extension.take(extension.remaining())) to.write(static_cast<std::uint8_t>(byte));
    });
    to.list(clusters == 0 ? 0 : 1, [&] {
      if (clusters == 0) return;
      to.record([&] {
        to.write(std::uint64_t{0});
        to.write(entries);
        to.write(clusters);
        to.write(page_list.unpacked_size);
        to.write(static_cast<std::uint32_t>(page_list.locator.size));
        to.write(page_list.locator.offset);
      });
    });
  });
}

}  // namespace ramet::inline v1::recovery::internal
