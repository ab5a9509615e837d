#include "ramet/file/internal/file_header.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

FileHeader sample_header(bool big) {
  FileHeader header;
  header.version = big ? 1064000 : 64000;
  header.end = big ? 0x123456789 : 1599;
  header.seek_free = big ? 0x123456700 : 1545;
  header.free_size = 54;
  header.free_count = 1;
  header.name_size = 56;
  header.units = big ? 8 : 4;
  header.compression = 505;
  header.seek_streamer_info = 706;
  header.streamer_info_size = 406;
  for (std::size_t i = 0; i < header.uuid.size(); ++i) header.uuid[i] = static_cast<std::byte>(i + 1);
  return header;
}

bytes::Buffer written(const FileHeader& header) {
  bytes::ByteWriter writer;
  write_file_header(writer, header);
  return std::move(writer).take();
}

}  // namespace

TEST_CASE("file header: a header is read back, with 32 and 64 bits, and fills the space before `begin`") {
  for (const bool big : {false, true}) {
    CAPTURE(big);
    const FileHeader header = sample_header(big);
    const auto bytes = written(header);
    CHECK(bytes.size() == 100);
    const FileHeader again = read_file_header(bytes.span());
    CHECK(again.is_big() == big);
    CHECK(again.version == header.version);
    CHECK(again.begin == 100);
    CHECK(again.end == header.end);
    CHECK(again.seek_free == header.seek_free);
    CHECK(again.free_size == 54);
    CHECK(again.free_count == 1);
    CHECK(again.name_size == 56);
    CHECK(again.units == header.units);
    CHECK(again.compression == 505);
    CHECK(again.seek_streamer_info == 706);
    CHECK(again.streamer_info_size == 406);
    CHECK(again.uuid == header.uuid);
  }
}

TEST_CASE("file header: a file of another kind is refused, with its first bytes") {
  const std::string_view text = "\x89PNG\r\n\x1a\n and more";
  CHECK_THROWS_WITH_AS(read_file_header(std::as_bytes(std::span(text))),
                       "not a ROOT file: it begins with '89 50 4e 47 0d 0a 1a 0a' instead of '72 6f 6f 74' "
                       "(root), and looks like a PNG picture",
                       Error);
  CHECK_THROWS_WITH_AS(read_file_header({}), "not a ROOT file: it is an empty file", Error);
  const std::string_view words = "root of all evil is a text that begins as files of ROOT do";
  CHECK_THROWS_WITH_AS(read_file_header(std::as_bytes(std::span(words))),
                       doctest::Contains("not a ROOT file: it begins with 'root', but its version is"), Error);
  CHECK_THROWS_WITH_AS(read_file_header(std::as_bytes(std::span(words)).first(20)),
                       "file is truncated: it has 20 bytes, fewer than the 45 of a header", Error);
}

TEST_CASE("file header: a truncated header is corrupt") {
  const auto bytes = written(sample_header(true));
  for (std::size_t size = 0; size < 57; ++size) {
    CAPTURE(size);
    CHECK_THROWS_AS(read_file_header(bytes.span().first(size)), Error);
  }
}

TEST_CASE("file header: records cannot begin inside the header") {
  FileHeader header = sample_header(false);
  auto bytes = written(header);
  bytes::store_big_endian(bytes.data() + 8, std::uint32_t{40});
  CHECK_THROWS_WITH_AS(read_file_header(bytes.span()),
                       "first record begins at byte 40, inside the file header, which ends at 45", Error);
}

TEST_CASE("file header: an old header has no UUID") {
  auto bytes = written(sample_header(false));
  bytes::store_big_endian(bytes.data() + 8, std::uint32_t{50});
  CHECK(read_file_header(bytes.span()).uuid == Uuid{});
}
