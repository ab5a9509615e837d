#include "ramet/io/detail/fetched_stays.hpp"

#include <string>
#include <vector>

#include "fault/distant_source.hpp"
#include "fault/faulty_io.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::io;

namespace {

constexpr std::uint64_t part_bytes = 1000;
constexpr std::size_t part_count = 5;

/// Bytes for each part, with its number in them.
std::shared_ptr<const ByteSource> numbered() {
  std::string text;
  for (std::size_t part = 0; part < part_count; ++part) text.append(part_bytes, static_cast<char>('0' + part));
  return std::make_shared<fault::FaultySource>(source_of(buffer_of(text), "numbered"), fault::SourceFaults{});
}

void add_part(std::size_t part, std::vector<Extent>& to) { to.push_back({part * part_bytes, part_bytes}); }

std::string part_in(const ByteSource& source, std::size_t part) {
  const auto view = source.view(part * part_bytes, part_bytes);
  return view ? std::string(text_of(*view)) : std::string();
}

}  // namespace

TEST_CASE("fetched stays: a source without latency is used itself") {
  const auto near = numbered();
  FetchedStays stays(*near, part_count, add_part);
  for (std::size_t part = 0; part < part_count; ++part) CHECK(&stays.enter(part) == near.get());
}

TEST_CASE("fetched stays: the next part of a distant source is requested while one is read") {
  const fault::DistantSource far(numbered());
  FetchedStays stays(far, part_count, add_part);
  for (std::size_t part = 0; part < part_count; ++part) {
    const ByteSource& source = stays.enter(part);
    CHECK(far.trips() == std::min(part + 2, part_count));
    CHECK(part_in(source, part) == std::string(part_bytes, static_cast<char>('0' + part)));
    CHECK(&stays.enter(part) == &source);
  }
  CHECK(far.bytes() == part_count * part_bytes);
}

TEST_CASE("fetched stays: parts may be entered in any order") {
  const fault::DistantSource far(numbered());
  FetchedStays stays(far, part_count, add_part);
  for (const std::size_t part : {3U, 1U, 4U, 0U})
    CHECK(part_in(stays.enter(part), part) == std::string(part_bytes, static_cast<char>('0' + part)));
}

TEST_CASE("fetched stays: no part is requested ahead of a large one") {
  ReadAhead ahead;
  ahead.most_bytes = part_bytes;
  const fault::DistantSource far(numbered(), ahead);
  FetchedStays stays(far, part_count, add_part);
  for (std::size_t part = 0; part < part_count; ++part) {
    CHECK(part_in(stays.enter(part), part).size() == part_bytes);
    CHECK(far.trips() == part + 1);
  }
}
