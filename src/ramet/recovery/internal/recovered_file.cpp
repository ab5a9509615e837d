#include "ramet/recovery/internal/recovered_file.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/envelope_encoder.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/tree/detail/tree_amender.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

// Where a key has its seeks: after sizes, version, date, key length and cycle.
constexpr std::size_t version_offset = 4;
constexpr std::size_t seek_offset = 18;
constexpr std::size_t checksum_size = 8;
constexpr std::uint64_t largest_record = 0x7fffffff;
constexpr std::uint64_t largest_key = std::uint64_t{1} << 30;
constexpr std::uint64_t parent_mask = (std::uint64_t{1} << 48) - 1;

/// Give a copied record its new place.
void place_record(std::span<std::byte> record, std::uint64_t seek, std::uint64_t seek_directory) {
  std::byte* seeks = record.data() + seek_offset;
  if (bytes::load_big_endian<std::uint16_t>(record.data() + version_offset) > 1000) {
    const auto parent = bytes::load_big_endian<std::uint64_t>(seeks + 8);
    bytes::store_big_endian(seeks, seek);
    bytes::store_big_endian(seeks + 8, (parent & ~parent_mask) | seek_directory);
  } else {
    bytes::store_big_endian(seeks, static_cast<std::uint32_t>(seek));
    bytes::store_big_endian(seeks + 4, static_cast<std::uint32_t>(seek_directory));
  }
}

/// The head of the record of a blob.
bytes::Buffer blob_head(const file::FileWriter& writer, io::Extent extent, std::uint64_t seek_directory, bool big) {
  file::Key key;
  key.class_name = "RBlob";
  key.version = big ? file::big_key_version : file::small_key_version;
  key.key_length = file::key_length_of(key.class_name, "", "", big);
  key.record_size = static_cast<std::uint32_t>(extent.size);
  key.object_size = key.record_size - key.key_length;
  key.date = writer.area().date();
  key.seek = extent.offset;
  key.seek_parent = seek_directory;
  bytes::ByteWriter head;
  file::write_key(head, key);
  return std::move(head).take();
}

/// The record of a basket that was inside of its tree's. Objects in it refer to others by offsets from its key, which
/// is made as long as the one it had.
bytes::Buffer basket_record(const tree::Branch& branch, const tree::EmbeddedBasket& basket,
                            const std::string& tree_name, std::uint32_t date, bool big) {
  constexpr std::size_t own_head = 2 + 4 + 4 + 4 + 4 + 1;
  file::Key key;
  key.class_name = "TBasket";
  key.name = branch.name;
  key.title = tree_name;
  key.version = big ? file::big_key_version : file::small_key_version;
  key.date = date;
  std::size_t least = file::key_length_of(key.class_name, key.name, key.title, big) + own_head;
  if (least > basket.key_length) {
    const std::size_t longer = std::min(least - basket.key_length, key.title.size());
    key.title.resize(key.title.size() - longer);
    least -= longer;
  }
  key.key_length = static_cast<std::uint16_t>(std::max<std::size_t>(least, basket.key_length));
  const auto data_size = static_cast<std::uint32_t>(basket.data.size());
  const auto offsets_size = static_cast<std::uint32_t>(basket.offsets.empty() ? 0 : 4 * (basket.entries + 2));
  key.object_size = data_size + offsets_size;
  key.record_size = key.key_length + key.object_size;
  const std::uint32_t data_end = key.key_length + data_size;
  bytes::ByteWriter record;
  file::write_key(record, key);
  record.write(std::uint16_t{3});  // TBasket's version
  record.write(std::max(static_cast<std::uint32_t>(branch.basket_size), data_end));
  record.write(basket.offsets.empty() ? data_size / std::max(basket.entries, 1U) : 1000U);  // entry size, or offsets
  record.write(basket.entries);
  record.write(data_end);
  record.write(std::uint8_t{0});
  for (std::size_t byte = least; byte < key.key_length; ++byte) record.write(std::uint8_t{0});
  record.append(basket.data.span());
  if (!basket.offsets.empty()) {
    record.write(basket.entries + 1);
    for (std::uint32_t entry = 0; entry < basket.entries; ++entry) record.write(basket.offsets[entry] + key.key_length);
    record.write(std::uint32_t{0});
  }
  return std::move(record).take();
}

/// The pages that stand in several places of the page lists, which are written once.
std::map<std::uint64_t, std::uint64_t> repeated_pages(const SalvagedNTuple& ntuple) {
  std::vector<std::uint64_t> seeks;
  for (const Segment& segment : ntuple.segments)
    for (const Part& part : segment.parts)
      for (const Piece& piece : part.pieces)
        if (segment.damage.empty() && piece.stored_size > 0) seeks.push_back(piece.seek);
  std::ranges::sort(seeks);
  std::map<std::uint64_t, std::uint64_t> repeated;
  for (std::size_t page = 1; page < seeks.size(); ++page)
    if (seeks[page] == seeks[page - 1]) repeated.emplace(seeks[page], 0);
  return repeated;
}

}  // namespace

RecoveredFile::RecoveredFile(std::unique_ptr<io::ByteSink> sink, const io::ByteSource& source,
                             compression::Settings compression)
    : writer_(file::FileWriter::create(std::move(sink),
                                       {.compression = compression, .durability = file::Durability::device})),
      source_(source),
      compression_(compression) {}

void RecoveredFile::write_embedded(SalvagedTree& tree, std::uint64_t seek_directory) {
  const std::vector<tree::NamedBranch> branches = all_branches(tree.reader->tree());
  for (Segment& segment : tree.segments) {
    if (!segment.damage.empty()) continue;
    for (std::size_t number = 0; number < segment.parts.size(); ++number) {
      const tree::Branch& branch = *branches[number].branch;
      for (Piece& piece : segment.parts[number].pieces) {
        if (piece.embedded == 0) continue;
        const bool big = writer_->area().needs_big_keys(0);
        bytes::Buffer record = basket_record(branch, *tree::embedded_basket(branch, {piece.embedded - 1}),
                                             tree.key.name, writer_->area().date(), big);
        const io::Extent extent = writer_->area().take_extent(record.size());
        place_record(record.span(), extent.offset, seek_directory);
        writer_->area().sink().write_at(extent.offset, record.span());
        piece.new_seek = extent.offset;
        piece.stored_size = piece.plain_size = record.size();
      }
    }
  }
}

void RecoveredFile::copy_baskets(const SalvagedTree& tree, Segment& segment, std::uint64_t seek_directory) {
  const std::vector<tree::NamedBranch> branches = all_branches(tree.reader->tree());
  std::uint64_t size = 0;
  bool has_small_keys = false;
  for (const Part& part : segment.parts)
    for (const Piece& piece : part.pieces) size += piece.is_record() ? piece.stored_size : 0;
  if (size == 0) return;
  const io::Extent extent = writer_->area().take_extent(size);
  std::uint64_t place = extent.offset;
  for (std::size_t number = 0; number < segment.parts.size(); ++number) {
    const tree::Branch& branch = *branches[number].branch;
    const io::ByteSource& source = branch.file_name.empty() ? source_ : tree.reader->source_of(branch);
    for (Piece& piece : segment.parts[number].pieces) {
      if (!piece.is_record()) continue;
      bytes::Buffer record(static_cast<std::size_t>(piece.stored_size));
      source.read_at(piece.seek, record.span());
      has_small_keys |= bytes::load_big_endian<std::uint16_t>(record.data() + version_offset) <= 1000;
      if (has_small_keys && !file::RecordArea::fits_small_keys(extent))
        fail(ErrorKind::unsupported, "a basket from byte {} would come to byte {}, where its key cannot say so",
             piece.seek, place);
      place_record(record.span(), place, seek_directory);
      writer_->area().sink().write_at(place, record.span());
      piece.new_seek = place;
      place += piece.stored_size;
    }
  }
}

std::vector<std::string> RecoveredFile::add(SalvagedTree& tree) {
  const file::DirectoryNumber directory = writer_->directory(tree.directory);
  std::vector<Segment*> in_file_order;
  for (Segment& segment : tree.segments)
    if (segment.damage.empty()) in_file_order.push_back(&segment);
  std::ranges::sort(in_file_order, {}, &Segment::position);
  for (Segment* segment : in_file_order) copy_baskets(tree, *segment, writer_->seek_of(directory));
  write_embedded(tree, writer_->seek_of(directory));
  const tree::TreeContents contents = contents_of(tree);
  const file::Record record = tree.file->reader().read_record(tree.key);
  std::vector<std::string> left_out;
  writer_->put(
      directory, tree.key.class_name, tree.key.name, tree.key.title,
      [&](std::uint16_t key_length) {
        tree::AmendedTree amended =
            tree::amend_tree(record, tree.key.class_name, tree.reader->tree(), contents, key_length);
        left_out = std::move(amended.left_out);
        return std::move(amended.payload);
      },
      file::FileWriter::OnConflict::fail);
  return left_out;
}

void RecoveredFile::copy_pages(Segment& segment, std::uint64_t seek_directory, const ntuple::BlobReader& blobs,
                               PlacesOfPages& copied) {
  std::uint64_t payload = 0;
  std::set<std::uint64_t> counted;  // of those that stand in several places
  for (const Part& part : segment.parts)
    for (const Piece& piece : part.pieces)
      if (const auto place = piece.stored_size == 0 ? copied.end() : copied.find(piece.seek);
          place == copied.end() || (place->second == 0 && counted.insert(piece.seek).second))
        payload += piece.stored_size + checksum_size;
  const bool big = writer_->area().needs_big_keys(payload);
  const std::uint64_t head_size = file::key_length_of("RBlob", "", "", big);
  if (payload + head_size > largest_record)
    fail(ErrorKind::unsupported, "a cluster of {} bytes is larger than a record can be", payload);
  const io::Extent extent = writer_->area().take_extent(payload + head_size);
  bytes::Buffer record = blob_head(*writer_, extent, seek_directory, big);
  for (Part& part : segment.parts) {
    for (Piece& piece : part.pieces) {
      const auto place = piece.stored_size == 0 ? copied.end() : copied.find(piece.seek);
      if (place != copied.end() && place->second != 0) {
        piece.new_seek = place->second;
        continue;
      }
      piece.new_seek = extent.offset + record.size();
      if (place != copied.end()) place->second = piece.new_seek;
      const auto stored = record.extend(static_cast<std::size_t>(piece.stored_size));
      blobs.read(piece.seek, stored);
      const std::uint64_t checksum = bytes::xxh3(stored);
      bytes::store_little_endian(record.extend(checksum_size).data(), checksum);
    }
  }
  writer_->area().sink().write_at(extent.offset, record.span());
}

ntuple::EnvelopeLink RecoveredFile::write_envelope(bytes::Buffer envelope, std::uint64_t seek_directory) {
  const std::uint64_t unpacked_size = envelope.size();
  const bytes::Buffer packed = ntuple::pack_envelope(std::move(envelope), compression_, compressor_);
  const bool big = writer_->area().needs_big_keys(packed.size());
  const std::uint64_t head_size = file::key_length_of("RBlob", "", "", big);
  if (packed.size() + head_size > largest_key)
    fail(ErrorKind::unsupported, "the description of the ntuple takes {} bytes", packed.size());
  const io::Extent extent = writer_->area().take_extent(head_size + packed.size());
  bytes::Buffer record = blob_head(*writer_, extent, seek_directory, big);
  record.append(packed.span());
  writer_->area().sink().write_at(extent.offset, record.span());
  return {unpacked_size, {extent.offset + head_size, packed.size()}};
}

void RecoveredFile::add(SalvagedNTuple& ntuple) {
  const file::DirectoryNumber directory = writer_->directory(ntuple.directory);
  const std::uint64_t seek_directory = writer_->seek_of(directory);
  const ntuple::BlobReader blobs(source_, ntuple.largest_key);
  PlacesOfPages copied = repeated_pages(ntuple);
  for (Segment& segment : ntuple.segments)
    if (segment.damage.empty()) copy_pages(segment, seek_directory, blobs, copied);
  bytes::Buffer header;
  header.append(ntuple.header.bytes.span());
  ntuple::Anchor anchor;
  anchor.header = write_envelope(std::move(header), seek_directory);
  const ntuple::EnvelopeLink list = write_envelope(page_list_of(ntuple), seek_directory);
  anchor.footer = write_envelope(footer_of(ntuple, list), seek_directory);
  anchor.largest_key = largest_key;
  writer_->put(directory, "ROOT::RNTuple", ntuple.key.name, ntuple.key.title, ntuple::encode_anchor(anchor).span(),
               file::FileWriter::OnConflict::fail, compression::Settings::from_code(0));
}

std::uint16_t RecoveredFile::add(const FoundKey& object, const dataset::File& file) {
  const file::Record record = file.reader().read_record(object.key);
  const file::DirectoryNumber directory = writer_->directory(object.directory);
  const file::Key& key = object.key;
  // References inside of an object count from its key, whose length must not change.
  std::string title = key.title;
  if (writer_->key_length(key.class_name, key.name, title) != record.key_length) {
    bytes::ByteCursor head(record.bytes.span(), key.seek);
    title = file::read_record_head(head).title;  // which may be another than that in the key list
  }
  if (writer_->key_length(key.class_name, key.name, title) != record.key_length)
    fail(ErrorKind::unsupported, "its key would have another length");
  return writer_->put(directory, key.class_name, key.name, title, record.payload()).cycle;
}

void RecoveredFile::set_layouts(const dataset::File* file) {
  const bytes::Buffer packed = file == nullptr ? bytes::Buffer() : file->reader().packed_streamer_infos();
  if (!packed.empty()) {
    const file::Record record = file->reader().unpack_record(packed.span(), file->reader().header().seek_streamer_info);
    if (writer_->key_length(file::FileWriter::streamer_info_class, file::FileWriter::streamer_info_name,
                            file::FileWriter::streamer_info_title) == record.key_length) {
      bytes::Buffer payload;
      payload.append(record.payload());
      return writer_->set_streamer_infos(std::move(payload));
    }
  }
  const auto catalogue = schema::make_catalogue();
  const std::vector<schema::StreamerInfo> infos =
      packed.empty()
          ? schema::catalogue_infos_for(*catalogue, std::vector<std::string_view>{"TTree", "TBranchElement"})
          : std::vector<schema::StreamerInfo>(file->streamer_infos().all().begin(), file->streamer_infos().all().end());
  writer_->set_streamer_infos(
      [&](std::uint16_t key_length) { return schema::write_streamer_infos(infos, key_length); });
}

}  // namespace ramet::inline v1::recovery::internal
