#include "ramet/tune/internal/stored_parts.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "ramet/bytes/endian.hpp"
#include "ramet/compression/decompressor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/ntuple/blob.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/ntuple/detail/page_list.hpp"
#include "ramet/ntuple/envelope.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::tune::internal {
namespace {

// In a key: the uncompressed size of its object, and its own length (TKey::Streamer).
constexpr std::size_t place_of_plain_size = 6;
constexpr std::size_t place_of_key_length = 14;

/// Unpacks the records of a file in memory. Threads: one thread.
class Unpacker {
 public:
  explicit Unpacker(const io::ByteSource& file) : file_(&file) {}

  std::span<const std::byte> view(std::uint64_t offset, std::uint64_t size) const {
    const auto view = file_->view(offset, static_cast<std::size_t>(size));
    if (!view) detail::fail(ErrorKind::misuse, "'{}' is not in memory", file_->name());
    return *view;
  }

  void add(std::span<const std::byte> stored, std::uint64_t plain_size, PlainParts& to, StoredParts& parts) {
    bytes::Buffer& plain = parts.memory.emplace_back();
    plain.resize(static_cast<std::size_t>(plain_size));
    if (stored.size() == plain_size)
      std::ranges::copy(stored, plain.span().begin());
    else
      decompressor_.decompress(stored, plain.span());
    to.push_back(plain.span());
  }

 private:
  const io::ByteSource* file_;
  compression::Decompressor decompressor_;
};

void add_baskets(const dataset::File& file, const table::Schema& schema, Unpacker& unpacker, StoredParts& to) {
  const ColumnsOfPaths columns(schema);
  const auto reader = file.tree(schema.name);
  for (const tree::NamedBranch& named : tree::all_branches(reader->tree())) {
    const tree::BasketIndex& baskets = named.branch->baskets;
    if (baskets.size() == 0) continue;
    PlainParts& parts = to.of_column[columns.at(named.path)].emplace_back();
    for (std::size_t number = 0; number < baskets.size(); ++number) {
      const tree::BasketLocation& place = baskets.location({number});
      const auto record = unpacker.view(place.seek, place.record_size);
      const auto key_length = bytes::load_big_endian<std::uint16_t>(record.data() + place_of_key_length);
      const auto plain_size = bytes::load_big_endian<std::uint32_t>(record.data() + place_of_plain_size);
      unpacker.add(record.subspan(key_length), plain_size, parts, to);
    }
  }
}

/// The top-level field of each column.
std::vector<std::string> fields_of_columns(const ntuple::Schema& schema) {
  std::vector<std::string> names;
  for (const ntuple::Column& column : schema.columns) {
    const ntuple::Field* field = &schema.field(column.field);
    while (!field->is_top()) field = &schema.field(field->parent);
    names.push_back(field->name);
  }
  return names;
}

void add_pages(const dataset::File& file, const io::ByteSource& source, const table::Schema& schema, Unpacker& unpacker,
               StoredParts& to) {
  const ColumnsOfPaths columns(schema);
  const file::Key key = file.reader().key(schema.name);
  const auto reader = file.ntuple(key);
  const ntuple::Schema& schema_of_pages = reader->ntuple().schema;
  const std::vector<std::string> fields = fields_of_columns(schema_of_pages);
  const ntuple::Anchor anchor = ntuple::read_anchor(key.class_name, file.reader().read_record(key).payload());
  const ntuple::BlobReader blobs(source, anchor.largest_key);
  compression::Decompressor decompressor;
  std::vector<PlainParts> of_field(fields.size());
  for (const ntuple::ClusterGroup& group : reader->ntuple().groups) {
    const ntuple::PageList list(read_envelope(blobs, group.page_list, ntuple::EnvelopeType::page_list, decompressor),
                                reader->ntuple().header_checksum);
    for (std::size_t cluster = 0; cluster < list.cluster_count(); ++cluster)
      for (std::size_t column = 0; column < fields.size(); ++column)
        for (const ntuple::Page& page : list.column(cluster, {column}).pages)
          unpacker.add(unpacker.view(page.locator.offset, page.locator.size),
                       schema_of_pages.columns[column].coding.page_size(page.elements), of_field[column], to);
  }
  for (std::size_t column = 0; column < fields.size(); ++column)
    if (!of_field[column].empty()) to.of_column[columns.at(fields[column])].push_back(std::move(of_field[column]));
}

}  // namespace

ColumnsOfPaths::ColumnsOfPaths(const table::Schema& schema) {
  for (std::size_t number = 0; number < schema.columns.size(); ++number) {
    numbers_.emplace(schema.columns[number].name, number);
    counters_.emplace(table::counter_of(schema.columns[number]), number);
  }
}

std::size_t ColumnsOfPaths::at(std::string_view path) const {
  if (const auto found = numbers_.find(path); found != numbers_.end()) return found->second;
  if (const auto found = counters_.find(path); found != counters_.end()) return found->second;
  for (std::size_t size = path.find_last_of("_./"); size != std::string_view::npos && size > 0;
       size = path.find_last_of("_./", size - 1))
    if (const auto found = numbers_.find(path.substr(0, size)); found != numbers_.end()) return found->second;
  detail::fail(ErrorKind::unsupported, "'{}' belongs to no column", path);
}

std::uint64_t StoredParts::bytes() const noexcept {
  std::uint64_t sum = 0;
  for (const bytes::Buffer& one : memory) sum += one.size();
  return sum;
}

StoredParts stored_parts(const std::shared_ptr<const io::ByteSource>& file, const table::Schema& schema,
                         write::Format format) {
  StoredParts parts;
  parts.of_column.resize(schema.columns.size());
  const auto executor = schedule::make_serial_executor();
  const dataset::Session session(*executor);
  const auto open = session.open(file);
  Unpacker unpacker(*file);
  if (format == write::Format::ttree)
    add_baskets(*open, schema, unpacker, parts);
  else
    add_pages(*open, *file, schema, unpacker, parts);
  return parts;
}

}  // namespace ramet::inline v1::tune::internal
