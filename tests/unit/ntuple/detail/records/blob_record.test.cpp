#include "ramet/ntuple/detail/records/blob_record.hpp"

#include <memory>
#include <string>

#include "unit/file/sample_file.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;

namespace {

struct Output {
  sample::Disk disk = std::make_shared<io::MemorySink>();
  std::unique_ptr<file::FileWriter> file = file::FileWriter::create(std::make_unique<sample::SharedSink>(disk));
};

file::Key key_at(const bytes::Buffer& contents, std::uint64_t place) {
  bytes::ByteCursor cursor(contents.span().subspan(place), place);
  return file::read_record_head(cursor);
}

}  // namespace

TEST_CASE("blob record: bytes get a record of their own, and the link leads to them") {
  Output output;
  const std::string text = "what is in it";
  const ntuple::Blob blob = ntuple::write_blob(*output.file, 100, std::as_bytes(std::span(text)), 50);
  const bytes::Buffer contents = output.disk->contents();
  const file::Key key = key_at(contents, blob.extent.offset);
  CHECK(key.class_name == "RBlob");
  CHECK(key.seek == blob.extent.offset);
  CHECK(key.seek_parent == 100);
  CHECK(key.record_size == blob.extent.size);
  CHECK(key.key_length == ntuple::blob_head_size(false));
  CHECK(blob.link.locator.offset == blob.extent.offset + key.key_length);
  CHECK(blob.link.locator.size == text.size());
  CHECK(blob.link.unpacked_size == 50);
  CHECK(std::ranges::equal(contents.span().subspan(blob.link.locator.offset, text.size()),
                           std::as_bytes(std::span(text))));
}

TEST_CASE("blob record: from 1 GB on the head is a big one") {
  Output output;
  output.file->abandon_extent(output.file->take_extent(std::uint64_t{1} << 31));
  const ntuple::Blob blob{{}, {std::uint64_t{3} << 30, 100}};
  CHECK(output.file->needs_big_keys(0));
  const bytes::Buffer head = ntuple::blob_head(7, 100, blob.extent, true);
  CHECK(head.size() == ntuple::blob_head_size(true));
  CHECK(ntuple::blob_head_size(true) == ntuple::blob_head_size(false) + 8);
  const file::Key key = key_at(head, 0);
  CHECK(key.is_big());
  CHECK(key.seek == blob.extent.offset);
  CHECK(key.date == 7);
}

TEST_CASE("blob record: an envelope is compressed if that makes it smaller") {
  Output output;
  compression::Compressor compressor;
  bytes::Buffer zeros(10'000);
  std::ranges::fill(zeros.span(), std::byte{0});
  const ntuple::Blob packed = ntuple::write_envelope(*output.file, 100, std::move(zeros), {}, compressor);
  CHECK(packed.link.unpacked_size == 10'000);
  CHECK(packed.link.locator.size < 1000);
  bytes::Buffer few(3);
  const ntuple::Blob plain = ntuple::write_envelope(*output.file, 100, std::move(few), {}, compressor);
  CHECK(plain.link.unpacked_size == 3);
  CHECK(plain.link.locator.size == 3);
}
