#include "ramet/ntuple/detail/records/stored_records.hpp"

#include "unit/ntuple/encode/sample_written.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::ntuple;

TEST_CASE("stored records: a blob is in the record of a key in front of it, if that has room for it") {
  bytes::ByteWriter bytes;
  bytes.zeros(100);
  file::Key key;
  key.class_name = "RBlob";
  key.key_length = file::key_length_of("RBlob", "", "", false);
  key.seek = 100;
  key.object_size = 50;
  key.record_size = key.key_length + key.object_size;
  file::write_key(bytes, key);
  bytes.zeros(80);
  const std::uint64_t begin = 100 + std::uint64_t{key.key_length};
  const auto found = [&](std::uint64_t offset, std::uint64_t size) {
    bytes::Buffer contents;
    contents.append(bytes.span());
    return record_of(*io::source_of(std::move(contents), "x"), {offset, size}).size;
  };
  CHECK(found(begin, 50) == key.record_size);
  CHECK(found(begin, 49) == key.record_size);
  CHECK(found(begin, 51) == 0);
  CHECK(found(begin + 1, 49) == 0);
  CHECK(found(5, 10) == 0);
  CHECK(found(1'000'000, 10) == 0);
  CHECK(found(begin, ~std::uint64_t{0}) == 0);
}

TEST_CASE("stored records: pages and envelopes that lie in no record of their own are left out") {
  sample::WrittenNTuple recipe{{"n", "", {{"f", array::parse_type("int64")}}}, {}, {{2}, {1}}};
  recipe.columns.push_back(sample::noise_of("int64", 3));
  const auto file = file::FileReader::open(sample::file_of(recipe));
  CHECK(stored_records(*file, file->key("n")).empty());
}
