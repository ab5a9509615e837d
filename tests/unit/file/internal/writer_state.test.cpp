#include "ramet/file/internal/writer_state.hpp"

#include "unit/file/sample_file.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/file/internal/file_header.hpp"

using namespace ramet;
using namespace ramet::file;

TEST_CASE("writer state: a new file begins with header and root directory, named as the file without its folder") {
  const auto disk = sample::empty_disk("some/folder/run7.root");
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk), {.compression = {}});
  const auto contents = disk->contents();
  const FileHeader header = read_file_header(contents.span());
  CHECK(header.version == 64000);
  CHECK(header.end == contents.size());
  CHECK(header.compression == 505);
  bytes::ByteCursor cursor(contents.span().subspan(100), 100);
  const Key root = read_record_head(cursor);
  CHECK(root.class_name == "TFile");
  CHECK(root.name == "run7.root");
  CHECK(root.seek == 100);
  CHECK(root.record_size == contents.size() - 100);
  CHECK(cursor.string() == "run7.root");
  CHECK(cursor.string().empty());
  CHECK(cursor.position() == 100 + header.name_size);
  const DirectoryHead head = read_directory_head(cursor);
  CHECK(head.version == 5);
  CHECK(head.seek == 100);
  CHECK(head.seek_keys == 0);
  CHECK(head.uuid == header.uuid);
}

TEST_CASE("writer state: a directory's record is stored as in ROOT, and refers to its parent") {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  const auto inner = writer->directory("outer/inner");
  const auto contents = disk->contents();
  bytes::ByteCursor cursor(contents.span().subspan(writer->seek_of(inner)), writer->seek_of(inner));
  const Key key = read_record_head(cursor);
  CHECK(key.class_name == "TDirectory");
  CHECK(key.name == "inner");
  CHECK(key.title == "inner");
  CHECK(key.object_size == directory_head_size);
  CHECK(key.seek_parent == writer->seek_of(writer->directory("outer")));
  const DirectoryHead head = read_directory_head(cursor);
  CHECK(head.name_size == key.key_length);
  CHECK(head.seek == key.seek);
  CHECK(head.seek_parent == key.seek_parent);
}

TEST_CASE("writer state: an object larger than the largest record is refused before anything is written") {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  const auto before = disk->contents().size();
  // Never touched: only its size counts.
  const std::span<const std::byte> huge(reinterpret_cast<const std::byte*>(&before), 0x7ffffff0);
  try {
    writer->put({0}, "T", "huge", "", huge);
    FAIL("written");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
  }
  CHECK(disk->contents().size() == before);
}
