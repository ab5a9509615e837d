#include "ramet/hist/number_view.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using hist::NumberView;

namespace {

std::vector<double> all(NumberView view) {
  std::vector<double> scratch(view.size(), -77);
  const auto numbers = view.load(scratch);
  return {numbers.begin(), numbers.end()};
}

template <class Number>
void check_type() {
  const std::vector<Number> numbers{1, 2, 100};
  CHECK(NumberView(numbers).type() == array::number_type<Number>());
  CHECK(all(numbers) == std::vector<double>{1, 2, 100});
}

}  // namespace

TEST_CASE("numbers of every type are read as double") {
  check_type<std::int8_t>();
  check_type<std::uint8_t>();
  check_type<std::int16_t>();
  check_type<std::uint16_t>();
  check_type<std::int32_t>();
  check_type<std::uint32_t>();
  check_type<std::int64_t>();
  check_type<std::uint64_t>();
  check_type<float>();
  check_type<double>();
  CHECK(all(std::array{true, false}) == std::vector<double>{1, 0});
  CHECK(all(std::array<std::int8_t, 1>{-3}) == std::vector<double>{-3});
}

TEST_CASE("doubles are read where they are") {
  const std::vector<double> numbers{1, 2};
  std::vector<double> scratch(2);
  CHECK(NumberView(numbers).load(scratch).data() == numbers.data());
}

TEST_CASE("a part of a view begins where it says") {
  const std::vector<std::int16_t> numbers{1, 2, 3, 4, 5};
  CHECK(all(NumberView(numbers).part(1, 3)) == std::vector<double>{2, 3, 4});
  CHECK(NumberView(numbers).part(5, 0).empty());
}

TEST_CASE("a column without numbers is an empty view") {
  CHECK(NumberView().empty());
  CHECK(NumberView(std::vector<float>{}).empty());
}

TEST_CASE("a column is its numbers, those of its lists one after the other") {
  using Lists = array::ValueColumn<std::vector<float>>;
  array::ArrayBuilder lists(Lists::type());
  Lists::append(lists, {1, 2});
  Lists::append(lists, {});
  Lists::append(lists, {3});
  CHECK(all(NumberView::of(lists.borrow())) == std::vector<double>{1, 2, 3});

  using Pairs = array::ValueColumn<std::array<std::int32_t, 2>>;
  array::ArrayBuilder pairs(Pairs::type());
  Pairs::append(pairs, {4, 5});
  CHECK(all(NumberView::of(pairs.borrow())) == std::vector<double>{4, 5});

  CHECK(NumberView::of(array::Array(array::Type::of(array::NumberType::uint8))).empty());
}

TEST_CASE("a column of strings or records has no numbers to fill") {
  for (const char* type : {"string", "var * string", "{x: float32}"}) {
    CAPTURE(type);
    CHECK_THROWS_AS(NumberView::of(array::Array(array::parse_type(type))), Error);
  }
}
