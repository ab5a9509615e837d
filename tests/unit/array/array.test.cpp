#include "ramet/array/array.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::array;

namespace {

template <class Value>
Array array_of(const std::vector<Value>& values) {
  Array array(ValueColumn<Value>::type());
  for (const Value& value : values) ValueColumn<Value>::append(array, value);
  return array;
}

/// Lists of strings, with the first letter of each beside, twice.
Array record_of(const std::vector<std::vector<std::string>>& lists) {
  Array record(parse_type("{words: var * string, letters: 2 * int8}"));
  for (const auto& list : lists) {
    ValueColumn<std::vector<std::string>>::append(record.contents[0], list);
    const auto letter = static_cast<std::int8_t>(list.empty() || list[0].empty() ? 0 : list[0][0]);
    ValueColumn<std::array<std::int8_t, 2>>::append(record.contents[1], {letter, letter});
    ++record.length;
  }
  return record;
}

bool equal(const Array& a, const Array& b) {
  return a.type() == b.type() && a.length == b.length && std::ranges::equal(a.values.span(), b.values.span()) &&
         std::ranges::equal(a.offsets.span(), b.offsets.span()) &&
         std::equal(a.contents.begin(), a.contents.end(), b.contents.begin(), b.contents.end(), equal);
}

/// Numbers that may be missing.
Array options_of(const std::vector<std::optional<int>>& values) {
  Array options(parse_type("?int32"));
  for (const std::optional<int>& value : values) {
    if (value) ValueColumn<std::int32_t>::append(options.contents[0], *value);
    append_offset(options, static_cast<std::int64_t>(options.contents[0].length));
    ++options.length;
  }
  return options;
}

/// Numbers, strings and nothing.
Array variants_of(const std::vector<std::variant<std::monostate, int, std::string>>& values) {
  Array variants(parse_type("union[int32, string]"));
  for (const auto& value : values) {
    const std::size_t tag = value.index();
    const auto place = tag == 0 ? 0 : static_cast<std::int64_t>(variants.contents[tag - 1].length);
    if (tag == 1) ValueColumn<std::int32_t>::append(variants.contents[0], std::get<1>(value));
    if (tag == 2) ValueColumn<std::string>::append(variants.contents[1], std::get<2>(value));
    variants.values.append(std::as_bytes(std::span(&tag, 1)).first(1));
    append_offset(variants, place);
    ++variants.length;
  }
  return variants;
}

std::string error_of_validation(const Array& array) {
  try {
    validate(array);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::misuse);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("an array has the type that it was made of, and is empty and whole") {
  for (const char* text : {"bool", "uint64", "string", "var * var * float32", "3 * 2 * int16",
                           "{x: var * string, y: {}, z: 4 * {a: int8}}", "?var * bool", "union[int8, ?string]"}) {
    CAPTURE(text);
    const Array array(parse_type(text));
    CHECK(to_string(array.type()) == text);
    CHECK(array.length == 0);
    CHECK(error_of_validation(array) == "no error");
  }
}

TEST_CASE("numbers are given as what they are, and as nothing else") {
  const Array array = array_of<std::int32_t>({1, -2, 3});
  CHECK(std::ranges::equal(array.numbers<std::int32_t>(), std::vector{1, -2, 3}));
  CHECK_THROWS_AS(array.numbers<std::uint32_t>(), Error);
  CHECK_THROWS_AS(array.numbers<float>(), Error);
  CHECK_THROWS_AS(array_of<std::string>({"x"}).numbers<std::int8_t>(), Error);
}

TEST_CASE("what is appended follows what was there, offsets go on") {
  Array lists = array_of<std::vector<float>>({{1, 2}, {}});
  append(lists, array_of<std::vector<float>>({{3}, {4, 5}}));
  CHECK(equal(lists, array_of<std::vector<float>>({{1, 2}, {}, {3}, {4, 5}})));
  append(lists, array_of<std::vector<float>>({}));
  CHECK(lists.length == 4);

  Array record = record_of({{"a", "bc"}, {}});
  append(record, record_of({{"", "def"}}));
  CHECK(equal(record, record_of({{"a", "bc"}, {}, {"", "def"}})));
  CHECK(error_of_validation(record) == "no error");
}

TEST_CASE("an array may be appended to itself") {
  Array record = record_of({{"a", "bc"}, {}});
  append(record, record);
  CHECK(equal(record, record_of({{"a", "bc"}, {}, {"a", "bc"}, {}})));
}

TEST_CASE("arrays of another type cannot be appended, and the message has both") {
  const auto error_of = [](const char* to, const char* more) -> std::string {
    Array array(parse_type(to));
    try {
      append(array, Array(parse_type(more)));
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  CHECK(error_of("int32", "uint32") == "cannot append uint32 to int32");
  CHECK(error_of("2 * int32", "3 * int32") == "cannot append 3 * int32 to 2 * int32");
  CHECK(error_of("{x: int32}", "{y: int32}") == "cannot append {y: int32} to {x: int32}");
  CHECK(error_of("var * int32", "var * int64") == "cannot append var * int64 to var * int32");
  CHECK(error_of("string", "var * int8") == "cannot append var * int8 to string");
}

TEST_CASE("a range of another array can be appended") {
  Array record = record_of({{"x"}});
  append(record, record_of({{"a"}, {"b", "c"}, {}, {"d"}}), 1, 3);
  CHECK(equal(record, record_of({{"x"}, {"b", "c"}, {}})));
}

TEST_CASE("a slice has the values from first to last, with offsets from 0") {
  const Array record = record_of({{"a", "bc"}, {}, {"", "def"}});
  CHECK(equal(slice(record, 1, 3), record_of({{}, {"", "def"}})));
  CHECK(equal(slice(record, 3, 3), record_of({})));
  CHECK(equal(slice(record, 0, 3), record));
  CHECK_THROWS_AS(slice(record, 2, 1), Error);
  CHECK_THROWS_AS(slice(record, 0, 4), Error);
}

TEST_CASE("slices of an array, put together, are the array") {
  CHECK(rc::check([](const std::vector<std::vector<std::string>>& lists) {
    const Array record = record_of(lists);
    const std::size_t cut = *rc::gen::inRange(std::size_t{0}, lists.size() + 1);
    Array together = slice(record, 0, cut);
    append(together, slice(record, cut, lists.size()));
    RC_ASSERT(equal(together, record));
  }));
}

TEST_CASE("after making room for all parts, appending them moves nothing") {
  std::vector<Array> parts;
  for (int i = 0; i < 20; ++i) parts.push_back(record_of({{"word", std::string(100, 'x')}, {}, {"y"}}));
  Array all = record_of({{"first"}});
  reserve_for(all, parts);
  const Array& words = all.contents[0].contents[0];
  const auto* letters = all.contents[1].contents[0].values.data();
  const auto* characters = words.values.data();
  const auto* offsets = words.offsets.data();
  for (const Array& part : parts) append(all, part);
  CHECK(all.length == 61);
  CHECK(words.values.data() == characters);
  CHECK(words.offsets.data() == offsets);
  CHECK(all.contents[1].contents[0].values.data() == letters);
}

TEST_CASE("a cleared array is empty, whole and ready for more") {
  Array record = record_of({{"a", "bc"}, {}});
  CHECK(record.byte_count() == 3 + 3 * 8 + 3 * 8 + 4);  // characters, their offsets, those of the lists, letters
  record.clear();
  CHECK(equal(record, record_of({})));
  append(record, record_of({{"x"}}));
  CHECK(equal(record, record_of({{"x"}})));
}

TEST_CASE("an array from outside whose sizes disagree is refused, and the message has both") {
  Array numbers = array_of<std::int32_t>({1, 2});
  numbers.length = 3;
  CHECK(error_of_validation(numbers) == "number of values is 2, expected 3");
  numbers.values.resize(7);
  CHECK(error_of_validation(numbers) == "size of the values in bytes is 3, expected 0");

  Array strings = array_of<std::string>({"ab", "c"});
  strings.values.resize(2);
  CHECK(error_of_validation(strings) == "length of the content is 2, expected 3");
  strings.offsets.resize(20);
  CHECK(error_of_validation(strings) == "size of the offsets in bytes is 4, expected 0");
  strings.offsets.clear();
  CHECK(error_of_validation(strings) == "there are no offsets, not even the first");

  Array pairs = array_of<std::array<std::int8_t, 2>>({{1, 2}});
  pairs.contents[0] = array_of<std::int8_t>({1});
  CHECK(error_of_validation(pairs) == "length of the content is 1, expected 1 times 2");

  Array record = record_of({{"a"}});
  record.contents[0].length = 0;
  CHECK(error_of_validation(record) == "length of a member is 0, expected 1");
  record.contents.pop_back();
  CHECK(error_of_validation(record) == "number of contents is 1, expected 2");
}

TEST_CASE("offsets from outside that do not begin at 0 or that fall are refused") {
  for (const auto& offsets : std::vector<std::vector<std::int64_t>>{{1, 1, 3}, {-1, 1, 3}, {0, 4, 3}, {0, -1, 3}}) {
    Array lists = array_of<std::vector<float>>({{1}, {2, 3}});
    lists.offsets.clear();
    for (const std::int64_t offset : offsets) append_offset(lists, offset);
    CHECK(error_of_validation(lists) != "no error");
  }
}

TEST_CASE("lengths from outside that overflow when they are multiplied are refused") {
  Array numbers{Type::of(NumberType::float64)};
  numbers.length = std::size_t{1} << 61;  // times 8 bytes: 0
  CHECK(error_of_validation(numbers) != "no error");

  Array strings(Type::string());
  strings.offsets.clear();
  strings.length = std::numeric_limits<std::size_t>::max();  // plus 1: 0
  CHECK(error_of_validation(strings) != "no error");

  Array regular(Type::regular_of(std::uint64_t{1} << 32, Type::of(NumberType::int8)));
  regular.length = std::size_t{1} << 32;
  CHECK(error_of_validation(regular) != "no error");
  regular.length = 0;
  CHECK(error_of_validation(regular) == "no error");
}

TEST_CASE("nested arrays from outside are checked all the way down, and lists without content are refused") {
  Array nested = array_of<std::vector<std::vector<float>>>({{{1}, {2, 3}}});
  CHECK(error_of_validation(nested) == "no error");
  nested.contents[0].contents[0].values.resize(4);
  CHECK(error_of_validation(nested) == "number of values is 1, expected 3");
  nested.contents.clear();
  CHECK(error_of_validation(nested) == "number of contents is 0, expected 1");
  Array regular(parse_type("2 * int8"));
  regular.contents.clear();
  CHECK(error_of_validation(regular) == "number of contents is 0, expected 1");
}

TEST_CASE("a boolean from outside that is neither 0 nor 1 is refused") {
  Array booleans = array_of<std::uint8_t>({0, 1});
  booleans.number = NumberType::boolean;
  CHECK(error_of_validation(booleans) == "no error");
  booleans.values.data()[1] = std::byte{2};
  CHECK(error_of_validation(booleans) == "a boolean is neither 0 nor 1");
}

TEST_CASE("options are cut and put together as lists of 0 or 1") {
  const Array options = options_of({1, std::nullopt, 3, std::nullopt});
  CHECK(error_of_validation(options) == "no error");
  CHECK(equal(slice(options, 1, 3), options_of({std::nullopt, 3})));
  Array together = options_of({7});
  append(together, options);
  CHECK(equal(together, options_of({7, 1, std::nullopt, 3, std::nullopt})));
  together.clear();
  CHECK(equal(together, options_of({})));
}

TEST_CASE("variants are cut and put together, each alternative by itself") {
  const Array variants = variants_of({1, "a", {}, 2, "b", "c"});
  CHECK(error_of_validation(variants) == "no error");
  CHECK(equal(slice(variants, 2, 5), variants_of({{}, 2, "b"})));
  CHECK(equal(slice(variants, 2, 3), variants_of({{}})));
  Array together = variants_of({"x", 0});
  append(together, variants);
  CHECK(equal(together, variants_of({"x", 0, 1, "a", {}, 2, "b", "c"})));
  together.clear();
  CHECK(equal(together, variants_of({})));
}

TEST_CASE("values of a variant may lie in any order") {
  Array variants = variants_of({1, 2, 3});
  variants.offsets.clear();
  for (const std::int64_t place : {2, 0, 0}) append_offset(variants, place);
  REQUIRE(error_of_validation(variants) == "no error");
  const Array two = slice(variants, 0, 2);
  CHECK(error_of_validation(two) == "no error");
  CHECK(two.list_offsets()[0] == 2);
  CHECK(two.contents[0].length == 3);
}

TEST_CASE("options and variants from outside that point nowhere are refused") {
  Array options = options_of({1, 2});
  options.offsets.clear();
  for (const std::int64_t offset : {0, 0, 2}) append_offset(options, offset);
  CHECK(error_of_validation(options) == "an optional value is 2 values");

  Array variants = variants_of({1, "a", {}});
  variants.values.data()[0] = std::byte{3};
  CHECK(error_of_validation(variants) == "a tag is 3, but there are 2 alternatives");
  variants.values.data()[0] = std::byte{0};
  CHECK(error_of_validation(variants) == "no error");
  for (const std::int64_t place : {-1, 1}) {
    std::memcpy(variants.offsets.data() + 8, &place, sizeof place);
    CHECK(error_of_validation(variants) == fmt::format("a value is at {}, but alternative 2 has 1", place));
  }
  variants.offsets.resize(16);
  CHECK(error_of_validation(variants) == "number of places is 2, expected 3");
}

TEST_CASE("zeros of any type are zero, empty or none, behind what is there") {
  Array record = record_of({{"a", "bc"}, {}});
  append_zeros(record, 3);
  CHECK(record.length == 5);
  CHECK(error_of_validation(record) == "no error");
  CHECK(record.contents[0].list_offsets().back() == 2);
  CHECK(record.contents[1].contents[0].numbers<std::int8_t>().back() == 0);
  Array variants = variants_of({1, "a", {}});
  append_zeros(variants, 2);
  CHECK(error_of_validation(variants) == "no error");
  CHECK(variants.tags().back() == 0);
  Array options = options_of({1, 2});
  append_zeros(options, 2);
  CHECK(error_of_validation(options) == "no error");
  CHECK(options.list_offsets().back() == 2);
}
