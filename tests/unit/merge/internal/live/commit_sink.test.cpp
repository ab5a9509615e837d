#include "ramet/merge/internal/live/commit_sink.hpp"

#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using merge::internal::CommitSink;
using merge::internal::HeldCommit;

TEST_CASE("commit sink: from the write to the begin of the file on, writes are held, and gap marks apart") {
  io::MemorySink file;
  HeldCommit held;
  CommitSink sink(file, held);
  file.write_at(0, bytes_of("header.............."));
  sink.write_at(10, bytes_of("records"));
  sink.write_at(17, bytes_of("mark"));
  CHECK(held.writes.empty());
  sink.write_at(0, bytes_of("HEADER"));
  sink.write_at(8, bytes_of("gap!"));
  sink.write_at(9, bytes_of("longer"));
  sink.sync();
  sink.close();
  CHECK(text_of(file.contents().span()) == "header....recordsmark");
  REQUIRE(held.writes.size() == 2);
  REQUIRE(held.marks.size() == 1);
  CHECK(held.marks.front().offset == 8);
  for (int time = 0; time < 2; ++time) {
    held.apply(file);
    CHECK(text_of(file.contents().span()) == "HEADER...longerdsmark");
  }
}

TEST_CASE("commit sink: all that changes what the file has can be held, in order, and be noted and read again") {
  io::MemorySink file;
  HeldCommit held;
  file.write_at(0, bytes_of("header.............."));
  CommitSink sink(file, held, merge::internal::Holding::all_old, 20);
  sink.write_at(7, bytes_of("hole"));
  sink.write_at(20, bytes_of(", rows"));
  CHECK(text_of(file.contents().span()) == "header.............., rows");
  sink.write_at(0, bytes_of("HEADER"));
  sink.write_at(8, bytes_of("gap!"));
  sink.write_at(8, bytes_of("a record"));  // of another commit
  REQUIRE(held.writes.size() == 4);
  CHECK(held.marks.empty());
  bytes::ByteWriter noted;
  merge::internal::write(noted, held.writes);
  bytes::ByteCursor cursor(noted.span());
  const auto again = merge::internal::read_placed_bytes(cursor);
  CHECK(cursor.remaining() == 0);
  for (int time = 0; time < 2; ++time) {
    merge::internal::write_all(again, file);
    CHECK(text_of(file.contents().span()) == "HEADER.ha record...., rows");
  }
}
