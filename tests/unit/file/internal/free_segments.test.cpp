#include "ramet/file/internal/free_segments.hpp"

#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/byte_cursor.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

Pairs pairs_of(const FreeSegments& segments) {
  Pairs pairs;
  for (const io::Extent segment : segments.all()) pairs.emplace_back(segment.offset, segment.size);
  return pairs;
}

FreeSegments segments_of(const Pairs& pairs) {
  FreeSegments segments;
  for (const auto& [offset, size] : pairs) segments.add({offset, size});
  return segments;
}

}  // namespace

TEST_CASE("free segments: they are kept in order, and joined with neighbours on either side or both") {
  CHECK(pairs_of(segments_of({{500, 10}, {100, 10}, {300, 10}})) == Pairs{{100, 10}, {300, 10}, {500, 10}});
  CHECK(pairs_of(segments_of({{100, 10}, {110, 5}})) == Pairs{{100, 15}});
  CHECK(pairs_of(segments_of({{110, 5}, {100, 10}})) == Pairs{{100, 15}});
  CHECK(pairs_of(segments_of({{100, 10}, {120, 10}, {110, 10}})) == Pairs{{100, 30}});
  CHECK(pairs_of(segments_of({{100, 0}})).empty());
}

TEST_CASE("free segments: none is larger than a gap mark allows") {
  constexpr std::uint64_t largest = 2'000'000'000;
  CHECK(pairs_of(segments_of({{100, largest}, {100 + largest, 10}})) == Pairs{{100, largest}, {100 + largest, 10}});
  CHECK(pairs_of(segments_of({{100, 2 * largest + 7}})) ==
        Pairs{{100, largest}, {100 + largest, largest}, {100 + 2 * largest, 7}});
}

TEST_CASE("free segments: a record takes the first one that it fills, or that has room for a gap mark after it") {
  FreeSegments segments = segments_of({{100, 52}, {200, 50}, {300, 54}});
  auto taken = segments.take(50);
  REQUIRE(taken);
  CHECK(taken->offset == 200);
  CHECK(taken->left == 0);
  taken = segments.take(50);
  REQUIRE(taken);
  CHECK(taken->offset == 300);
  CHECK(taken->left == 4);
  CHECK_FALSE(segments.take(50));
  CHECK(pairs_of(segments) == Pairs{{100, 52}, {350, 4}});
  CHECK(segments.contains({350, 4}));
  CHECK_FALSE(segments.contains({350, 5}));
}

TEST_CASE("free segments: the list has their last bytes, and finally the space to which ROOT may extend the file") {
  const FreeSegments segments = segments_of({{100, 50}});
  bytes::ByteWriter writer;
  write_free_segments(writer, segments, 1000);
  CHECK(writer.size() == free_segments_size(segments, 1000));
  bytes::ByteCursor cursor(writer.span());
  const auto entry = [&] {
    CHECK(cursor.read<std::uint16_t>() == 1);
    const auto first = cursor.read<std::uint32_t>();
    return std::pair<std::uint64_t, std::uint64_t>(first, cursor.read<std::uint32_t>());
  };
  CHECK(entry() == std::pair<std::uint64_t, std::uint64_t>(100, 149));
  CHECK(entry() == std::pair<std::uint64_t, std::uint64_t>(1000, 2'000'000'000));
  CHECK(cursor.at_end());
}

TEST_CASE("free segments: beyond 2 GB, positions have eight bytes") {
  const std::uint64_t end = 3'100'000'000;
  bytes::ByteWriter writer;
  write_free_segments(writer, {}, end);
  CHECK(writer.size() == free_segments_size({}, end));
  bytes::ByteCursor cursor(writer.span());
  CHECK(cursor.read<std::uint16_t>() == 1001);
  CHECK(cursor.read<std::uint64_t>() == end);
  CHECK(cursor.read<std::uint64_t>() == 4'000'000'000);
  CHECK(cursor.at_end());
}
