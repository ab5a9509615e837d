#include "ramet/tree/generated_offsets.hpp"

#include <array>

#include "unit/tree/samples/sample_columns.hpp"
#include <doctest/doctest.h>

#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;

TEST_CASE("generated offsets: entries are as long as their counts say, and lie inside of the basket") {
  ColumnLayout layout{.packing = Packing::counted,
                      .coding = NumberCoding::plain(array::NumberType::int16),
                      .values_per_row = 2,
                      .may_lack_offsets = true};
  std::vector<std::uint32_t> offsets = {9, 9};
  generate_offsets(layout, CountsView(std::array<std::int32_t, 3>{2, 0, 1}), 12, offsets);
  CHECK(offsets == std::vector<std::uint32_t>{0, 8, 8, 12});
  CHECK_THROWS_AS(generate_offsets(layout, CountsView(std::array<std::int32_t, 2>{2, 2}), 12, offsets), Error);
  CHECK_THROWS_AS(generate_offsets(layout, CountsView(std::array<std::int32_t, 1>{-1}), 12, offsets), Error);
  const std::array<std::byte, 4> data{};
  CHECK(lacks_offsets(layout, {data, {}, 1}));
  CHECK_FALSE(lacks_offsets(layout, {data, offsets, 1}));
  layout.may_lack_offsets = false;
  CHECK_FALSE(lacks_offsets(layout, {data, {}, 1}));
}

TEST_CASE("generated offsets: counts are integers of any width that fit") {
  array::ArrayBuilder column(array::parse_type("uint8"));
  array::ValueColumn<std::uint8_t>::append(column, 200);
  CHECK(counts_in(column.borrow()).numbers == std::vector<std::int32_t>{200});
  array::ArrayBuilder wide(array::parse_type("int64"));
  array::ValueColumn<std::int64_t>::append(wide, std::int64_t{1} << 40);
  CHECK_THROWS_AS(counts_in(wide.borrow()), Error);
  CHECK_THROWS_AS(counts_in(array::Array(array::parse_type("float32"))), Error);
}

TEST_CASE("generated offsets: counts of each object of an entry keep their entries") {
  array::ArrayBuilder column(array::parse_type("var * int32"));
  for (const std::int32_t number : {3, 1, 2}) array::ValueColumn<std::int32_t>::append(column.contents[0], number);
  for (const std::int64_t end : {2, 2, 3}) array::append_offset(column, end);
  column.length = 3;
  const Counts counts = counts_in(column.borrow());
  const CountsView view = counts.view();
  CHECK(view.size() == 3);
  CHECK(view[0] == 2);
  CHECK(view[1] == 0);
  CHECK(view.of_objects(2)[0] == 2);
  const CountsView part = view.subspan(1, 2);
  CHECK(part.size() == 2);
  CHECK(part.of_objects(0).empty());
  CHECK(part.of_objects(1)[0] == 2);
  CHECK_THROWS_AS(CountsView(counts.numbers).of_objects(0), Error);
}
