#include "ramet/ntuple/detail/records/page_copy.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/key.hpp"
#include "ramet/ntuple/detail/records/blob_record.hpp"

using namespace ramet;
using namespace ramet::ntuple;

namespace {

/// Pages of a file, some with checksums behind them. Threads: immutable.
struct Pages {
  std::shared_ptr<const io::ByteSource> source;
  std::vector<PageCopy> copies;
};

void append(bytes::Buffer& to, const std::string& page, bool has_checksum) {
  const auto content = std::as_bytes(std::span(page));
  to.append(content);
  if (has_checksum) bytes::store_little_endian(to.extend(8).data(), bytes::xxh3(content));
}

std::string text_at(const bytes::Buffer& contents, std::uint64_t place, std::size_t size) {
  return {reinterpret_cast<const char*>(contents.data() + place), size};
}

}  // namespace

TEST_CASE("page copy: pages lie in one record, each with its checksum, whether it had one or not") {
  const std::vector<std::string> texts{"first page", "second", "", "the last of them"};
  bytes::Buffer file;
  std::vector<PageCopy> copies;
  for (std::size_t page = 0; page < texts.size(); ++page) {
    copies.push_back({.from = {file.size(), texts[page].size()}, .has_checksum = page % 2 == 0});
    append(file, texts[page], page % 2 == 0);
  }
  const auto source = io::source_of(std::move(file), "old");
  const BlobReader blobs(*source, 0);
  for (PageCopy& copy : copies) copy.blobs = &blobs;
  std::swap(copies[0], copies[3]);
  for (const bool big : {false, true}) {
    io::MemorySink sink;
    const io::Extent extent{1000, size_of(copies, big)};
    copy_pages(copies, {&sink, extent, big, 77, 200});
    const bytes::Buffer written = sink.contents();
    REQUIRE(written.size() == extent.offset + extent.size);
    bytes::ByteCursor cursor(written.span().subspan(extent.offset), extent.offset);
    const file::Key key = file::read_record_head(cursor);
    CHECK(key.class_name == "RBlob");
    CHECK(key.seek == extent.offset);
    CHECK(key.seek_parent == 200);
    CHECK(key.record_size == extent.size);
    CHECK(key.is_big() == big);
    std::uint64_t place = extent.offset + blob_head_size(big);
    for (const PageCopy& copy : copies) {
      CHECK(copy.seek == place);
      const std::string text = text_at(written, place, copy.from.size);
      bytes::Buffer old(copy.from.size);
      source->read_at(copy.from.offset, old.span());
      CHECK(text == text_at(old, 0, old.size()));
      CHECK(bytes::load_little_endian<std::uint64_t>(written.data() + place + text.size()) ==
            bytes::xxh3(std::as_bytes(std::span(text))));
      place += text.size() + 8;
    }
  }
}

TEST_CASE("page copy: a page that is spread over records is in one piece then") {
  // Records of at most 16 bytes: the first 8 of the page and where the next record is, then the next 16.
  bytes::Buffer file(40);
  for (std::size_t at = 0; at < 8; ++at) file.data()[at] = static_cast<std::byte>('a' + at);
  bytes::store_little_endian(file.data() + 8, std::uint64_t{20});
  for (std::size_t at = 0; at < 16; ++at) file.data()[20 + at] = static_cast<std::byte>('i' + at);
  const auto source = io::source_of(std::move(file), "old");
  const BlobReader blobs(*source, 16);
  std::vector<PageCopy> copies{{.blobs = &blobs, .from = {0, 24}}};
  io::MemorySink sink;
  copy_pages(copies, {&sink, {0, size_of(copies, false)}, false, 0, 100});
  CHECK(text_at(sink.contents(), copies[0].seek, 24) == "abcdefghijklmnopqrstuvwx");
}

TEST_CASE("page copy: damage, and what cannot be a record, is refused") {
  bytes::Buffer file;
  append(file, "some page", true);
  file.data()[3] ^= std::byte{1};
  const auto source = io::source_of(std::move(file), "old");
  const BlobReader blobs(*source, 0);
  const auto error_of = [&](Locator from) -> std::string {
    std::vector<PageCopy> copies{{.blobs = &blobs, .from = from, .has_checksum = true}};
    io::MemorySink sink;
    try {
      copy_pages(copies, {&sink, {0, size_of(copies, false)}, false, 0, 100});
      return "none";
    } catch (const Error& error) {
      return fmt::format("{}: {}", to_string(error.kind()), error.what());
    }
  };
  CHECK(error_of({0, 9}).starts_with("corrupt: 'old': page of 9 bytes at byte 0: checksum is "));
  CHECK(error_of({0, 10}).starts_with("corrupt: "));
  CHECK(error_of({0, std::uint64_t{1} << 31}).starts_with("unsupported: a cluster of 2147483"));
  CHECK(error_of({0, ~std::uint64_t{0}}).starts_with("corrupt: "));
}
