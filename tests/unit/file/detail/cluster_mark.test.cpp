#include "ramet/file/detail/cluster_mark.hpp"

#include <doctest/doctest.h>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"

using namespace ramet;
using file::ClusterMark;
using file::Key;

namespace {

ClusterMark sample_mark() {
  return {.table = "Events",
          .schema = 0x0123456789abcdef,
          .sequence = 300,
          .ordinal = 2,
          .entries = 1000,
          .size = 70'000,
          .parts = {{.number = 0, .pieces = {{600, 20'000}, {400, 15'000}}},
                    {.number = ~std::uint64_t{0}, .pieces = {{1000, 35'000}}},
                    {.number = 7, .pieces = {}}}};
}

struct Encoded {
  Key key;
  bytes::Buffer record;
  std::span<std::byte> payload() { return record.span().subspan(key.key_length); }
};

Encoded encoded(bool big) {
  Encoded result{{}, file::encode_cluster_mark(sample_mark(), {.seek_parent = 100, .big = big})};
  file::place_record(result.record.span(), big, 80'000);
  bytes::ByteCursor cursor(std::as_const(result.record).span());
  result.key = file::read_record_head(cursor);
  return result;
}

std::string error_of(Encoded& mark) {
  try {
    file::read_cluster_mark(mark.key, mark.payload());
    return "none";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("cluster mark: marks are read back, with small and big heads") {
  for (const bool big : {false, true}) {
    CAPTURE(big);
    Encoded mark = encoded(big);
    CHECK(mark.key.seek == 80'000);
    CHECK(mark.key.seek_parent == 100);
    CHECK(mark.key.record_size == mark.record.size());
    CHECK(file::is_cluster_mark(mark.key));
    const ClusterMark found = file::read_cluster_mark(mark.key, mark.payload());
    const ClusterMark wanted = sample_mark();
    CHECK(found.table == wanted.table);
    CHECK(found.schema == wanted.schema);
    CHECK(found.sequence == wanted.sequence);
    CHECK(found.ordinal == wanted.ordinal);
    CHECK(found.entries == wanted.entries);
    CHECK(found.size == wanted.size);
    REQUIRE(found.parts.size() == wanted.parts.size());
    for (std::size_t part = 0; part < wanted.parts.size(); ++part) {
      CHECK(found.parts[part].number == wanted.parts[part].number);
      REQUIRE(found.parts[part].pieces.size() == wanted.parts[part].pieces.size());
      for (std::size_t piece = 0; piece < wanted.parts[part].pieces.size(); ++piece) {
        CHECK(found.parts[part].pieces[piece].elements == wanted.parts[part].pieces[piece].elements);
        CHECK(found.parts[part].pieces[piece].stored_size == wanted.parts[part].pieces[piece].stored_size);
      }
    }
  }
}

TEST_CASE("cluster mark: changed and truncated marks are refused") {
  Encoded mark = encoded(false);
  for (std::size_t byte = 0; byte < mark.payload().size(); ++byte) {
    CAPTURE(byte);
    mark.payload()[byte] ^= std::byte{1};
    CHECK(error_of(mark) != "none");
    mark.payload()[byte] ^= std::byte{1};
  }
  for (std::size_t size = 0; size < mark.payload().size(); ++size)
    CHECK_THROWS_AS(file::read_cluster_mark(mark.key, mark.payload().first(size)), Error);
  CHECK(error_of(mark) == "none");
}

TEST_CASE("cluster mark: a cluster that would begin before the file is refused") {
  Encoded mark = encoded(false);
  mark.key.seek = 69'999;
  CHECK(error_of(mark) == "a cluster of 70000 bytes ends at byte 69999");
}

TEST_CASE("cluster mark: an ntuple's pages are not a mark") {
  Key key;
  key.class_name = "RBlob";
  CHECK_FALSE(file::is_cluster_mark(key));
  key.name = "cluster";
  CHECK(file::is_cluster_mark(key));
  key.class_name = "TBasket";
  CHECK_FALSE(file::is_cluster_mark(key));
}
