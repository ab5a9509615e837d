#include "ramet/tree/internal/decode/column_decoder.hpp"

#include "unit/tree/samples/sample_columns.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;
using array::NumberType;
using sample::column_of;

namespace {

/// A basket and the memory that it looks at. Threads: a value.
struct OwnedBasket {
  std::vector<std::byte> data;
  std::vector<std::uint32_t> offsets;
  Basket view() const { return {data, offsets, static_cast<std::uint32_t>(offsets.empty() ? 0 : offsets.size() - 1)}; }
};

/// Entries of these bytes.
OwnedBasket basket_of(const std::vector<std::vector<int>>& entries) {
  OwnedBasket basket;
  basket.offsets = {0};
  for (const auto& entry : entries) {
    for (const int byte : entry) basket.data.push_back(static_cast<std::byte>(byte));
    basket.offsets.push_back(static_cast<std::uint32_t>(basket.data.size()));
  }
  return basket;
}

ColumnLayout layout_of(Packing packing, std::string_view type, NumberType number = NumberType::uint8) {
  ColumnLayout layout;
  layout.packing = packing;
  layout.type = array::parse_type(type);
  layout.coding = NumberCoding::plain(number);
  layout.has_head = packing == Packing::standard_vector;
  return layout;
}

array::Array decoded(const ColumnLayout& layout, const Basket& basket, BasketRows rows) {
  array::ArrayBuilder to(layout.type);
  decode_rows(layout, basket, rows, to);
  array::validate(to.borrow());
  return std::move(to).finish();
}

array::Array decoded(const ColumnLayout& layout, const OwnedBasket& basket) {
  return decoded(layout, basket.view(), {0, basket.offsets.size() - 1});
}

std::string error_of(const ColumnLayout& layout, const OwnedBasket& basket) {
  try {
    decoded(layout, basket);
  } catch (const Error& error) {
    return fmt::format("{}: {}", to_string(error.kind()), error.what());
  }
  return "none";
}

}  // namespace

TEST_CASE("column decoder: fixed numbers, any rows of them, appended to what is there") {
  const OwnedBasket basket = basket_of({{0, 1, 0, 2}, {0, 3, 0, 4}, {0, 5, 0, 6}});
  ColumnLayout layout = layout_of(Packing::fixed, "2 * int16", NumberType::int16);
  layout.values_per_row = 2;
  array::ArrayBuilder to(layout.type);
  decode_rows(layout, basket.view(), {1, 3}, to);
  decode_rows(layout, basket.view(), {0, 1}, to);
  decode_rows(layout, basket.view(), {1, 1}, to);
  array::validate(to.borrow());
  CHECK(sample::is_same(to, column_of<std::array<std::int16_t, 2>>({{3, 4}, {5, 6}, {1, 2}})));
  std::array<std::int16_t, 4> place{};
  decode_fixed_rows(layout, basket.view(), {0, 2}, std::as_writable_bytes(std::span(place)));
  CHECK(place == std::array<std::int16_t, 4>{1, 2, 3, 4});
}

TEST_CASE("column decoder: a basket that is not as long as its entries is corrupt, however large they claim to be") {
  ColumnLayout layout = layout_of(Packing::fixed, "int16", NumberType::int16);
  CHECK(error_of(layout, basket_of({{0, 1}, {0}})) ==
        "corrupt: 2 entries of 2 bytes take 4 bytes, but the basket has 3");
  // 2^30 entries of 2^34 bytes: the product is 0 in 64 bits.
  layout = layout_of(Packing::fixed, "2147483648 * int64", NumberType::int64);
  layout.values_per_row = std::uint64_t{1} << 31;
  CHECK_THROWS_AS(decoded(layout, Basket{{}, {}, 1U << 30}, {1, 2}), Error);
}

TEST_CASE("column decoder: counted numbers, as many as the bytes hold") {
  const OwnedBasket basket = basket_of({{1, 2}, {}, {3}, {4, 5, 6}});
  const ColumnLayout layout = layout_of(Packing::counted, "var * uint8");
  CHECK(sample::is_same(decoded(layout, basket), column_of<std::vector<std::uint8_t>>({{1, 2}, {}, {3}, {4, 5, 6}})));
  CHECK(sample::is_same(decoded(layout, basket.view(), {1, 3}), column_of<std::vector<std::uint8_t>>({{}, {3}})));
  CHECK(decoded(layout, basket.view(), {2, 2}).length() == 0);
}

TEST_CASE("column decoder: counted arrays of fixed arrays") {
  ColumnLayout layout = layout_of(Packing::counted, "var * 2 * uint8");
  layout.values_per_row = 2;
  CHECK(sample::is_same(decoded(layout, basket_of({{1, 2, 3, 4}, {}, {5, 6}})),
                        column_of<std::vector<std::array<std::uint8_t, 2>>>({{{1, 2}, {3, 4}}, {}, {{5, 6}}})));
  CHECK(error_of(layout, basket_of({{1, 2}, {3}})) ==
        "corrupt: entry 1 of the basket has 1 bytes, not 0 and a multiple of 2");
}

TEST_CASE("column decoder: counted arrays of objects have a byte before them") {
  ColumnLayout layout = layout_of(Packing::counted, "var * uint16", NumberType::uint16);
  layout.skip = 1;
  CHECK(sample::is_same(decoded(layout, basket_of({{1, 0, 7, 0, 8}, {0}, {1, 0, 9}})),
                        column_of<std::vector<std::uint16_t>>({{7, 8}, {}, {9}})));
  CHECK(error_of(layout, basket_of({{1, 0}})) ==
        "corrupt: entry 0 of the basket has 2 bytes, not 1 and a multiple of 2");
}

TEST_CASE("column decoder: strings with short and long lengths") {
  std::vector<int> longer = {255, 0, 0, 1, 4};
  longer.resize(5 + 260, 'y');
  for (const Packing packing : {Packing::c_string, Packing::standard_string}) {
    const ColumnLayout layout = layout_of(packing, "string");
    CHECK(sample::is_same(decoded(layout, basket_of({{2, 'a', 'b'}, {0}, longer})),
                          column_of<std::string>({"ab", "", std::string(260, 'y')})));
    CHECK(error_of(layout, basket_of({{3, 'a', 'b'}})) ==
          "corrupt: entry 0 of the basket: record is truncated at byte 1: needs 3 bytes, 2 are left");
    CHECK(error_of(layout, basket_of({{0}, {1, 'a', 'b'}})) == "corrupt: entry 1 of the basket has 1 bytes left over");
    CHECK(error_of(layout, basket_of({{255, 255, 0, 0, 0}})).starts_with("corrupt: entry 0"));
    // Of a std::string at least its length is there; an empty C string may take no bytes at all.
    CHECK(error_of(layout, basket_of({std::vector<int>()})) ==
          (packing == Packing::c_string
               ? "none"
               : "corrupt: entry 0 of the basket: record is truncated at byte 0: needs 1 bytes, 0 are left"));
  }
}

TEST_CASE("column decoder: vectors of numbers have a byte count, a version and a count, all checked") {
  ColumnLayout layout = layout_of(Packing::standard_vector, "var * uint8");
  layout.skip = 10;
  const std::vector<int> good = {0x40, 0, 0, 8, 0, 10, 0, 0, 0, 2, 7, 8};
  CHECK(sample::is_same(decoded(layout, basket_of({good, {0x40, 0, 0, 6, 0, 10, 0, 0, 0, 0}})),
                        column_of<std::vector<std::uint8_t>>({{7, 8}, {}})));
  const auto with = [&](std::size_t place, int value) {
    auto bad = good;
    bad[place] = value;
    return error_of(layout, basket_of({bad}));
  };
  CHECK(with(3, 9) == "corrupt: a vector's byte count is 0x40000009, expected 0x40000008");
  CHECK(with(0, 0).starts_with("corrupt: a vector's byte count"));
  CHECK(with(4, 0x40) == "unsupported: a vector that is stored member-wise");
  CHECK(with(9, 3) == "corrupt: a vector's count is 3, but its bytes hold 2 values");
  CHECK(with(6, 0x80).starts_with("corrupt: a vector's count"));
  CHECK(error_of(layout, basket_of({{0x40, 0, 0}})).starts_with("corrupt: entry 0 of the basket has 3 bytes"));
}

TEST_CASE("column decoder: vectors of strings and of vectors") {
  const ColumnLayout strings = layout_of(Packing::standard_vector, "var * string");
  CHECK(sample::is_same(decoded(strings, basket_of({{0x40, 0, 0, 9, 0, 10, 0, 0, 0, 2, 1, 'a', 0}})),
                        column_of<std::vector<std::string>>({{"a", ""}})));
  const ColumnLayout nested = layout_of(Packing::standard_vector, "var * var * uint8");
  CHECK(sample::is_same(decoded(nested, basket_of({{0x40, 0, 0, 16, 0, 10, 0, 0, 0, 2, 0, 0, 0, 2, 7, 8, 0, 0, 0, 0}})),
                        column_of<std::vector<std::vector<std::uint8_t>>>({{{7, 8}, {}}})));
}

TEST_CASE("column decoder: counts in nested vectors cannot exceed the bytes that are there") {
  const ColumnLayout nested = layout_of(Packing::standard_vector, "var * var * uint8");
  const std::vector<int> head = {0x40, 0, 0, 10, 0, 10};
  const auto with = [&](std::vector<int> rest) {
    rest.insert(rest.begin(), head.begin(), head.end());
    rest[3] = static_cast<int>(rest.size()) - 4;
    return error_of(nested, basket_of({rest}));
  };
  CHECK(with({0, 0, 0, 1, 0, 0, 0, 0}) == "none");
  CHECK(with({0x7f, 0, 0, 1, 0, 0, 0, 0}).starts_with("corrupt: entry 0 of the basket: size of a vector"));
  CHECK(with({0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}).starts_with("corrupt: entry 0 of the basket: size of a vector"));
  CHECK(with({0, 0, 0, 1, 0, 0, 0, 5, 1}).starts_with("corrupt: entry 0 of the basket: size of a vector"));
  CHECK(with({0, 0, 0, 0, 9}) == "corrupt: entry 0 of the basket has 1 bytes left over");
}

TEST_CASE(
    "column decoder: objects of a split collection have their values one after the other, with one head for all") {
  ColumnLayout strings = layout_of(Packing::standard_string, "var * string");
  strings.is_repeated = true;
  CHECK(sample::is_same(decoded(strings, basket_of({{1, 'a', 0}, std::vector<int>()})),
                        column_of<std::vector<std::string>>({{"a", ""}, {}})));
  strings.has_head = true;
  CHECK(sample::is_same(decoded(strings, basket_of({{0x40, 0, 0, 5, 0, 9, 1, 'a', 0}, std::vector<int>()})),
                        column_of<std::vector<std::string>>({{"a", ""}, {}})));
  CHECK(error_of(strings, basket_of({{0x40, 0, 0, 4, 0, 9, 1, 'a', 0}}))
            .starts_with("corrupt: entry 0 of the basket: a vector's byte count"));
  ColumnLayout vectors = layout_of(Packing::standard_vector, "var * var * uint8");
  vectors.is_repeated = true;
  CHECK(sample::is_same(decoded(vectors, basket_of({{0x40, 0, 0, 12, 0, 9, 0, 0, 0, 2, 7, 8, 0, 0, 0, 0}})),
                        column_of<std::vector<std::vector<std::uint8_t>>>({{{7, 8}, {}}})));
}

TEST_CASE("column decoder: bits of a referenced object have two bytes more") {
  ColumnLayout bits = layout_of(Packing::object_bits, "uint32", NumberType::uint32);
  const std::vector<int> plain = {3, 0, 0, 8};
  const std::vector<int> referenced = {3, 0, 0, 16, 0, 1};
  CHECK(sample::is_same(decoded(bits, basket_of({plain, referenced})),
                        column_of<std::uint32_t>({0x03000008, 0x03000010})));
  CHECK(error_of(bits, basket_of({{3, 0, 0, 16, 0}})).starts_with("corrupt: entry 0 of the basket"));
  CHECK(error_of(bits, basket_of({{3, 0, 0, 8, 0, 1}})) == "corrupt: entry 0 of the basket has 2 bytes left over");
  const OwnedBasket same = basket_of({plain, plain});
  CHECK(decoded(bits, Basket{same.view().data, {}, 2}, {1, 2}).numbers<std::uint32_t>()[0] == 0x03000008);
  const OwnedBasket mixed = basket_of({referenced, referenced, plain});  // as ROOT 3 left it without offsets
  CHECK(sample::is_same(decoded(bits, Basket{mixed.view().data, {}, 3}, {1, 3}),
                        column_of<std::uint32_t>({0x03000010, 0x03000008})));
  CHECK_THROWS_WITH_AS(decoded(bits, Basket{mixed.view().data, {}, 2}, {0, 2}),
                       "2 entries of bits take 12 bytes, but the basket has 16", Error);
  bits.is_repeated = true;
  bits.type = array::parse_type("var * uint32");
  CHECK(sample::is_same(decoded(bits, basket_of({{3, 0, 0, 16, 0, 1, 3, 0, 0, 8}, std::vector<int>()})),
                        column_of<std::vector<std::uint32_t>>({{0x03000010, 0x03000008}, {}})));
}

TEST_CASE("column decoder: leaf lists") {
  ColumnLayout layout = layout_of(Packing::leaf_list, "{a: uint8, b: 2 * uint16}");
  layout.leaves = {{NumberCoding::plain(NumberType::uint8), 1}, {NumberCoding::plain(NumberType::uint16), 2}};
  const OwnedBasket basket = basket_of({{1, 0, 2, 0, 3}, {4, 0, 5, 0, 6}});
  const array::Array rows = decoded(layout, basket);
  CHECK(rows.length() == 2);
  CHECK(sample::is_same(rows.content(0), column_of<std::uint8_t>({1, 4})));
  CHECK(sample::is_same(rows.content(1), column_of<std::array<std::uint16_t, 2>>({{2, 3}, {5, 6}})));
  CHECK(decoded(layout, basket.view(), {1, 2}).content(0).numbers<std::uint8_t>()[0] == 4);
  CHECK(error_of(layout, basket_of({{1, 0, 2, 0}})).starts_with("corrupt: 1 entries of 5 bytes"));
}

TEST_CASE("column decoder: leaf lists in which a leaf counts others, and texts") {
  ColumnLayout layout = layout_of(Packing::varying_leaves, "{n: int16, x: var * 2 * uint8, text: string, y: uint8}");
  layout.leaves = {{.coding = NumberCoding::plain(NumberType::int16), .counts_others = true},
                   {.coding = NumberCoding::plain(NumberType::uint8), .values = 2, .counter = 0},
                   {.coding = {}, .is_text = true},
                   {.coding = NumberCoding::plain(NumberType::uint8)}};
  const OwnedBasket basket = basket_of({{0, 2, 1, 2, 3, 4, 1, 'a', 5}, {0, 0, 0, 6}, {0, 1, 7, 8, 2, 'b', 'c', 9}});
  const array::Array rows = decoded(layout, basket);
  CHECK(sample::is_same(rows.content(0), column_of<std::int16_t>({2, 0, 1})));
  CHECK(sample::is_same(rows.content(1),
                        column_of<std::vector<std::array<std::uint8_t, 2>>>({{{1, 2}, {3, 4}}, {}, {{7, 8}}})));
  CHECK(sample::is_same(rows.content(2), column_of<std::string>({"a", "", "bc"})));
  CHECK(sample::is_same(rows.content(3), column_of<std::uint8_t>({5, 6, 9})));
  CHECK(decoded(layout, basket.view(), {2, 3}).content(3).numbers<std::uint8_t>()[0] == 9);
  CHECK(error_of(layout, basket_of({{0, 3, 1, 2, 0, 5}})).starts_with("corrupt: entry 0 of the basket: "));
  CHECK(error_of(layout, basket_of({{255, 255, 1, 2, 0, 5}})).starts_with("corrupt: entry 0 of the basket: "));
  CHECK(error_of(layout, basket_of({{0, 0, 0, 5, 5}})) == "corrupt: entry 0 of the basket has 1 bytes left over");
}

TEST_CASE("column decoder: arrays that members of a collection's objects count") {
  ColumnLayout layout = layout_of(Packing::counted, "var * var * uint16", NumberType::uint16);
  layout.counting_member = "n";
  const std::vector<std::int32_t> numbers = {2, 0, 1};
  const std::vector<std::int64_t> bounds = {5, 7, 7, 8};
  const auto read = [&](const OwnedBasket& basket, BasketRows rows) {
    array::ArrayBuilder to(layout.type);
    const CountsView counts(numbers, bounds);
    decode_rows(layout, basket.view(), rows, to, counts.subspan(rows.first, rows.last - rows.first));
    array::validate(to.borrow());
    return std::move(to).finish();
  };
  const OwnedBasket basket = basket_of({{1, 0, 1, 0, 2, 0}, {}, {1, 0, 3}});
  using Lists = std::vector<std::vector<std::uint16_t>>;
  CHECK(sample::is_same(read(basket, {0, 3}), column_of<Lists>({{{1, 2}, {}}, {}, {{3}}})));
  CHECK(sample::is_same(read(basket, {1, 3}), column_of<Lists>({{}, {{3}}})));
  CHECK_THROWS_AS(read(basket_of({{1, 0, 1, 0, 2}, {}, {1, 0, 3}}), {0, 3}), Error);
  CHECK_THROWS_AS(read(basket_of({{1, 0, 1, 0, 2, 0, 0}, {}, {1, 0, 3}}), {0, 3}), Error);
  CHECK(error_of(layout, basket) == "unsupported: counted arrays of objects whose counts are not known");
}

TEST_CASE("column decoder: entries of varying size without offsets are not read") {
  const std::vector<std::byte> data(4);
  const ColumnLayout layout = layout_of(Packing::counted, "var * uint8");
  CHECK_THROWS_AS(decoded(layout, Basket{data, {}, 2}, {0, 2}), Error);
  CHECK(decoded(layout, Basket{{}, {}, 0}, {0, 0}).length() == 0);
}

TEST_CASE("column decoder: C strings without offsets stand one after the other") {
  const ColumnLayout layout = layout_of(Packing::c_string, "string");
  const OwnedBasket some = basket_of({{1, 'a', 0, 2, 'b', 'c'}});
  const Basket basket{some.data, {}, 3};
  CHECK(sample::is_same(decoded(layout, basket, {0, 3}), column_of<std::string>({"a", "", "bc"})));
  CHECK(sample::is_same(decoded(layout, basket, {1, 3}), column_of<std::string>({"", "bc"})));
  CHECK(decoded(layout, Basket{{}, {}, 0}, {0, 0}).length() == 0);
  CHECK_THROWS_AS(decoded(layout, Basket{some.data, {}, 4}, {0, 4}), Error);
  CHECK_THROWS_AS(decoded(layout, Basket{some.data, {}, 2}, {0, 2}), Error);
}

TEST_CASE("column decoder: a layout that cannot be read says why") {
  ColumnLayout layout = layout_of(Packing::unsupported, "float64");
  layout.reason = "objects of class Track";
  CHECK(error_of(layout, basket_of({std::vector<int>()})) == "unsupported: objects of class Track");
  layout = layout_of(Packing::nothing, "float64");
  CHECK(error_of(layout, basket_of({std::vector<int>()})) == "unsupported: the branch has no values of its own");
}
