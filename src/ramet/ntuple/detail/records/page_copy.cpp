#include "ramet/ntuple/detail/records/page_copy.hpp"

#include <cstring>
#include <vector>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/io/detail/copy_pieces.hpp"
#include "ramet/ntuple/detail/page_list.hpp"
#include "ramet/ntuple/detail/records/blob_record.hpp"

namespace ramet::inline v1::ntuple {
namespace {

/// Whether a page and its checksum lie in one piece.
bool is_whole(const PageCopy& page) noexcept { return page.blobs->is_whole(page.from.size + page_checksum_size); }

io::CopyPiece piece_of(const PageCopy& page) {
  page.blobs->require({page.from.offset, page.from.size + (page.has_checksum ? page_checksum_size : 0)});
  if (!is_whole(page)) return {nullptr, {}, page.from.size + page_checksum_size};
  if (!page.has_checksum) return {&page.blobs->source(), {page.from.offset, page.from.size}, page_checksum_size};
  return {&page.blobs->source(), {page.from.offset, page.from.size + page_checksum_size}};
}

/// Compare the checksum behind a page, or make it.
void finish(const PageCopy& page, std::span<std::byte> bytes) {
  if (!is_whole(page)) page.blobs->read(page.from.offset, page.has_checksum ? bytes : bytes.first(page.from.size));
  const auto content = bytes.first(static_cast<std::size_t>(page.from.size));
  std::byte* const checksum = content.data() + content.size();
  const std::uint64_t made = bytes::xxh3(content);
  if (!page.has_checksum) return bytes::store_little_endian(checksum, made);
  if (bytes::load_little_endian<std::uint64_t>(checksum) != made)
    detail::fail(ErrorKind::corrupt, "'{}': page of {} bytes at byte {}: checksum is {:016x}, expected {:016x}",
                 page.blobs->source().name(), page.from.size, page.from.offset, made,
                 bytes::load_little_endian<std::uint64_t>(checksum));
}

}  // namespace

std::uint64_t size_of(std::span<const PageCopy> pages, bool big) {
  std::uint64_t size = blob_head_size(big);
  for (const PageCopy& page : pages)
    size = detail::checked_sum(size, detail::checked_sum(page.from.size, page_checksum_size, "bytes of a page"),
                               "bytes of a cluster");
  if (size > file::largest_record_size)
    detail::fail(ErrorKind::unsupported, "a cluster of {} bytes is larger than a record can be, {}", size,
                 file::largest_record_size);
  return size;
}

void copy_pages(std::span<PageCopy> pages, const PageTarget& to) {
  const bytes::Buffer head = blob_head(to.date, to.seek_directory, to.extent, to.big);
  std::vector<io::CopyPiece> pieces{{nullptr, {}, head.size()}};
  for (const PageCopy& page : pages) pieces.push_back(piece_of(page));
  io::copy_pieces(pieces, *to.sink, to.extent.offset,
                  [&](std::size_t number, std::uint64_t place, std::span<std::byte> bytes) {
                    if (number == 0) {
                      std::memcpy(bytes.data(), head.data(), head.size());
                      return;
                    }
                    finish(pages[number - 1], bytes);
                    pages[number - 1].seek = place;
                  });
}

}  // namespace ramet::inline v1::ntuple
