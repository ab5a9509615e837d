#include "ramet/dataset/detail/gather.hpp"

#include <cmath>

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::dataset;
using sample::column_of;
using sample::error_of;
using sample::numbers_of;

namespace {

array::Array words(const std::vector<std::string>& texts) {
  array::ArrayBuilder array(array::Type::string());
  for (const std::string& text : texts) array::ValueColumn<std::string>::append(array, text);
  return std::move(array).finish();
}

std::vector<std::string> texts_of(const array::Array& array) {
  std::vector<std::string> texts;
  const auto* characters = reinterpret_cast<const char*>(array.values().data());
  for (std::size_t text = 0; text < array.length(); ++text)
    texts.emplace_back(characters + array.list_offsets()[text], characters + array.list_offsets()[text + 1]);
  return texts;
}

}  // namespace

TEST_CASE("gather: rows that are neighbours are a slice, which shares memory") {
  const array::Array column = column_of(std::vector<double>{1, 2, 3, 4});
  const std::vector<std::uint64_t> rows = {1, 2, 3};
  CHECK(gather(column, rows).values().data() == column.values().data() + sizeof(double));
}

TEST_CASE("gather: numbers of any width come in the order asked for, some twice") {
  const std::vector<std::uint64_t> rows = {3, 0, 0, 2};
  CHECK(numbers_of<double>(gather(column_of(std::vector<double>{1, 2, 3, 4}), rows)) ==
        std::vector<double>{4, 1, 1, 3});
  CHECK(numbers_of<std::int16_t>(gather(column_of(std::vector<std::int16_t>{1, 2, 3, 4}), rows)) ==
        std::vector<std::int16_t>{4, 1, 1, 3});
  CHECK(numbers_of<std::int8_t>(gather(column_of(std::vector<std::int8_t>{1, 2, 3, 4}), rows)) ==
        std::vector<std::int8_t>{4, 1, 1, 3});
  CHECK(numbers_of<float>(gather(column_of(std::vector<float>{1, 2, 3, 4}), rows)) == std::vector<float>{4, 1, 1, 3});
}

TEST_CASE("gather: strings come whole, and rows that are not there are empty") {
  const std::vector<std::uint64_t> rows = {2, no_row, 0, 1, no_row, no_row};
  const auto gathered = gather(words({"a", "", "long"}), rows);
  array::validate(gathered);
  CHECK(texts_of(gathered) == std::vector<std::string>{"long", "", "a", "", "", ""});
}

TEST_CASE("gather: open rows of numbers have the fill value, of options none") {
  const std::vector<std::uint64_t> rows = {1, no_row};
  CHECK(numbers_of<std::int32_t>(gather(column_of(std::vector<std::int32_t>{5, 6}), rows, -1)) ==
        std::vector<std::int32_t>{6, -1});
  const auto options = gather(filled_array(array::parse_type("?int8"), 2), rows);
  array::validate(options);
  CHECK(options.content(0).length() == 0);
}

TEST_CASE("gather: a row that is not there, and no rows at all") {
  const std::vector<std::uint64_t> past = {2};
  CHECK(error_of([&] { return gather(column_of(std::vector<double>{1, 2}), past); }) ==
        "misuse: no row 2, there are 2");
  CHECK(gather(column_of(std::vector<double>{1, 2}), {}).length() == 0);
}

TEST_CASE("filled array: every kind is valid, with numbers as asked for and nothing else") {
  for (const char* type : {"float32", "string", "var * int32", "2 * 3 * int8", "{x: int8, s: string}", "?float64",
                           "union[int32, string]", "var * {x: int8}", "bool"}) {
    CAPTURE(type);
    const auto filled = filled_array(array::parse_type(type), 3, 1);
    array::validate(filled);
    CHECK(filled.length() == 3);
    CHECK(filled.type() == array::parse_type(type));
  }
  const auto fixed = filled_array(array::parse_type("2 * float32"), 2, -999);
  CHECK(numbers_of<float>(fixed.content(0)) == std::vector<float>{-999, -999, -999, -999});
}

TEST_CASE("filled array: a number that the type does not have is refused") {
  const auto fill = [](const char* type, double number) {
    return error_of([&] { return filled_array(array::parse_type(type), 1, number); });
  };
  CHECK(fill("int8", 127) == "none");
  CHECK(fill("int8", 128) == "misuse: 128 is not a value of int8");
  CHECK(fill("uint32", -1) == "misuse: -1 is not a value of uint32");
  CHECK(fill("int64", 0.5) == "misuse: 0.5 is not a value of int64");
  CHECK(fill("int32", std::nan("")) == "misuse: nan is not a value of int32");
  CHECK(fill("uint64", 18446744073709551616.0).starts_with("misuse"));
  CHECK(fill("float32", std::nan("")) == "none");
}
