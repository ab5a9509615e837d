#include "ramet/tree/detail/basket_encoder.hpp"

#include <numeric>

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/file/key.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/internal/decode/basket_checksum.hpp"
#include "ramet/tree/internal/decode/column_decoder.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

constexpr std::uint64_t address = 1000;
const std::string tree_name = "Events";

/// Baskets of one branch, as they lie in the file. Threads: a value.
struct Encoded {
  bytes::Buffer bytes;
  std::vector<EncodedBasket> baskets;
  BranchMaximum maximum;
  StageTimes times;

  std::span<const std::byte> record(std::size_t basket) const {
    return bytes.span().subspan(baskets[basket].offset - address, baskets[basket].record_size);
  }
  file::Key key(std::size_t basket) const {
    bytes::ByteCursor cursor(record(basket));
    return file::read_key(cursor);
  }
};

struct Wanted {
  std::uint32_t basket_size = 100;
  compression::Settings compression = {.level = 0};
  bool big = false;
};

Encoded encode(const BranchPlan& branch, const std::vector<array::Array>& columns, std::size_t first, std::size_t last,
               const Wanted& wanted = {}) {
  Encoded encoded;
  BasketEncoder encoder;
  encoder.encode({.tree_name = tree_name,
                  .date = 77,
                  .seek_directory = 100,
                  .big = wanted.big,
                  .basket_size = wanted.basket_size,
                  .compression = wanted.compression},
                 branch, columns, first, last, encoded.bytes, encoded.baskets, encoded.maximum,
                 {&encoded.times, nullptr});
  place_baskets(encoded.bytes.span(), encoded.baskets, wanted.big, address);
  return encoded;
}

std::vector<BranchPlan> plan_of(std::string_view type) { return plan_branches(sample::schema_of({std::string(type)})); }

std::uint64_t entries_of(const Encoded& encoded) {
  return std::accumulate(encoded.baskets.begin(), encoded.baskets.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const EncodedBasket& basket) { return sum + basket.entries; });
}

}  // namespace

TEST_CASE("basket encoder: a basket's key has its position, length and branch") {
  for (const bool big : {false, true}) {
    CAPTURE(big);
    const std::vector<array::Array> columns = {};
    std::vector<array::Array> one;
    one.push_back(sample::noise_of("int32", 60));
    const Encoded encoded = encode(plan_of("int32")[0], one, 0, 60, {.big = big});
    REQUIRE(encoded.baskets.size() == 3);
    for (std::size_t basket = 0; basket < 3; ++basket) {
      const file::Key key = encoded.key(basket);
      CHECK(key.class_name == "TBasket");
      CHECK(key.name == "c0");
      CHECK(key.title.starts_with("Events"));
      CHECK(key.seek == encoded.baskets[basket].offset);
      CHECK(key.seek_parent == 100);
      CHECK(key.date == 77);
      CHECK(key.is_big() == big);
      CHECK(key.record_size == encoded.baskets[basket].record_size);
      CHECK(key.key_length + key.object_size == encoded.baskets[basket].plain_size);
    }
    CHECK(encoded.baskets[1].offset == address + encoded.baskets[0].record_size);
  }
}

TEST_CASE("basket encoder: addresses beyond 4 GB fit in big keys") {
  std::vector<array::Array> columns;
  columns.push_back(sample::noise_of("int32", 3));
  Encoded encoded = encode(plan_of("int32")[0], columns, 0, 3, {.big = true});
  encoded.baskets[0].offset = 0;
  place_baskets(encoded.bytes.span(), encoded.baskets, true, std::uint64_t{1} << 40);
  bytes::ByteCursor cursor(encoded.bytes.span());
  CHECK(file::read_key(cursor).seek == std::uint64_t{1} << 40);
}

TEST_CASE("basket encoder: baskets of fixed entries are of about equal size, none above the wanted one") {
  std::vector<array::Array> columns;
  columns.push_back(sample::noise_of("float64", 1000));
  const Encoded encoded = encode(plan_of("float64")[0], columns, 0, 1000, {.basket_size = 1000});
  CHECK(encoded.baskets.size() == 8);
  CHECK(entries_of(encoded) == 1000);
  for (const EncodedBasket& basket : encoded.baskets) CHECK(basket.entries == 125);
}

TEST_CASE("basket encoder: an entry that is larger than a basket gets one of its own") {
  std::vector<array::Array> columns;
  columns.push_back(sample::noise_of("50 * float64", 4));
  CHECK(encode(plan_of("50 * float64")[0], columns, 0, 4).baskets.size() == 4);
}

TEST_CASE("basket encoder: offsets count as bytes of a basket, so empty lists do not pile up") {
  std::vector<array::Array> columns;
  columns.push_back(sample::column_of(std::vector<std::vector<float>>(1000)));
  const auto plan = plan_of("var * float32");
  const Encoded encoded = encode(plan[1], columns, 0, 1000, {.basket_size = 400});
  CHECK(encoded.baskets.size() == 10);
  columns.clear();
  columns.push_back(sample::column_of(std::vector<std::string>(1000)));
  CHECK(encode(plan_of("string")[0], columns, 0, 1000, {.basket_size = 500}).baskets.size() == 10);
}

TEST_CASE("basket encoder: what it writes, the basket reader and the column decoder read, of every type") {
  for (const char* const type : {"bool", "int8", "uint64", "float32", "3 * 2 * int16", "var * float64",
                                 "var * 2 * int32", "string", "{a: float32, b: 2 * int8}"}) {
    for (const int code : {0, 101, 505}) {
      CAPTURE(type);
      CAPTURE(code);
      std::vector<array::Array> columns;
      columns.push_back(sample::noise_of(type, 200));
      const BranchPlan branch = plan_of(type).back();
      const Encoded encoded = encode(branch, columns, 20, 180, {.compression = compression::Settings::from_code(code)});
      CHECK(entries_of(encoded) == 160);
      Branch stored;
      const ColumnLayout layout{.packing = branch.packing,
                                .type = columns[0].type(),
                                .coding = branch.coding,
                                .values_per_row = branch.values_per_row(),
                                .leaves = branch.leaves};
      stored.lazy_layout = LazyLayout(layout);
      std::vector<std::uint64_t> first_entries = {0};
      std::vector<BasketLocation> locations;
      for (const EncodedBasket& basket : encoded.baskets) {
        first_entries.push_back(first_entries.back() + basket.entries);
        locations.push_back({basket.offset, basket.record_size});
      }
      stored.baskets = BasketIndex(first_entries, locations);
      bytes::Buffer file(address);
      file.append(encoded.bytes.span());
      const auto source = io::source_of(std::move(file));
      array::ArrayBuilder read(columns[0].type());
      BasketReader reader;
      for (std::uint64_t number = 0; number < encoded.baskets.size(); ++number) {
        const Basket basket = reader.read(*source, stored, {number});
        decode_rows(layout, basket, {0, basket.entries}, read);
      }
      CHECK(sample::is_same(read, columns[0].slice(20, 180)));
    }
  }
}

TEST_CASE("basket encoder: counters hold lengths and tell the largest; strings the longest with its end") {
  std::vector<array::Array> columns;
  columns.push_back(sample::column_of<std::vector<float>>({{1, 2}, {}, {1, 2, 3, 4, 5}, {1}}));
  const auto plan = plan_of("var * float32");
  CHECK(encode(plan[0], columns, 0, 4).maximum.value == 5);
  CHECK(encode(plan[0], columns, 3, 4).maximum.value == 1);
  columns.clear();
  columns.push_back(sample::column_of<std::string>({"abc", "", "abcdef"}));
  CHECK(encode(plan_of("string")[0], columns, 0, 3).maximum.value == 7);
}

TEST_CASE("basket encoder: without rows there are no baskets") {
  std::vector<array::Array> columns;
  columns.push_back(sample::noise_of("int32", 3));
  const Encoded encoded = encode(plan_of("int32")[0], columns, 2, 2);
  CHECK(encoded.baskets.empty());
  CHECK(encoded.bytes.empty());
}

TEST_CASE("basket encoder: what does not shrink is stored plain; time is booked where it was spent") {
  std::vector<array::Array> columns;
  columns.push_back(sample::noise_of("int64", 12));
  const Encoded encoded = encode(plan_of("int64")[0], columns, 0, 12, {.compression = {.level = 5}});
  REQUIRE(encoded.baskets.size() == 1);
  CHECK_FALSE(encoded.key(0).is_compressed());
  CHECK(encoded.times.calls(Stage::encode) == 1);
  CHECK(encoded.times.calls(Stage::compress) == 1);
}

TEST_CASE("basket encoder: a plain basket has its checksum behind the tree's name, a compressed one has its codec's") {
  std::vector<array::Array> columns;
  columns.push_back(sample::noise_of("var * string", 30));
  for (const char* type : {"int64", "string"}) {
    CAPTURE(type);
    columns.clear();
    columns.push_back(sample::noise_of(type, 30));
    const Encoded encoded = encode(plan_of(type)[0], columns, 0, 30, {.basket_size = 10000});
    REQUIRE(encoded.baskets.size() == 1);
    const file::Key key = encoded.key(0);
    CHECK(key.title.size() == tree_name.size() + file::title_checksum_size);
    const auto payload = encoded.record(0).subspan(key.key_length);
    const std::uint32_t offsets = type == std::string_view("string") ? 4 * 32 : 0;
    const auto data_size = static_cast<std::uint32_t>(payload.size()) - offsets;
    CHECK(file::checksum_of_title(key.title) == basket_checksum(payload, 30, data_size));
  }
  columns.clear();
  array::ArrayBuilder same(array::parse_type("int64"));
  for (int entry = 0; entry < 100; ++entry) array::append(same, sample::noise_of("int64", 1, 3));
  columns.push_back(std::move(same).finish());
  const Encoded packed =
      encode(plan_of("int64")[0], columns, 0, 100, {.basket_size = 10000, .compression = {.level = 5}});
  CHECK(packed.key(0).title == tree_name);
}
