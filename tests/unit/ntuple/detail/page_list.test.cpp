#include "ramet/ntuple/detail/page_list.hpp"

#include <string>

#include "unit/ntuple/samples/sample_pages.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::PageList;

namespace {

/// A list of clusters with two columns each: one of two pages, one suppressed. `spoil` may change the bytes.
template <class Spoil>
ntuple::Envelope page_list(std::uint8_t flags, std::size_t clusters, Spoil&& spoil) {
  sample::FrameWriter writer;
  writer.write(std::uint64_t{0});
  writer.write(std::uint64_t{42});
  writer.list(2, [&] {
    for (const std::uint64_t first : {0, 10})
      writer.record([&] {
        writer.write(first);
        writer.write(std::uint64_t{10} | std::uint64_t{flags} << 56);
      });
  });
  writer.list(clusters, [&] {
    for (std::size_t cluster = 0; cluster < clusters; ++cluster)
      writer.list(2, [&] {
        const std::size_t begin = writer.size();
        writer.list(2, [&] {
          for (const std::int32_t elements : {6, -4}) {
            writer.write(elements);
            writer.write(std::uint32_t{24});
            writer.write(std::uint64_t{1000 + cluster});
          }
        });
        writer.write(std::int64_t{0});
        writer.write(std::uint32_t{505});
        writer.patch(begin, -static_cast<std::int64_t>(writer.size() - begin));
        const std::size_t second = writer.size();
        writer.list(0, [] {});
        writer.write(std::int64_t{-1});
        writer.patch(second, -static_cast<std::int64_t>(writer.size() - second));
      });
  });
  writer.patch(0, std::uint64_t{3} | (writer.size() + 8) << 16);
  spoil(writer);
  writer.write(bytes::xxh3(writer.span()));
  return ntuple::check_envelope(std::move(writer).take(), ntuple::EnvelopeType::page_list);
}

const auto as_it_is = [](sample::FrameWriter&) {};

}  // namespace

TEST_CASE("a page list has the entries and the pages of its clusters") {
  const PageList list(page_list(0, 2, as_it_is), 42);
  REQUIRE(list.cluster_count() == 2);
  CHECK(list.entries(1) == EntryRange{{10}, {20}});
  const auto column = list.column(1, {0});
  REQUIRE(column.pages.size() == 2);
  CHECK_FALSE(column.is_suppressed);
  CHECK(column.pages[0].elements == 6);
  CHECK_FALSE(column.pages[0].has_checksum);
  CHECK(column.pages[1].elements == 4);
  CHECK(column.pages[1].has_checksum);
  CHECK(column.pages[1].locator.size == 24);
  CHECK(column.pages[1].locator.offset == 1001);
  CHECK(list.column(0, {1}).is_suppressed);
}

TEST_CASE("a column that was added after the list was written has no pages in it") {
  const PageList list(page_list(0, 2, as_it_is), 42);
  CHECK(list.has(0, {1}));
  CHECK_FALSE(list.has(0, {2}));
  CHECK(list.column(0, {2}).pages.empty());
  CHECK_FALSE(list.column(0, {2}).is_suppressed);
}

TEST_CASE("lists of another header, of other numbers of clusters, and of sharded clusters are refused") {
  CHECK_THROWS_AS(PageList(page_list(0, 2, as_it_is), 43), Error);
  CHECK_THROWS_AS(PageList(page_list(0, 1, as_it_is), 42), Error);
  try {
    PageList(page_list(1, 2, as_it_is), 42);
    FAIL("was read");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
  }
  CHECK_NOTHROW(PageList(page_list(2, 2, as_it_is), 42));  // other flags are to be ignored
}

TEST_CASE("whatever number of a page list is changed, what is read lies inside of it") {
  const std::size_t size = page_list(0, 2, as_it_is).bytes.size() - 8;
  for (std::size_t at = 8; at + 4 <= size; ++at)
    for (const std::uint32_t number : {0U, 1U, 0x7fffffffU, 0x80000000U, 0xffffffffU}) {
      CAPTURE(at);
      try {
        const PageList list(page_list(0, 2, [&](auto& writer) { writer.patch(at, number); }), 42);
        for (std::size_t cluster = 0; cluster < list.cluster_count(); ++cluster)
          for (std::uint64_t column = 0; column < 3; ++column) {
            const std::size_t pages = list.column(cluster, {column}).pages.size();
            CHECK(pages <= 2);
          }
      } catch (const Error& error) {
        CHECK(error.kind() != ErrorKind::misuse);
      }
    }
}
