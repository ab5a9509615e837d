#include "ramet/ntuple/detail/records/stored_records.hpp"

#include <algorithm>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/file/key.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/ntuple/detail/page_list.hpp"
#include "ramet/ntuple/ntuple.hpp"

namespace ramet::inline v1::ntuple {
namespace {

/// Add the locators of a list's pages.
void add_pages(const PageList& list, std::size_t columns, std::vector<Locator>& blobs) {
  for (std::size_t cluster = 0; cluster < list.cluster_count(); ++cluster)
    for (std::size_t column = 0; column < columns; ++column)
      for (const Page& page : list.column(cluster, {column}).pages) blobs.push_back(page.locator);
}

}  // namespace

io::Extent record_of(const io::ByteSource& source, const Locator& blob) {
  for (const bool big : {false, true}) {
    const std::size_t length = file::key_length_of(file::blob_class, "", "", big);
    if (blob.offset < length || blob.offset > source.size() || blob.size > source.size() - blob.offset) continue;
    const std::uint64_t begin = blob.offset - length;
    bytes::Buffer head(length);
    source.read_at(begin, head.span());
    try {
      bytes::ByteCursor cursor(head.span(), begin);
      const file::Key key = file::read_key(cursor);
      if (key.class_name == file::blob_class && key.key_length == length && key.seek == begin &&
          key.record_size >= length + blob.size && key.record_size <= source.size() - begin)
        return {begin, key.record_size};
    } catch (const Error&) {
      continue;  // no key here: the blob is in a record with others
    }
  }
  return {};
}

std::vector<io::Extent> stored_records(const file::FileReader& file, const file::Key& key) {
  const Anchor anchor = read_anchor(key.class_name, file.read_record(key).payload());
  const BlobReader reader(file.source(), anchor.largest_key);
  compression::Decompressor decompressor;
  const Envelope header = read_envelope(reader, anchor.header, EnvelopeType::header, decompressor);
  const Envelope footer = read_envelope(reader, anchor.footer, EnvelopeType::footer, decompressor);
  const NTuple ntuple = read_ntuple(header, footer);
  std::vector<Locator> blobs{anchor.header.locator, anchor.footer.locator};
  for (const ClusterGroup& group : ntuple.groups) {
    blobs.push_back(group.page_list.locator);
    const PageList list(read_envelope(reader, group.page_list, EnvelopeType::page_list, decompressor),
                        ntuple.header_checksum);
    add_pages(list, ntuple.schema.columns.size(), blobs);
  }
  std::ranges::sort(blobs, {}, &Locator::offset);
  std::vector<io::Extent> records;
  for (const Locator& blob : blobs) {
    if (!records.empty() && blob.offset < records.back().offset + records.back().size) continue;
    if (!reader.is_whole(blob.size)) continue;
    if (const io::Extent record = record_of(file.source(), blob); record.size > 0) records.push_back(record);
  }
  return records;
}

}  // namespace ramet::inline v1::ntuple
