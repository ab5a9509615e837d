#include "ramet/ntuple/detail/records/page_packer.hpp"

#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::ColumnCoding;
using ntuple::ColumnType;
using ntuple::PlainColumn;
using ntuple::PlainPage;

namespace {

template <class Number>
PlainPage page_of(const std::vector<Number>& numbers) {
  PlainPage page{bytes::Buffer(sizeof(Number) * numbers.size()), numbers.size()};
  for (std::size_t at = 0; at < numbers.size(); ++at)
    bytes::store_little_endian(page.bytes.data() + sizeof(Number) * at, numbers[at]);
  return page;
}

template <class Number>
std::vector<Number> numbers_of(const PlainPage& page) {
  std::vector<Number> numbers;
  for (std::size_t at = 0; at < page.elements; ++at)
    numbers.push_back(bytes::load_little_endian<Number>(page.bytes.data() + sizeof(Number) * at));
  return numbers;
}

}  // namespace

TEST_CASE("page packer: pages of numbers are joined up to a size") {
  const ColumnCoding coding{ColumnType::uint32, 32};
  std::vector<PlainColumn> clusters(3);
  clusters[0].push_back(page_of<std::uint32_t>({1, 2}));
  clusters[0].push_back(page_of<std::uint32_t>({3}));
  clusters[2].push_back(page_of<std::uint32_t>({4, 5, 6, 7}));
  clusters[2].push_back(page_of<std::uint32_t>({8}));
  const PlainColumn joined = ntuple::join_pages(coding, clusters, 20);
  REQUIRE(joined.size() == 2);
  CHECK(numbers_of<std::uint32_t>(joined[0]) == std::vector<std::uint32_t>{1, 2, 3});
  CHECK(numbers_of<std::uint32_t>(joined[1]) == std::vector<std::uint32_t>{4, 5, 6, 7, 8});
}

TEST_CASE("page packer: indices of later clusters become larger by the elements before them") {
  const ColumnCoding coding{ColumnType::index64, 64};
  std::vector<PlainColumn> clusters(3);
  clusters[0].push_back(page_of<std::uint64_t>({2, 2}));
  clusters[0].push_back(page_of<std::uint64_t>({5}));
  clusters[2].push_back(page_of<std::uint64_t>({1, 4}));
  const PlainColumn joined = ntuple::join_pages(coding, clusters, 1000);
  REQUIRE(joined.size() == 1);
  CHECK(numbers_of<std::uint64_t>(joined[0]) == std::vector<std::uint64_t>{2, 2, 5, 6, 9});
}

TEST_CASE("page packer: the alternatives of a variant are counted each for itself") {
  const ColumnCoding coding{ColumnType::dispatch, 96};
  const auto page = [](const std::vector<std::pair<std::uint64_t, std::uint32_t>>& values) {
    PlainPage made{bytes::Buffer(12 * values.size()), values.size()};
    for (std::size_t at = 0; at < values.size(); ++at) {
      bytes::store_little_endian(made.bytes.data() + 12 * at, values[at].first);
      bytes::store_little_endian(made.bytes.data() + 12 * at + 8, values[at].second);
    }
    return made;
  };
  std::vector<PlainColumn> clusters(2);
  clusters[0].push_back(page({{0, 1}, {0, 2}, {1, 1}, {0, 0}}));
  clusters[1].push_back(page({{0, 2}, {0, 1}}));
  const PlainColumn joined = ntuple::join_pages(coding, clusters, 1000);
  REQUIRE(joined.size() == 1);
  REQUIRE(joined[0].elements == 6);
  CHECK(bytes::load_little_endian<std::uint64_t>(joined[0].bytes.data() + 12 * 4) == 1);
  CHECK(bytes::load_little_endian<std::uint64_t>(joined[0].bytes.data() + 12 * 5) == 2);
}

TEST_CASE("page packer: numbers of reduced precision are not joined, they could change") {
  CHECK(ntuple::has_joinable_pages({ColumnType::split_real64, 64}));
  CHECK(ntuple::has_joinable_pages({ColumnType::bit, 1}));
  CHECK_FALSE(ntuple::has_joinable_pages({ColumnType::real32_trunc, 20}));
  CHECK_FALSE(ntuple::has_joinable_pages({ColumnType::real16, 16}));
}

TEST_CASE("page packer: a page is read back from what was appended, and a changed one is corrupt") {
  const ColumnCoding coding{ColumnType::uint32, 32};
  ntuple::PagePacker packer;
  for (const int code : {505, 0}) {
    bytes::Buffer out;
    const std::uint64_t size =
        packer.append(page_of(std::vector<std::uint32_t>(1000, 7)), compression::Settings::from_code(code), out);
    CHECK(out.size() == size + 8);
    const ntuple::Page page{1000, {0, size}, true};
    bytes::Buffer changed;
    changed.append(out.span());
    const auto source = io::source_of(std::move(out));
    const PlainPage read = packer.read(ntuple::BlobReader(*source, 0), page, coding);
    CHECK(numbers_of<std::uint32_t>(read) == std::vector<std::uint32_t>(1000, 7));
    changed.data()[size / 2] ^= std::byte{1};
    const auto damaged = io::source_of(std::move(changed));
    CHECK_THROWS_AS(packer.read(ntuple::BlobReader(*damaged, 0), page, coding), Error);
    CHECK_THROWS_AS(packer.read(ntuple::BlobReader(*source, 0), {10, {0, size}, true}, coding), Error);
  }
}
