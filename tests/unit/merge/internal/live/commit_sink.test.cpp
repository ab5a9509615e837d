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
