#include "ramet/dataset/internal/conversion.hpp"

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::dataset;
using sample::column_of;
using sample::error_of;

namespace {

std::string common(std::string_view a, std::string_view b) {
  const auto type = common_type(array::parse_type(a), array::parse_type(b));
  const auto other_way = common_type(array::parse_type(b), array::parse_type(a));
  CHECK(type == other_way);
  return type ? array::to_string(*type) : "none";
}

array::Array lists_of(std::vector<std::vector<float>> lists) {
  array::ArrayBuilder array(array::parse_type("var * float32"));
  for (const auto& list : lists) array::ValueColumn<std::vector<float>>::append(array, list);
  return std::move(array).finish();
}

}  // namespace

TEST_CASE("conversion: the common type of two numbers is the smallest that holds both exactly") {
  CHECK(common("int32", "int32") == "int32");
  CHECK(common("int16", "int32") == "int32");
  CHECK(common("uint8", "int8") == "int16");
  CHECK(common("uint32", "int8") == "int64");
  CHECK(common("bool", "uint8") == "uint8");
  CHECK(common("bool", "int8") == "int8");
  CHECK(common("float32", "float64") == "float64");
  CHECK(common("float32", "int16") == "float32");
  CHECK(common("float32", "uint32") == "float64");
  CHECK(common("uint64", "int8") == "none");
  CHECK(common("int64", "float64") == "none");
  CHECK(common("uint64", "uint32") == "uint64");
}

TEST_CASE("conversion: nested types have common types where their contents do") {
  CHECK(common("var * int16", "var * int32") == "var * int32");
  CHECK(common("3 * int16", "3 * int32") == "3 * int32");
  CHECK(common("3 * int16", "2 * int32") == "var * int32");
  CHECK(common("3 * int16", "var * int32") == "var * int32");
  CHECK(common("?int16", "int32") == "?int32");
  CHECK(array::to_string(*common_type(array::parse_type("{x: int8, y: float32}"),
                                      array::parse_type("{y: float64, x: int8}"))) == "{x: int8, y: float64}");
  CHECK(common("{x: int8}", "{y: int8}") == "none");
  CHECK(common("{x: int8}", "{x: int8, y: int8}") == "none");
  CHECK(common("string", "var * int8") == "none");
  CHECK(common("string", "string") == "string");
  CHECK(common("var * int64", "var * float32") == "none");
}

TEST_CASE("conversion: numbers keep their values") {
  const auto wide = convert(column_of(std::vector<std::int16_t>{-3, 0, 32767}), array::parse_type("float64"));
  CHECK(sample::numbers_of<double>(wide) == std::vector<double>{-3, 0, 32767});
  const auto same = convert(column_of(std::vector<float>{1.5F}), array::parse_type("float32"));
  CHECK(sample::numbers_of<float>(same) == std::vector<float>{1.5F});
}

TEST_CASE("conversion: what stays as it is is shared, and of a slice only its own values are converted") {
  const array::Array lists = lists_of({{1}, {}, {2, 3}});
  CHECK(convert(lists, array::parse_type("var * float32")).content(0).values().data() ==
        lists.content(0).values().data());
  const array::Array wide = convert(lists, array::parse_type("var * float64"));
  CHECK(wide.list_offsets().data() == lists.list_offsets().data());
  const array::Array last = convert(lists.slice(2, 3), array::parse_type("var * float64"));
  CHECK(sample::numbers_of<double>(last.content(0)) == std::vector<double>{2, 3});
}

TEST_CASE("conversion: lists keep their lengths, and fixed ones become lists") {
  auto lists = convert(lists_of({{1}, {}, {2, 3}}), array::parse_type("var * float64"));
  array::validate(lists);
  CHECK(sample::numbers_of<double>(lists.content(0)) == std::vector<double>{1, 2, 3});
  array::ArrayBuilder fixed(array::parse_type("2 * int8"));
  fixed.length = 2;
  fixed.contents[0] = sample::builder_of(std::vector<std::int8_t>{1, 2, 3, 4});
  auto unfixed = convert(std::move(fixed).finish(), array::parse_type("var * int32"));
  array::validate(unfixed);
  CHECK(unfixed.length() == 2);
  CHECK(unfixed.list_offsets()[1] == 2);
  CHECK(sample::numbers_of<std::int32_t>(unfixed.content(0)) == std::vector<std::int32_t>{1, 2, 3, 4});
}

TEST_CASE("conversion: values become options that are all there, and members are found by name") {
  auto options = convert(column_of(std::vector<std::int8_t>{1, 2}), array::parse_type("?int16"));
  array::validate(options);
  CHECK(options.length() == 2);
  CHECK(sample::numbers_of<std::int16_t>(options.content(0)) == std::vector<std::int16_t>{1, 2});
  array::ArrayBuilder record(array::parse_type("{x: int8, y: float32}"));
  record.length = 1;
  record.contents[0] = sample::builder_of(std::vector<std::int8_t>{7});
  record.contents[1] = sample::builder_of(std::vector<float>{2.5F});
  const auto turned = convert(std::move(record).finish(), array::parse_type("{y: float64, x: int8}"));
  CHECK(turned.names() == std::vector<std::string>{"y", "x"});
  CHECK(sample::numbers_of<double>(turned.content(0)) == std::vector<double>{2.5});
}

TEST_CASE("conversion: what would lose values is refused") {
  const auto narrower = [] { return convert(column_of(std::vector<double>{1}), array::parse_type("float32")); };
  CHECK(error_of(narrower) == "misuse: values of type float64 are not all of type float32");
  CHECK_FALSE(is_convertible(array::parse_type("var * int8"), array::parse_type("2 * int8")));
  CHECK_FALSE(is_convertible(array::parse_type("?int8"), array::parse_type("int8")));
}
