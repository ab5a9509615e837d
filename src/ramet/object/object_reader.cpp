#include "ramet/object/object_reader.hpp"

#include "ramet/core/error.hpp"
#include "ramet/object/internal/stored_parts.hpp"

namespace ramet::inline v1::object {
namespace {

constexpr int deepest_nesting = 100;
constexpr std::size_t smallest_pointer = 4;

}  // namespace

const schema::StreamerInfo* Layouts::find(std::string_view class_name, int version,
                                          std::uint32_t checksum) const noexcept {
  for (const schema::StreamerInfos* infos : {file, catalogue}) {
    if (infos == nullptr) continue;
    const schema::StreamerInfo* info =
        checksum != 0 ? infos->find_by_checksum(class_name, checksum) : infos->find(class_name, version);
    if (info != nullptr) return info;
  }
  return nullptr;
}

ObjectReader::ObjectReader(std::span<const std::byte> record, std::size_t key_length, Layouts layouts)
    : record_(record), cursor_(record), layouts_(layouts), revisits_left_(record.size() / smallest_pointer) {
  cursor_.skip(key_length);
}

ObjectReader::Nesting::Nesting(ObjectReader& reader) : reader_(reader) {
  if (reader.depth_ >= deepest_nesting)
    detail::fail(ErrorKind::corrupt, "objects at byte {} are nested deeper than {}", reader.cursor_.position(),
                 deepest_nesting);
  ++reader.depth_;
}

ObjectReader::Within::Within(ObjectReader& reader, std::uint64_t end) : reader_(reader), outer_end_(reader.end()) {
  if (end > outer_end_ || end < reader.cursor_.position())
    detail::fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but the object around it ends at byte {}",
                 reader.cursor_.position(), end, outer_end_);
  reader.confine(reader.cursor_.position(), end);
}

ObjectReader::Within::Within(ObjectReader& reader, const VersionHeader& header)
    : Within(reader, header.has_end() ? header.end : reader.end()) {}

ObjectReader::Within::~Within() { reader_.confine(reader_.cursor_.position(), outer_end_); }

/// Limit the cursor to [position, end), which lies in the record.
void ObjectReader::confine(std::uint64_t position, std::uint64_t end) {
  cursor_ = bytes::ByteCursor(record_.first(static_cast<std::size_t>(end)));
  cursor_.seek(position);
}

std::uint32_t ObjectReader::read_checksum(const VersionHeader& header, std::string_view class_name) {
  constexpr std::size_t size = sizeof(std::uint32_t);
  if (header.version != 0 || !header.has_end() || header.end - cursor_.position() < size) return 0;
  bytes::ByteCursor ahead = cursor_;
  const auto checksum = ahead.read<std::uint32_t>();
  if (checksum == 0 || layouts_.find(class_name, 0, checksum) == nullptr) return 0;
  cursor_ = ahead;
  return checksum;
}

void ObjectReader::finish(const VersionHeader& header) {
  if (!header.has_end()) return;
  if (cursor_.position() > header.end)
    detail::fail(ErrorKind::corrupt, "object at byte {} ends at byte {}, but its members reach byte {}", header.begin,
                 header.end, cursor_.position());
  cursor_.seek(header.end);
}

void ObjectReader::finish_collection(const VersionHeader& header) {
  if (header.has_end() && cursor_.position() < header.end)
    detail::fail(ErrorKind::corrupt, "collection at byte {} ends at byte {}, but its objects end at byte {}",
                 header.begin, header.end, cursor_.position());
  finish(header);
}

void ObjectReader::skip_object() {
  const VersionHeader header = read_version();
  if (!header.has_end())
    detail::fail(ErrorKind::unsupported, "object at byte {} cannot be skipped: it has no byte count", header.begin);
  cursor_.seek(header.end);
}

ObjectIdentity ObjectReader::skip_pointer() {
  const ObjectTag tag = read_tag();
  if (tag.kind == ObjectTag::Kind::object) cursor_.seek(tag.end);
  return tag.identity;
}

ObjectBits ObjectReader::read_tobject() { return internal::read_object_bits(cursor_); }

NameAndTitle ObjectReader::read_tnamed() {
  const VersionHeader header = read_version();
  read_tobject();
  const std::string_view name = cursor_.string();
  const std::string_view title = cursor_.string();
  finish(header);
  return {name, title};
}

void ObjectReader::visit_object(const ObjectTag& tag, FunctionRef<void(const ObjectTag&)> visit) {
  if (tag.kind != ObjectTag::Kind::object) return visit(tag);
  const Nesting nesting(*this);
  const Within within(*this, tag.end);
  visit(tag);
  cursor_.seek(tag.end);
}

void ObjectReader::for_each_in_array(FunctionRef<void(const ObjectTag&)> visit, FunctionRef<void(std::size_t)> expect) {
  const VersionHeader header = read_version();
  if (header.version > 2) read_tobject();
  if (header.version > 1) cursor_.string();
  const std::size_t count = cursor_.count(smallest_pointer, "number of objects in a TObjArray");
  cursor_.skip(sizeof(std::int32_t));  // lower bound
  expect(count);
  for (std::size_t i = 0; i < count; ++i) visit_object(read_tag(), visit);
  finish_collection(header);
}

void ObjectReader::for_each_in_list(FunctionRef<void(const ObjectTag&)> visit) {
  const VersionHeader header = read_version();
  if (header.version > 2) read_tobject();
  if (header.version > 1) cursor_.string();
  const std::size_t count = cursor_.count(smallest_pointer, "number of objects in a TList");
  for (std::size_t i = 0; i < count; ++i) {
    visit_object(read_tag(), visit);
    if (header.version > 4)
      cursor_.string();  // the option
    else if (header.version == 4)
      cursor_.skip(cursor_.read<std::uint8_t>());
  }
  finish_collection(header);
}

void ObjectReader::visit_collection(const ObjectTag& tag, FunctionRef<void(const ObjectTag&)> visit) {
  if (tag.class_name == "TObjArray") return for_each_in_array(visit);
  if (tag.class_name == "TList" || tag.class_name == "THashList") return for_each_in_list(visit);
  detail::fail(ErrorKind::unsupported, "object at byte {} is of class '{}', not TObjArray, TList or THashList",
               tag.begin, tag.class_name);
}

void ObjectReader::for_each_in_collection(FunctionRef<void(const ObjectTag&)> visit) {
  const ObjectTag tag = read_tag();
  const auto visit_items = [&](const ObjectTag& collection) { visit_collection(collection, visit); };
  if (tag.kind == ObjectTag::Kind::object) visit_object(tag, visit_items);
  if (tag.kind == ObjectTag::Kind::reference) revisit(tag.identity, visit_items);
}

void ObjectReader::revisit(ObjectIdentity identity, FunctionRef<void(const ObjectTag&)> visit) {
  const bytes::ByteCursor whole(record_);
  const ObjectTag tag = schema::read_tag_at(whole, identity);
  if (revisits_left_ == 0)  // valid records have fewer references than words; this limit stops exponential loops
    detail::fail(ErrorKind::corrupt, "references of the record are followed more than {} times",
                 record_.size() / smallest_pointer);
  --revisits_left_;
  const Nesting nesting(*this);
  const std::uint64_t return_to = cursor_.position();
  const std::uint64_t return_end = end();
  const auto come_back = [&] { confine(return_to, return_end); };
  confine(tag.begin, tag.end);
  try {
    visit(tag);
  } catch (...) {
    come_back();
    throw;
  }
  come_back();
}

}  // namespace ramet::inline v1::object
