#include "ramet/frame/internal/run/chosen_rows.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::internal::take_rows;
using sample::column_of;
using sample::numbers_of;

namespace {

const std::vector<std::uint32_t> odd = {1, 3};

template <class Number>
void check_numbers(array::Array& to) {
  take_rows(to, column_of<Number>({5, 6, 7, 8}), odd);
  CHECK(numbers_of<Number>(to) == std::vector<Number>{6, 8});
}

}  // namespace

TEST_CASE("rows of numbers of each width, also into memory of another type") {
  array::Array to;
  check_numbers<std::int8_t>(to);
  check_numbers<std::uint16_t>(to);
  check_numbers<float>(to);
  check_numbers<float>(to);
  check_numbers<double>(to);
  check_numbers<std::int64_t>(to);
  take_rows(to, column_of<double>({1, 2}), {});
  CHECK(to.length() == 0);
}

TEST_CASE("rows of lists, also of a part of an array, and of what is no list of numbers") {
  array::Array to;
  const array::Array lists = column_of(std::vector<std::vector<float>>{{9}, {1, 2}, {}, {3, 4, 5}, {}});
  take_rows(to, lists, odd);
  CHECK(numbers_of<float>(to.items()) == std::vector<float>{1, 2, 3, 4, 5});
  take_rows(to, lists.slice(2, 5), std::vector<std::uint32_t>{0, 1});
  CHECK(numbers_of<float>(to.items()) == std::vector<float>{3, 4, 5});
  CHECK(to.length() == 2);
  const array::Array texts = column_of(std::vector<std::string>{"a", "bc", "", "d"});
  take_rows(to, texts, odd);
  CHECK(to.type() == array::Type::string());
  CHECK(to.length() == 2);
}

TEST_CASE("memory that others hold is left alone") {
  array::Array to;
  take_rows(to, column_of<double>({1, 2, 3, 4}), odd);
  const array::Array held = to;
  take_rows(to, column_of<double>({5, 6, 7, 8}), odd);
  CHECK(numbers_of<double>(held) == std::vector<double>{2, 4});
  CHECK(numbers_of<double>(to) == std::vector<double>{6, 8});
}

TEST_CASE("rows of rows") {
  std::vector<std::uint32_t> to = {9};
  frame::internal::take_numbers_at(std::vector<std::uint32_t>{4, 5, 7, 8}, odd, to);
  CHECK(to == std::vector<std::uint32_t>{5, 8});
}

TEST_CASE("rows at which a condition is true") {
  std::vector<std::uint32_t> found = {7, 7, 7};
  for (const std::size_t count : {0, 1, 7, 8, 9, 100}) {
    const auto condition = std::make_unique<bool[]>(count);
    for (std::size_t step = 1; step < 5; ++step) {
      std::vector<std::uint32_t> expected;
      for (std::size_t row = 0; row < count; ++row) {
        condition[row] = row * row % step == 0;
        if (condition[row]) expected.push_back(static_cast<std::uint32_t>(row));
      }
      frame::internal::find_rows({condition.get(), count}, found);
      CHECK(found == expected);
    }
  }
}

TEST_CASE("items of lists at rows") {
  const std::vector<std::int64_t> offsets = {5, 5, 7, 27, 28, 36, 36};
  std::vector<std::uint32_t> found = {1};
  frame::internal::find_items(offsets, std::vector<std::uint32_t>{0, 1, 3, 5}, found);
  CHECK(found == std::vector<std::uint32_t>{0, 1, 22});
  frame::internal::find_items(offsets, std::vector<std::uint32_t>{2, 4}, found);
  std::vector<std::uint32_t> expected;
  for (std::uint32_t item = 2; item < 22; ++item) expected.push_back(item);
  for (std::uint32_t item = 23; item < 31; ++item) expected.push_back(item);
  CHECK(found == expected);
  frame::internal::find_items(offsets, std::vector<std::uint32_t>{0, 5}, found);
  CHECK(found.empty());
}
