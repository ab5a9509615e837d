#include "ramet/recovery/internal/recovered_file.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/ntuple/detail/envelope_encoder.hpp"
#include "ramet/ntuple/detail/records/blob_record.hpp"
#include "ramet/ntuple/detail/records/page_copy.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/tree/detail/basket_copy.hpp"
#include "ramet/tree/detail/tree_amender.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

/// The pages that occur several times in the page lists, and are written once.
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
        bytes::Buffer record = tree::record_of(branch, *tree::embedded_basket(branch, {piece.embedded - 1}),
                                               tree.key.name, writer_->area().date(), big);
        const io::Extent extent = writer_->area().take_extent(record.size());
        file::move_record(record.span(), extent.offset, seek_directory);
        writer_->area().sink().write_at(extent.offset, record.span());
        piece.new_seek = extent.offset;
        piece.stored_size = piece.plain_size = record.size();
      }
    }
  }
}

void RecoveredFile::copy_baskets(const SalvagedTree& tree, Segment& segment, std::uint64_t seek_directory) {
  const std::vector<tree::NamedBranch> branches = all_branches(tree.reader->tree());
  std::vector<tree::BasketCopy> copies;
  std::vector<Piece*> pieces;
  for (std::size_t number = 0; number < segment.parts.size(); ++number) {
    const tree::Branch& branch = *branches[number].branch;
    for (Piece& piece : segment.parts[number].pieces) {
      if (!piece.is_record()) continue;
      const io::ByteSource& source = branch.file_name.empty() ? source_ : tree.reader->source_of(branch);
      copies.push_back({&source, {piece.seek, piece.stored_size}});
      pieces.push_back(&piece);
    }
  }
  if (copies.empty()) return;
  const io::Extent extent = writer_->area().take_extent(tree::size_of(copies));
  tree::copy_baskets(copies, writer_->area().sink(), extent, seek_directory);
  for (std::size_t copy = 0; copy < copies.size(); ++copy) pieces[copy]->new_seek = copies[copy].seek;
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
  std::vector<ntuple::PageCopy> copies;
  std::vector<Piece*> pieces;
  std::map<std::uint64_t, std::size_t> repeated;  // repeated pages in this record, by position
  for (Part& part : segment.parts) {
    for (Piece& piece : part.pieces) {
      const auto place = piece.stored_size == 0 ? copied.end() : copied.find(piece.seek);
      if (place != copied.end() && (place->second != 0 || !repeated.emplace(piece.seek, copies.size()).second))
        continue;
      copies.push_back({&blobs, {piece.seek, piece.stored_size}, piece.stored_size != 0 && piece.plain_size != 0});
      pieces.push_back(&piece);
    }
  }
  const file::RecordArea& area = writer_->area();
  const bool big = area.needs_big_keys(ntuple::size_of(copies, true));
  const io::Extent extent = area.take_extent(ntuple::size_of(copies, big));
  ntuple::copy_pages(copies, {&area.sink(), extent, big, area.date(), seek_directory});
  for (std::size_t copy = 0; copy < copies.size(); ++copy) pieces[copy]->new_seek = copies[copy].seek;
  for (const auto& [seek, copy] : repeated) copied[seek] = copies[copy].seek;
  for (Part& part : segment.parts)
    for (Piece& piece : part.pieces)
      if (const auto place = piece.stored_size == 0 ? copied.end() : copied.find(piece.seek); place != copied.end())
        piece.new_seek = place->second;
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
  const auto write = [&](bytes::Buffer envelope) {
    return ntuple::write_envelope(*writer_, seek_directory, std::move(envelope), compression_, compressor_).link;
  };
  anchor.header = write(std::move(header));
  const ntuple::EnvelopeLink list = write(page_list_of(ntuple));
  anchor.footer = write(footer_of(ntuple, list));
  anchor.largest_key = ntuple::largest_blob;
  writer_->put(directory, ntuple::anchor_class, ntuple.key.name, ntuple.key.title, ntuple::encode_anchor(anchor).span(),
               file::FileWriter::OnConflict::fail, compression::Settings::from_code(0));
}

std::uint16_t RecoveredFile::add(const FoundKey& object, const dataset::File& file) {
  const file::Record record = file.reader().read_record(object.key);
  const file::DirectoryNumber directory = writer_->directory(object.directory);
  const file::Key& key = object.key;
  // References inside an object are relative to its key, so the key's length must not change.
  std::string title = key.title;
  if (writer_->key_length(key.class_name, key.name, title) != record.key_length) {
    bytes::ByteCursor head(record.bytes.span(), key.seek);
    title = file::read_record_head(head).title;  // may differ from the title in the key list
  }
  if (writer_->key_length(key.class_name, key.name, title) != record.key_length)
    detail::fail(ErrorKind::unsupported, "its key would change its length");
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
