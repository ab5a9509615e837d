#include "ramet/file/internal/existing_file.hpp"

#include "unit/file/sample_file.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

sample::Disk file_with(int objects) {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  for (int number = 0; number < objects; ++number)
    sample::put(*writer, writer->directory("dir"), "object" + std::to_string(number), std::string(100, 'o'));
  sample::put(*writer, {0}, "replaced", std::string(100, '1'));
  writer->commit();
  sample::put(*writer, {0}, "replaced", std::string(1000, '2'), FileWriter::OnConflict::replace);
  writer->close();
  return disk;
}

std::string refusal_of(const sample::Disk& disk) {
  try {
    look_at(*sample::open(disk), OnLeftovers::refuse);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Overwrite the first segment in the list of free segments.
void set_first_segment(const sample::Disk& disk, std::uint32_t first, std::uint32_t last) {
  const auto header = sample::open(disk)->header();
  const auto contents = disk->contents();
  bytes::ByteCursor cursor(contents.span().subspan(header.seek_free, header.free_size), header.seek_free);
  const auto length = read_record_head(cursor).key_length;
  bytes::ByteWriter segment;
  segment.write(first);
  segment.write(last);
  disk->write_at(header.seek_free + length + 2, segment.span());
}

std::vector<io::Extent> segments_in(std::span<const std::byte> payload, std::uint32_t count, std::uint64_t end) {
  bytes::ByteCursor cursor(payload);
  return read_free_segments(cursor, count, 100, end);
}

}  // namespace

TEST_CASE("existing file: directories, streamer infos and free segments of a file are all found") {
  const auto file = look_at(*sample::open(file_with(3)), OnLeftovers::refuse);
  REQUIRE(file.directories.size() == 2);
  CHECK(file.directories[0].keys.size() == 2);
  CHECK(file.directories[1].path == "dir");
  CHECK(file.directories[1].keys.size() == 3);
  CHECK(file.has_list_checksums);
  CHECK(file.free.all().size() > 0);
  CHECK(file.unmarked.empty());
  CHECK(file.streamer_infos.record_size == 0);
}

TEST_CASE("existing file: a file that was truncated or not closed is refused, with a hint to recover it") {
  const auto disk = file_with(3);
  disk->resize(disk->contents().size() - 1);
  CHECK(refusal_of(disk).find("is truncated: it has ") != std::string::npos);
  CHECK(refusal_of(disk).find("`ramet recover`") != std::string::npos);

  const auto open = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(open));
  sample::put(*writer, {0}, "x", "1");
  CHECK(refusal_of(open).find("was not closed and has no key list") != std::string::npos);
  writer->commit();
  sample::put(*writer, {0}, "y", std::string(2000, 'y'));
  CHECK(refusal_of(open).find("follow its end") != std::string::npos);
  CHECK_NOTHROW(look_at(*sample::open(open), OnLeftovers::overwrite));
}

TEST_CASE("existing file: a free segment where a record is, or out of order, is damage") {
  const auto disk = file_with(3);
  const auto key = sample::open(disk)->key("dir/object1");
  set_first_segment(disk, static_cast<std::uint32_t>(key.seek + 10), static_cast<std::uint32_t>(key.seek + 20));
  CHECK(refusal_of(disk).find("belong to a record") != std::string::npos);
  set_first_segment(disk, 50, 60);
  CHECK(refusal_of(disk).find("expected within 100 to") != std::string::npos);
}

TEST_CASE("existing file: a free segment is reused only if its mark or dead records confirm that it is free") {
  const auto disk = file_with(3);
  const auto before = look_at(*sample::open(disk), OnLeftovers::refuse);
  const io::Extent first = before.free.all()[0];
  bytes::ByteWriter wrong;
  wrong.write(std::int32_t{-7});
  disk->write_at(first.offset, wrong.span());
  const auto after = look_at(*sample::open(disk), OnLeftovers::refuse);
  CHECK(after.free.all().size() == before.free.all().size() - 1);
  CHECK(after.unmarked.empty());
  // As uproot leaves them: what was there is there still.
  Key dead;
  dead.class_name = "TFile";
  dead.key_length = key_length_of("TFile", "", "", false);
  dead.record_size = static_cast<std::uint32_t>(first.size);
  dead.object_size = dead.record_size - dead.key_length;
  dead.seek = first.offset;
  bytes::ByteWriter record;
  write_key(record, dead);
  REQUIRE(record.size() <= first.size);
  disk->write_at(first.offset, record.span());
  CHECK(look_at(*sample::open(disk), OnLeftovers::refuse).unmarked.size() == 1);
}

TEST_CASE("existing file: two keys that share bytes are damage") {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  sample::put(*writer, {0}, "x", "1");
  sample::put(*writer, {0}, "y", "1");
  writer->close();
  // Let the key of y in the list point at x.
  const auto reader = sample::open(disk);
  const auto x = reader->key("x");
  const auto contents = disk->contents();
  bytes::ByteCursor cursor(contents.span().subspan(reader->root().seek_keys, reader->root().keys_size), 0);
  const auto list = read_record_head(cursor);
  const auto y_at = reader->root().seek_keys + list.key_length + 4 + x.key_length;
  bytes::ByteWriter seek;
  seek.write(static_cast<std::uint32_t>(x.seek));
  disk->write_at(y_at + 18, seek.span());
  bytes::ByteWriter no_checksum;  // the list then is somebody else's
  no_checksum.write(std::uint32_t{1});
  disk->write_at(reader->root().seek_keys + 10, no_checksum.span());
  CHECK(refusal_of(disk).find("overlap") != std::string::npos);
}

TEST_CASE("existing file: lists of free segments end with the count, the bytes, or the segment after the end") {
  bytes::ByteWriter list;
  for (const auto& [first, last] : {std::pair(200U, 299U), std::pair(400U, 400U), std::pair(1000U, 2000000000U)}) {
    list.write(std::uint16_t{1});
    list.write(first);
    list.write(last);
  }
  CHECK(segments_in(list.span(), 3, 1000).size() == 2);
  CHECK(segments_in(list.span(), 1, 1000).size() == 1);
  CHECK(segments_in(list.span().first(15), 3, 1000).size() == 1);
  CHECK(segments_in(list.span(), 3, 1000)[0].size == 100);
  CHECK_THROWS_AS(segments_in(list.span(), 3, 1001), Error);
  std::vector<std::string> remarks;
  bytes::ByteCursor cursor(list.span());
  CHECK(read_free_segments(cursor, 3, 100, 1001, &remarks).size() == 2);
  CHECK(remarks == std::vector<std::string>{"the file ends at byte 1000 according to the list of free segments, and at "
                                            "byte 1001 according to its header"});
}
