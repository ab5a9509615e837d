#include "ramet/io/detail/distant/counted_source.hpp"

#include <memory>
#include <string>

#include "fault/distant_source.hpp"
#include "fault/faulty_io.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/fetched_source.hpp"

using namespace ramet;
using namespace ramet::io;

namespace {

std::shared_ptr<const ByteSource> letters() {
  return std::make_shared<fault::FaultySource>(source_of(buffer_of("abcdefghijklmnopqrstuvwxyz"), "letters"),
                                               fault::SourceFaults{});
}

std::string read(const ByteSource& source, std::uint64_t offset, std::size_t size) {
  std::string text(size, ' ');
  source.read_at(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

}  // namespace

TEST_CASE("counted source: reads are those of the source, and each is a request after the one before") {
  const auto traffic = std::make_shared<Traffic>();
  const CountedSource counted(letters(), traffic);
  CHECK(counted.name() == "letters");
  CHECK(counted.size() == 26);
  CHECK(!counted.read_ahead());
  CHECK(read(counted, 0, 3) == "abc");
  CHECK(read(counted, 24, 2) == "yz");
  CHECK(traffic->counts().requests == 2);
  CHECK(traffic->counts().depth == 2);
  CHECK(traffic->counts().bytes == 5);
  CHECK_THROWS_AS(read(counted, 25, 2), Error);
  CHECK(traffic->counts().bytes == 5);
}

TEST_CASE("counted source: pieces that are asked for together are one trip, and their gaps are noted") {
  const auto traffic = std::make_shared<Traffic>();
  const CountedSource counted(std::make_shared<const fault::DistantSource>(letters()), traffic);
  REQUIRE(counted.read_ahead());
  const Extent extents[] = {{0, 3}, {4, 2}, {20, 4}, {22, 3}};
  {
    const FetchedSource fetched(counted, extents, {.largest_gap = 2, .most_bytes = 10, .most_pieces = 3});
    CHECK(read(fetched, 4, 2) == "ef");
    CHECK(read(fetched, 0, 2) == "ab");
    CHECK(read(fetched, 22, 2) == "wx");
  }
  CHECK(traffic->counts().requests == 2);
  CHECK(traffic->counts().depth == 1);
  CHECK(traffic->counts().bytes == 11);
  CHECK(traffic->counts().gap_bytes == 1);
}
