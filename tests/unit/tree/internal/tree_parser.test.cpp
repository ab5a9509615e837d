#include "ramet/tree/internal/tree_parser.hpp"

#include <algorithm>

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

constexpr std::size_t key_length = 60;

/// Where the numbers that say the clusters stand in a record, found by their values.
constexpr std::int64_t auto_flush_mark = 0x1122334455;
constexpr std::int64_t range_end_mark = 0x1122334455 + 0x77 - 1;

file::Record record_of(const table::Schema& schema, const TreeContents& contents) {
  file::Record record;
  record.bytes.resize(key_length);
  std::ranges::fill(record.bytes.span(), std::byte{0});
  record.key_length = key_length;
  record.bytes.append(encode_tree(schema, plan_branches(schema), contents, 4096, {}, key_length).span());
  return record;
}

/// Two branches: x with baskets of 4, 4, 4, 4 and y with baskets of 8, 8 entries; one cluster, or none, is declared.
TreeContents two_branches(std::vector<std::uint64_t> clusters) {
  TreeContents contents;
  contents.entries = 16;
  contents.cluster_sizes = std::move(clusters);
  contents.branches.resize(2);
  for (std::uint64_t basket = 0; basket < 4; ++basket)
    contents.branches[0].baskets.push_back({4, 70, 90, 1000 + 70 * basket});
  for (std::uint64_t basket = 0; basket < 2; ++basket)
    contents.branches[1].baskets.push_back({8, 70, 90, 2000 + 70 * basket});
  return contents;
}

Tree parsed(const file::Record& record) {
  const auto catalogue = schema::make_catalogue();
  return internal::parse_tree(record, "TTree", std::make_shared<const ClassLayouts>(nullptr, catalogue));
}

/// Replace a 64-bit number of a record by another one.
void replace(file::Record& record, std::int64_t from, std::int64_t to) {
  std::array<std::byte, 8> wanted;
  bytes::store_big_endian(wanted.data(), from);
  const auto found = std::ranges::search(record.bytes.span(), wanted);
  REQUIRE(!found.empty());
  bytes::store_big_endian(&*found.begin(), to);
}

std::vector<std::uint64_t> clusters_with_auto_flush(std::int64_t auto_flush) {
  file::Record record = record_of(sample::schema_of({"int32", "float32"}), two_branches({auto_flush_mark}));
  replace(record, auto_flush_mark, auto_flush);
  return parsed(record).cluster_starts;
}

}  // namespace

TEST_CASE("tree parser: clusters are of the size that fAutoFlush says") {
  using Starts = std::vector<std::uint64_t>;
  CHECK(clusters_with_auto_flush(16) == Starts{0, 16});
  CHECK(clusters_with_auto_flush(8) == Starts{0, 8, 16});
  CHECK(clusters_with_auto_flush(6) == Starts{0, 6, 12, 16});
  CHECK(clusters_with_auto_flush(std::numeric_limits<std::int64_t>::max()) == Starts{0, 16});
}

TEST_CASE("tree parser: without numbers of clusters, they end where all branches end a basket") {
  using Starts = std::vector<std::uint64_t>;
  for (const std::int64_t auto_flush :
       {std::int64_t{0}, std::int64_t{-30000000}, std::numeric_limits<std::int64_t>::min()})
    CHECK(clusters_with_auto_flush(auto_flush) == Starts{0, 8, 16});
}

TEST_CASE("tree parser: a tree that claims many more entries than baskets does not get a cluster for each") {
  file::Record record = record_of(sample::schema_of({"int32", "float32"}), two_branches({auto_flush_mark}));
  replace(record, auto_flush_mark, 1);
  replace(record, 16, std::int64_t{1} << 60);  // fEntries, the first 16 in the record
  const Tree tree = parsed(record);
  CHECK(tree.entries == std::uint64_t{1} << 60);
  CHECK(tree.cluster_starts == std::vector<std::uint64_t>{0, 8, std::uint64_t{1} << 60});
}

TEST_CASE("tree parser: ends of cluster ranges may be anything") {
  for (const std::int64_t end : {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min(),
                                 std::int64_t{-1}, std::int64_t{0}, std::int64_t{5}}) {
    CAPTURE(end);
    file::Record record =
        record_of(sample::schema_of({"int32", "float32"}), two_branches({auto_flush_mark, 0x77, auto_flush_mark}));
    replace(record, range_end_mark, end);
    const auto starts = parsed(record).cluster_starts;
    CHECK(starts.front() == 0);
    CHECK(starts.back() == 16);
    CHECK(std::ranges::is_sorted(starts));
  }
}

TEST_CASE("tree parser: a negative number of entries is corrupt") {
  file::Record record = record_of(sample::schema_of({"int32"}), two_branches({7}));
  replace(record, 16, -1);
  CHECK_THROWS_WITH_AS(parsed(record), "number of entries is out of range: -1 is not in 0..18446744073709551615",
                       Error);
}

TEST_CASE("tree parser: a record cut at every byte is corrupt") {
  TreeContents contents;
  contents.branches.resize(3);
  const file::Record record = record_of(sample::schema_of({"int32", "var * float32"}), contents);
  const auto catalogue = schema::make_catalogue();
  for (std::size_t size = key_length; size < record.bytes.size(); ++size) {
    CAPTURE(size);
    file::Record cut;
    cut.key_length = key_length;
    cut.bytes.append(record.bytes.span().first(size));
    CHECK_THROWS_AS(internal::parse_tree(cut, "TTree", std::make_shared<const ClassLayouts>(nullptr, catalogue)),
                    Error);
  }
}

TEST_CASE("tree parser: whatever byte of a record is changed, it is parsed or refused, and memory stays small") {
  const table::Schema schema = sample::schema_of({"int32", "var * float32", "string"});
  TreeContents contents;
  contents.entries = 5;
  contents.cluster_sizes = {5};
  contents.branches.resize(4);
  for (BranchContents& branch : contents.branches) branch.baskets.push_back({5, 70, 90, 1000});
  const file::Record record = record_of(schema, contents);
  const auto catalogue = schema::make_catalogue();
  std::size_t refused = 0;
  for (std::size_t place = key_length; place < record.bytes.size(); ++place) {
    for (const int value : {0x00, 0x01, 0x40, 0x7f, 0x80, 0xff}) {
      file::Record changed;
      changed.key_length = key_length;
      changed.bytes.append(record.bytes.span());
      changed.bytes.data()[place] = static_cast<std::byte>(value);
      try {
        const Tree tree =
            internal::parse_tree(changed, "TTree", std::make_shared<const ClassLayouts>(nullptr, catalogue));
        CHECK(tree.cluster_starts.size() < 1000);
        CHECK(tree.branches.size() < 1000);
      } catch (const Error& error) {
        CHECK((error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported));
        ++refused;
      }
    }
  }
  CHECK(refused > 1000);
}
