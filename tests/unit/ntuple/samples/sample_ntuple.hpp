#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "unit/ntuple/samples/sample_pages.hpp"

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/compression/codec.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"

/// Files with one ntuple, written by what is here alone, after the words of the specification.
namespace sample {

namespace file = ramet::file;
namespace io = ramet::io;
namespace ntuple = ramet::ntuple;
using ntuple::ColumnType;
using ntuple::FieldRole;

struct SampleField {
  std::string name;
  std::string type;
  FieldRole role = FieldRole::leaf;
  std::optional<std::size_t> parent = std::nullopt;
  std::optional<std::uint64_t> array_size = std::nullopt;
  std::optional<std::uint32_t> source = std::nullopt;
};

struct SampleColumn {
  ColumnType type = ColumnType::byte;
  std::uint16_t bits = 8;
  std::size_t field = 0;
  std::uint16_t representation = 0;
  std::optional<std::int64_t> first_element = std::nullopt;
  std::optional<std::pair<double, double>> range = std::nullopt;
};

struct SamplePage {
  SamplePage(const Buffer& page, std::int32_t count, bool is_checked = true, bool is_packed = false)
      : bytes(page.span().begin(), page.span().end()),
        elements(count),
        has_checksum(is_checked),
        is_compressed(is_packed) {}

  std::vector<std::byte> bytes;  // not compressed
  std::int32_t elements;
  bool has_checksum;
  bool is_compressed;
  bool repeats = false;     // the place of the page written before it, and its size if it has no bytes of its own
  std::uint64_t shift = 0;  // from there
};

/// Pages of each column; fewer columns than there are where some were added later.
struct SampleCluster {
  std::uint64_t entries = 0;
  std::vector<std::vector<SamplePage>> columns;
  std::set<std::size_t> suppressed = {};
};

struct SampleAlias {
  std::uint32_t column;
  std::uint32_t field;
};

/// What a file is made of, and how it may be wrong. Threads: one thread.
struct NTupleRecipe {
  std::vector<SampleField> fields;
  std::vector<SampleColumn> columns;
  std::vector<SampleAlias> aliases = {};
  std::vector<SampleCluster> clusters = {};
  std::vector<std::size_t> group_sizes = {};  // clusters in each group; all in one by default
  std::size_t late_fields = 0;                // how many of the last ones are in the footer
  std::size_t late_columns = 0;
  std::uint64_t feature_flags = 0;
  std::uint64_t largest_key = 0;
  std::string class_name = "ROOT::RNTuple";
  std::uint16_t epoch = 1;
  std::vector<std::string> extra_types = {};

  std::size_t field(SampleField added) {
    fields.push_back(std::move(added));
    return fields.size() - 1;
  }
  std::size_t column(SampleColumn added) {
    columns.push_back(added);
    return columns.size() - 1;
  }
  /// A field of numbers, or whatever else one column makes.
  std::size_t leaf(const std::string& name, const std::string& type, ColumnType column_type, std::uint16_t bits,
                   std::optional<std::size_t> parent = std::nullopt) {
    const std::size_t added = field({name, type, FieldRole::leaf, parent});
    column({column_type, bits, added});
    return added;
  }
};

/// Writes the parts of a file. Threads: one thread.
class NTupleFile {
 public:
  explicit NTupleFile(const NTupleRecipe& recipe) : recipe_(recipe) {
    auto owned = std::make_unique<io::MemorySink>("sample.root");
    sink_ = owned.get();
    writer_ = file::FileWriter::create(std::move(owned), {{}, true});
    const auto header = envelope(1, [&](FrameWriter& to) {
      to.write(recipe_.feature_flags);
      for (const char* text : {"ntpl", "sample", "ramet tests"}) to.string(text);
      schema(to, 0, recipe_.fields.size() - recipe_.late_fields, 0, recipe_.columns.size() - recipe_.late_columns);
    });
    std::memcpy(&checksum_, header.data() + header.size() - 8, 8);
    const auto header_at = put(header.span());
    const auto footer = envelope(2, [&](FrameWriter& to) { footer_of(to); });
    const auto footer_at = put(footer.span());
    put_anchor(header, header_at, footer, footer_at);
    writer_->commit();
    contents = sink_->contents();
  }

  Buffer contents;

 private:
  template <class Payload>
  Buffer envelope(std::uint64_t type, Payload&& payload) {
    FrameWriter to;
    to.write(std::uint64_t{0});
    payload(to);
    to.patch(0, type | (static_cast<std::uint64_t>(to.size()) + 8) << 16);
    to.write(ramet::bytes::xxh3(to.span()));
    return std::move(to).take();
  }

  std::uint64_t put(std::span<const std::byte> bytes) {
    const std::uint64_t largest = recipe_.largest_key;
    if (largest == 0 || bytes.size() <= largest) return put_whole(bytes);
    std::size_t records = 1;  // as many as hold the bytes and the places of all but the first
    while (records * largest < bytes.size() + (records - 1) * 8) ++records;
    const std::size_t first = largest - (records - 1) * 8;
    Buffer head = copy_of(bytes.first(first));
    for (std::size_t at = first; at < bytes.size(); at += largest) {
      const std::uint64_t place = put_whole(bytes.subspan(at, std::min<std::size_t>(largest, bytes.size() - at)));
      head.append(std::as_bytes(std::span(&place, 1)));
    }
    return put_whole(head.span());
  }

  std::uint64_t put_whole(std::span<const std::byte> bytes) {
    const io::Extent extent = writer_->take_extent(bytes.size());
    sink_->write_at(extent.offset, bytes);
    return extent.offset;
  }

  void schema(FrameWriter& to, std::size_t first_field, std::size_t last_field, std::size_t first_column,
              std::size_t last_column) {
    to.list(last_field - first_field, [&] {
      for (std::size_t i = first_field; i < last_field; ++i) to.record([&] { field(to, i); });
    });
    to.list(last_column - first_column, [&] {
      for (std::size_t i = first_column; i < last_column; ++i) to.record([&] { column(to, recipe_.columns[i]); });
    });
    const bool is_last = last_field == recipe_.fields.size() && last_column == recipe_.columns.size();
    to.list(is_last ? recipe_.aliases.size() : 0, [&] {
      if (!is_last) return;
      for (const SampleAlias& alias : recipe_.aliases) to.record([&] { to.write(alias); });
    });
    to.list(is_last ? recipe_.extra_types.size() : 0, [&] {
      if (!is_last) return;
      for (const std::string& extra : recipe_.extra_types)
        to.record([&] {
          to.write(std::uint64_t{0});
          to.string("");
          to.string(extra);
        });
    });
  }

  void field(FrameWriter& to, std::size_t number) {
    const SampleField& field = recipe_.fields[number];
    to.write(std::uint64_t{0});  // versions
    to.write(static_cast<std::uint32_t>(field.parent.value_or(number)));
    to.write(static_cast<std::uint16_t>(field.role));
    to.write(static_cast<std::uint16_t>((field.array_size ? 1 : 0) | (field.source ? 2 : 0)));
    to.string(field.name);
    to.string(field.type);
    to.string("");
    to.string("");
    if (field.array_size) to.write(*field.array_size);
    if (field.source) to.write(*field.source);
  }

  static void column(FrameWriter& to, const SampleColumn& column) {
    to.write(static_cast<std::uint16_t>(column.type));
    to.write(column.bits);
    to.write(static_cast<std::uint32_t>(column.field));
    to.write(static_cast<std::uint16_t>((column.first_element ? 1 : 0) | (column.range ? 2 : 0)));
    to.write(column.representation);
    if (column.first_element) to.write(*column.first_element);
    if (column.range) {
      to.write(column.range->first);
      to.write(column.range->second);
    }
  }

  void footer_of(FrameWriter& to) {
    to.write(std::uint64_t{0});
    to.write(checksum_);
    to.record([&] {
      if (recipe_.late_fields + recipe_.late_columns > 0)
        schema(to, recipe_.fields.size() - recipe_.late_fields, recipe_.fields.size(),
               recipe_.columns.size() - recipe_.late_columns, recipe_.columns.size());
    });
    std::vector<std::size_t> sizes = recipe_.group_sizes;
    if (sizes.empty() && !recipe_.clusters.empty()) sizes.push_back(recipe_.clusters.size());
    to.list(sizes.size(), [&] {
      std::uint64_t entry = 0;
      std::size_t cluster = 0;
      for (const std::size_t size : sizes) {
        const std::span clusters = std::span(recipe_.clusters).subspan(cluster, size);
        const Buffer list = envelope(3, [&](FrameWriter& pages) { page_list(pages, clusters, entry); });
        const std::uint64_t at = put(list.span());
        std::uint64_t entries = 0;
        for (const SampleCluster& one : clusters) entries += one.entries;
        to.record([&] {
          to.write(entry);
          to.write(entries);
          to.write(static_cast<std::uint32_t>(size));
          to.write(static_cast<std::uint64_t>(list.size()));
          to.write(static_cast<std::uint32_t>(list.size()));
          to.write(at);
        });
        entry += entries;
        cluster += size;
      }
    });
  }

  void page_list(FrameWriter& to, std::span<const SampleCluster> clusters, std::uint64_t entry) {
    to.write(checksum_);
    to.list(clusters.size(), [&] {
      for (const SampleCluster& cluster : clusters) {
        to.record([&] {
          to.write(entry);
          to.write(cluster.entries);
        });
        entry += cluster.entries;
      }
    });
    to.list(clusters.size(), [&] {
      for (const SampleCluster& cluster : clusters)
        to.list(cluster.columns.size(), [&] {
          for (std::size_t column = 0; column < cluster.columns.size(); ++column)
            column_pages(to, cluster.columns[column], cluster.suppressed.contains(column));
        });
    });
  }

  void column_pages(FrameWriter& to, const std::vector<SamplePage>& pages, bool is_suppressed) {
    const std::size_t begin = to.size();
    to.list(pages.size(), [&] {
      for (const SamplePage& page : pages) {
        Buffer stored;
        if (!page.is_compressed || !compressor_.compress(page.bytes, {}, stored)) stored = copy_of(page.bytes);
        if (!page.repeats || !page.bytes.empty()) last_size_ = stored.size();
        const std::size_t size = last_size_;
        const std::uint64_t checksum = ramet::bytes::xxh3(stored.span());
        if (page.has_checksum) stored.append(std::as_bytes(std::span(&checksum, 1)));
        to.write(page.has_checksum ? -page.elements : page.elements);
        to.write(static_cast<std::uint32_t>(size));
        if (!page.repeats) last_page_ = put(stored.span());
        to.write(last_page_ + page.shift);
      }
    });
    to.write(is_suppressed ? std::numeric_limits<std::int64_t>::min() : std::int64_t{0});
    if (!is_suppressed) to.write(std::uint32_t{0});
    to.patch(begin, -static_cast<std::int64_t>(to.size() - begin));
  }

  void put_anchor(const Buffer& header, std::uint64_t header_at, const Buffer& footer, std::uint64_t footer_at) {
    ramet::bytes::ByteWriter to;
    to.write(std::uint32_t{0x40000000 | 66});
    to.write(std::uint16_t{2});
    for (const std::uint16_t part : {recipe_.epoch, std::uint16_t{0}, std::uint16_t{0}, std::uint16_t{0}})
      to.write(part);
    for (const std::uint64_t part : {header_at, std::uint64_t{header.size()}, std::uint64_t{header.size()}, footer_at,
                                     std::uint64_t{footer.size()}, std::uint64_t{footer.size()}, recipe_.largest_key})
      to.write(part);
    to.write(ramet::bytes::xxh3(to.span().subspan(6)));
    writer_->put({}, recipe_.class_name, "ntpl", "", to.span());
  }

  const NTupleRecipe& recipe_;
  io::MemorySink* sink_ = nullptr;
  std::unique_ptr<file::FileWriter> writer_;
  ramet::compression::Compressor compressor_;
  std::uint64_t checksum_ = 0;
  std::uint64_t last_page_ = 0;
  std::size_t last_size_ = 0;
};

inline std::shared_ptr<const ntuple::NTupleReader> open_ntuple(std::shared_ptr<const io::ByteSource> source) {
  const auto reader = file::FileReader::open(std::move(source));
  return std::make_shared<const ntuple::NTupleReader>(reader, reader->key("ntpl"),
                                                      std::make_shared<ramet::object::FormCache>(nullptr, nullptr));
}

inline std::shared_ptr<const ntuple::NTupleReader> open_ntuple(const NTupleRecipe& recipe) {
  return open_ntuple(io::source_of(NTupleFile(recipe).contents, "sample.root"));
}

/// Reads some other way than from memory in place.
class CopyingSource final : public io::ByteSource {
 public:
  explicit CopyingSource(std::shared_ptr<const io::ByteSource> source) : source_(std::move(source)) {}
  const std::string& name() const noexcept override { return source_->name(); }
  std::uint64_t size() const noexcept override { return source_->size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override { source_->read_at(offset, into); }

 private:
  std::shared_ptr<const io::ByteSource> source_;
};

}  // namespace sample
