#include "ramet/tree/internal/encode/row_encoder.hpp"

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

using Bytes = std::vector<int>;

/// What encode_rows makes of rows of one column. Threads: a value.
struct Rows {
  std::size_t end = 0;
  Bytes plain;
  std::vector<std::uint32_t> starts;
  std::uint64_t maximum = 0;
};

Rows encode(const BranchPlan& branch, array::Array column, BasketRows rows, std::size_t enough = 1000) {
  std::vector<array::Array> columns;
  columns.push_back(std::move(column));
  Rows made;
  bytes::Buffer plain;
  made.end = internal::encode_rows(branch, columns, rows, enough, plain, made.starts, made.maximum);
  for (const std::byte byte : plain.span()) made.plain.push_back(std::to_integer<int>(byte));
  return made;
}

std::vector<BranchPlan> plan_of(std::string_view type, table::ListForm form = table::ListForm::counted) {
  return plan_branches(sample::schema_of({std::string(type)}, form));
}

}  // namespace

TEST_CASE("row encoder: numbers are big-endian, one row after the other") {
  const Rows rows =
      encode(plan_of("2 * int16")[0], sample::column_of<std::array<std::int16_t, 2>>({{1, 2}, {3, 4}, {5, 6}}), {1, 3});
  CHECK(rows.plain == Bytes{0, 3, 0, 4, 0, 5, 0, 6});
  CHECK(rows.end == 3);
  CHECK(rows.starts.empty());
}

TEST_CASE("row encoder: rows of one size are shared out evenly") {
  const auto column = [] { return sample::noise_of("int32", 11); };
  CHECK(encode(plan_of("int32")[0], column(), {0, 11}, 40).end == 6);  // 10 fit: two baskets of 6 and 5
  CHECK(encode(plan_of("int32")[0], column(), {6, 11}, 40).end == 11);
  CHECK(encode(plan_of("int32")[0], column(), {0, 11}, 44).end == 11);
  CHECK(encode(plan_of("int32")[0], column(), {0, 11}, 1).end == 1);
}

TEST_CASE("row encoder: a counter has the lengths of the lists") {
  const auto column = [] { return sample::column_of<std::vector<float>>({{1, 2}, {}, {3, 4, 5}}); };
  const Rows rows = encode(plan_of("var * float32")[0], column(), {0, 3});
  CHECK(rows.plain == Bytes{0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3});
  CHECK(rows.maximum == 3);
}

TEST_CASE("row encoder: a small counter counts no more than ROOT takes its largest value for") {
  auto schema = sample::schema_of({"var * float32"});
  for (const auto& [type, most] : {std::pair("int8", 127U), std::pair("uint8", 127U), std::pair("uint16", 32767U)}) {
    schema.columns[0].counter_type = array::parse_type(type).number;
    const BranchPlan counter = plan_branches(schema).front();
    const auto column = [](std::size_t size) {
      return sample::column_of(std::vector<std::vector<float>>{std::vector<float>(size)});
    };
    CHECK(encode(counter, column(most), {0, 1}).maximum == most);
    CHECK_THROWS_WITH_AS(encode(counter, column(most + 1), {0, 1}),
                         doctest::Contains(("of which ROOT reads at most " + std::to_string(most)).c_str()), Error);
  }
}

TEST_CASE("row encoder: counted numbers follow each other, with their starts") {
  const auto column = [] { return sample::column_of<std::vector<std::uint8_t>>({{9}, {1, 2}, {}, {3}}); };
  const Rows rows = encode(plan_of("var * uint8")[1], column(), {1, 4});
  CHECK(rows.plain == Bytes{1, 2, 3});
  CHECK(rows.starts == std::vector<std::uint32_t>{0, 2, 2});
  CHECK(rows.end == 4);
}

TEST_CASE("row encoder: a basket ends before the row that makes it too large, offsets included") {
  const auto column = [] { return sample::column_of(std::vector<std::vector<std::uint8_t>>(5, {1, 2, 3, 4, 5, 6})); };
  CHECK(encode(plan_of("var * uint8")[1], column(), {0, 5}, 30).end == 3);
  CHECK(encode(plan_of("var * uint8")[1], column(), {0, 5}, 29).end == 2);
  CHECK(encode(plan_of("var * uint8")[1], column(), {0, 5}, 1).end == 1);
  CHECK(encode(plan_of("var * uint8")[1], column(), {0, 5}, 50).end == 5);
}

TEST_CASE("row encoder: a member of a list of records") {
  array::ArrayBuilder column(array::parse_type("var * {a: uint8, b: uint16}"));
  for (int i = 1; i <= 3; ++i) {
    array::ValueColumn<std::uint8_t>::append(column.contents[0].contents[0], static_cast<std::uint8_t>(i));
    array::ValueColumn<std::uint16_t>::append(column.contents[0].contents[1], static_cast<std::uint16_t>(i + 10));
    ++column.contents[0].length;
  }
  for (const std::int64_t end : {2, 3}) array::append_offset(column, end);
  column.length = 2;
  const array::Array lists = std::move(column).finish();
  array::validate(lists);
  const auto plan = plan_of("var * {a: uint8, b: uint16}");
  CHECK(encode(plan[2], lists, {0, 2}).plain == Bytes{0, 11, 0, 12, 0, 13});
  CHECK(encode(plan[1], lists, {1, 2}).plain == Bytes{3});
}

TEST_CASE("row encoder: strings have one length byte, or five") {
  const auto column = [] {
    return sample::column_of<std::string>({"ab", "", std::string(254, 'x'), std::string(255, 'y')});
  };
  for (const table::ListForm form : {table::ListForm::counted, table::ListForm::standard_vector}) {
    const Rows rows = encode(plan_of("string", form)[0], column(), {0, 4});
    REQUIRE(rows.plain.size() == 3 + 1 + 255 + 260);
    CHECK(Bytes(rows.plain.begin(), rows.plain.begin() + 5) == Bytes{2, 'a', 'b', 0, 254});
    CHECK(Bytes(rows.plain.begin() + 259, rows.plain.begin() + 265) == Bytes{255, 0, 0, 0, 255, 'y'});
    CHECK(rows.starts == std::vector<std::uint32_t>{0, 3, 4, 259});
    CHECK(rows.maximum == 256);
  }
}

TEST_CASE("row encoder: vectors have a byte count, a version and a count; nested ones only a count") {
  CHECK(encode(plan_of("var * int16", table::ListForm::standard_vector)[0],
               sample::column_of<std::vector<std::int16_t>>({{1, 2}, {}}), {0, 2})
            .plain == Bytes{0x40, 0, 0, 10, 0, 10, 0, 0, 0, 2, 0, 1, 0, 2, 0x40, 0, 0, 6, 0, 10, 0, 0, 0, 0});
  CHECK(encode(plan_of("var * var * uint8", table::ListForm::standard_vector)[0],
               sample::column_of<std::vector<std::vector<std::uint8_t>>>({{{1, 2}, {}}}), {0, 1})
            .plain == Bytes{0x40, 0, 0, 16, 0, 10, 0, 0, 0, 2, 0, 0, 0, 2, 1, 2, 0, 0, 0, 0});
  CHECK(encode(plan_of("var * string", table::ListForm::standard_vector)[0],
               sample::column_of<std::vector<std::string>>({{"a", ""}}), {0, 1})
            .plain == Bytes{0x40, 0, 0, 9, 0, 10, 0, 0, 0, 2, 1, 'a', 0});
}

TEST_CASE("row encoder: leaf lists go row by row") {
  array::ArrayBuilder column(array::parse_type("{a: uint8, b: 2 * uint16}"));
  for (int row = 1; row <= 2; ++row) {
    array::ValueColumn<std::uint8_t>::append(column.contents[0], static_cast<std::uint8_t>(row));
    array::ValueColumn<std::array<std::uint16_t, 2>>::append(column.contents[1],
                                                             {{7, static_cast<std::uint16_t>(row)}});
    ++column.length;
  }
  CHECK(encode(plan_of("{a: uint8, b: 2 * uint16}")[0], std::move(column).finish(), {0, 2}).plain ==
        Bytes{1, 0, 7, 0, 1, 2, 0, 7, 0, 2});
}

TEST_CASE("row encoder: a branch without values of its own is misuse") {
  BranchPlan branch;
  branch.name = "x";
  branch.packing = Packing::nothing;
  CHECK_THROWS_WITH_AS(encode(branch, sample::noise_of("int32", 1), {0, 1}), "branch 'x' has nothing to store", Error);
}
