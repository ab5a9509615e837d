#include "ramet/recovery/internal/unlisted/blob_pages.hpp"

#include <optional>
#include <span>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/compression/block.hpp"
#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/page_list.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

/// The sizes of a page. Threads: a value.
struct PageSizes {
  std::size_t stored = 0;
  std::uint64_t plain = 0;
};

bool is_checked(std::span<const std::byte> bytes, std::size_t size) {
  return bytes::load_little_endian<std::uint64_t>(bytes.data() + size) == bytes::xxh3(bytes.first(size));
}

/// Parse a page of compressed blocks, followed by its checksum. All blocks except the last one have the largest size.
std::optional<PageSizes> packed_page(std::span<const std::byte> bytes, std::uint64_t plain_left) {
  PageSizes page;
  try {
    while (bytes.size() - page.stored > compression::block_header_size + ntuple::page_checksum_size) {
      const auto block = compression::BlockHeader::read(bytes, page.stored, plain_left - page.plain);
      page.stored += compression::block_header_size + block.packed_size;
      page.plain += block.plain_size;
      if (bytes.size() - page.stored < ntuple::page_checksum_size) break;
      if (is_checked(bytes, page.stored)) return page;
      if (block.plain_size < compression::largest_block) break;
    }
  } catch (const Error&) {
    return std::nullopt;  // not the head of a block
  }
  return std::nullopt;
}

std::optional<PageSizes> plain_page(std::span<const std::byte> bytes, std::uint64_t plain_left) {
  const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(plain_left, compression::largest_block));
  if (const auto size = bytes::find_end_by_xxh3(bytes, most)) return PageSizes{*size, *size};
  return std::nullopt;
}

}  // namespace

std::vector<BlobPage> pages_of_blob(const io::ByteSource& source, const file::Key& blob) {
  const std::uint64_t begin = blob.seek + blob.key_length;
  const std::uint64_t size = blob.record_size - blob.key_length;
  source.require_range(begin, size);
  bytes::Buffer payload(static_cast<std::size_t>(size));
  source.read_at(begin, payload.span());
  std::vector<BlobPage> pages;
  std::uint64_t plain_left = blob.object_size;
  for (std::size_t at = 0; at < payload.size();) {
    const auto rest = std::as_const(payload).span().subspan(at);
    auto page = packed_page(rest, plain_left);
    if (!page) page = plain_page(rest, plain_left);
    if (!page) return {};
    pages.push_back({begin + at, page->stored, page->plain});
    plain_left -= page->plain;
    at += page->stored + ntuple::page_checksum_size;
  }
  if (plain_left != 0) pages.clear();
  return pages;
}

}  // namespace ramet::inline v1::recovery::internal
