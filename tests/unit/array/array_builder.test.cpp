#include "ramet/array/array_builder.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "unit/array/sample_arrays.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::array;
using namespace sample;

namespace {

std::string error_of_finish(const ArrayBuilder& builder) {
  try {
    builder.borrow();  // looks at the same as finish
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::misuse);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("appended values follow the existing ones, and offsets continue") {
  ArrayBuilder lists = builder_of<std::vector<float>>({{1, 2}, {}});
  append(lists, array_of<std::vector<float>>({{3}, {4, 5}}));
  CHECK(equal(lists.borrow(), array_of<std::vector<float>>({{1, 2}, {}, {3}, {4, 5}})));
  append(lists, array_of<std::vector<float>>({}));
  CHECK(lists.length == 4);

  ArrayBuilder record = record_builder({{"a", "bc"}, {}});
  append(record, record_of({{"", "def"}}));
  CHECK(equal(std::move(record).finish(), record_of({{"a", "bc"}, {}, {"", "def"}})));
}

TEST_CASE("arrays of another type cannot be appended, and the message has both") {
  const auto error_of = [](const char* to, const char* more) -> std::string {
    ArrayBuilder array(parse_type(to));
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

TEST_CASE("a range of an array, of a slice or of another builder can be appended") {
  ArrayBuilder record = record_builder({{"x"}});
  append(record, record_of({{"a"}, {"b", "c"}, {}, {"d"}}), 1, 3);
  append(record, record_of({{"a"}, {"e"}, {"f"}}).slice(1, 3), 0, 1);
  append(record, record_builder({{"g"}, {"h", ""}}), 1, 2);
  CHECK(equal(record.borrow(), record_of({{"x"}, {"b", "c"}, {}, {"e"}, {"h", ""}})));
}

TEST_CASE("options and variants are put together, each alternative by itself") {
  ArrayBuilder options = option_builder({7});
  append(options, options_of({1, std::nullopt, 3}).slice(1, 3));
  CHECK(equal(options.borrow(), options_of({7, std::nullopt, 3})));
  options.clear();
  CHECK(equal(options.borrow(), options_of({})));
  ArrayBuilder variants = variant_builder({"x", 0});
  append(variants, variants_of({1, "a", {}, 2, "b", "c"}));
  CHECK(equal(variants.borrow(), variants_of({"x", 0, 1, "a", {}, 2, "b", "c"})));
  variants.clear();
  CHECK(equal(variants.borrow(), variants_of({})));
}

TEST_CASE("after making room for all parts, appending them moves nothing") {
  std::vector<Array> parts;
  for (int i = 0; i < 20; ++i) parts.push_back(record_of({{"word", std::string(100, 'x')}, {}, {"y"}}));
  ArrayBuilder all = record_builder({{"first"}});
  reserve_for(all, parts);
  const ArrayBuilder& words = all.contents[0].contents[0];
  const auto* letters = all.contents[1].contents[0].values.data();
  const auto* characters = words.values.data();
  const auto* offsets = words.offsets.data();
  for (const Array& part : parts) append(all, part);
  CHECK(all.length == 61);
  CHECK(words.values.data() == characters);
  CHECK(words.offsets.data() == offsets);
  CHECK(all.contents[1].contents[0].values.data() == letters);
}

TEST_CASE("a cleared builder is empty, whole and ready for more") {
  ArrayBuilder record = record_builder({{"a", "bc"}, {}});
  CHECK(record.byte_count() == 3 + 3 * 8 + 3 * 8 + 4);  // characters, their offsets, those of the lists, letters
  record.clear();
  CHECK(equal(record.borrow(), record_of({})));
  append(record, record_of({{"x"}}));
  CHECK(equal(record.borrow(), record_of({{"x"}})));
}

TEST_CASE("a builder without values is of the same type, and ready for values") {
  const ArrayBuilder record = record_builder({{"a", "bc"}, {}});
  ArrayBuilder made = record.without_values();
  CHECK(made.type() == record.type());
  CHECK(equal(made.borrow(), record_of({})));
  append(made, record_of({{"x"}}));
  CHECK(equal(made.borrow(), record_of({{"x"}})));
  CHECK(record.length == 2);
}

TEST_CASE("zeros of any type are appended as 0, empty or missing") {
  ArrayBuilder record = record_builder({{"a", "bc"}, {}});
  append_zeros(record, 3);
  CHECK(record.length == 5);
  CHECK(error_of_finish(record) == "no error");
  CHECK(record.contents[0].list_offsets().back() == 2);
  CHECK(record.contents[1].contents[0].numbers<std::int8_t>().back() == 0);
  ArrayBuilder variants = variant_builder({1, "a", {}});
  append_zeros(variants, 2);
  CHECK(error_of_finish(variants) == "no error");
  CHECK(variants.tags().back() == 0);
  ArrayBuilder options = option_builder({1, 2});
  append_zeros(options, 2);
  CHECK(error_of_finish(options) == "no error");
  CHECK(options.list_offsets().back() == 2);
}

TEST_CASE("truncation reaches all levels, also after an append that failed half way") {
  ArrayBuilder record = record_builder({{"a"}, {"b", "c"}});
  ValueColumn<std::vector<std::string>>::append(record.contents[0], {"half"});
  truncate(record, 1);
  CHECK(equal(record.borrow(), record_of({{"a"}})));
  ArrayBuilder variants = variant_builder({1, "a", {}, 2});
  truncate(variants, 2);
  CHECK(equal(variants.borrow(), variants_of({1, "a"})));
}

TEST_CASE("finishing hands over the buffers as they are") {
  ArrayBuilder record = record_builder({{"a", "bc"}, {}});
  const std::byte* const characters = record.contents[0].contents[0].values.data();
  const std::byte* const offsets = record.contents[0].offsets.data();
  const Array finished = std::move(record).finish();
  CHECK(finished.content(0).content(0).values().data() == characters);
  CHECK(std::as_bytes(finished.content(0).list_offsets()).data() == offsets);
}

TEST_CASE("a builder can be finished with contents that others have, too") {
  const Array words = array_of<std::string>({"a", "b"});
  ArrayBuilder record(Type::record_of({"once", "twice"}, {}));
  record.length = 2;
  const Array finished = std::move(record).finish({words, words});
  CHECK(finished.content(0).values().data() == words.values().data());
  CHECK(finished.content(1).values().data() == words.values().data());
  ArrayBuilder longer(Type::record_of({"word"}, {}));
  longer.length = 3;
  CHECK_THROWS_WITH_AS(std::move(longer).finish({words}), "length of a member is 2, expected 3", Error);
}

TEST_CASE("the memory of an array that nobody else holds is filled again, that of another one is left alone") {
  Array record = record_of({{"a", "bc"}, {}});
  const std::byte* const characters = record.content(0).content(0).values().data();
  ArrayBuilder again = ArrayBuilder::reuse(std::move(record));
  CHECK(equal(again.borrow(), record_of({})));
  append(again, record_of({{"x"}}));
  CHECK(again.contents[0].contents[0].values.data() == characters);

  Array shared = std::move(again).finish();
  const Array other = shared;
  CHECK(ArrayBuilder::reuse(std::move(shared)).contents[0].contents[0].values.capacity() == 0);
  CHECK(equal(other, record_of({{"x"}})));

  Array whole = record_of({{"y"}});
  const Array member = whole.content(0);  // one of two members: the other's memory comes back
  const ArrayBuilder half = ArrayBuilder::reuse(std::move(whole));
  CHECK(half.contents[0].offsets.capacity() <= 64);
  CHECK(half.contents[1].contents[0].values.capacity() > 0);
  CHECK(equal(member, array_of<std::vector<std::string>>({{"y"}})));
}

TEST_CASE("a builder whose sizes disagree cannot be finished, and the message has both") {
  ArrayBuilder numbers = builder_of<std::int32_t>({1, 2});
  numbers.length = 3;
  CHECK(error_of_finish(numbers) == "number of values is 2, expected 3");
  numbers.values.resize(7);
  CHECK(error_of_finish(numbers) == "size of the values in bytes is 3, expected 0");

  ArrayBuilder strings = builder_of<std::string>({"ab", "c"});
  strings.values.resize(2);
  CHECK(error_of_finish(strings) == "length of the content is 2, expected 3");
  strings.offsets.resize(20);
  CHECK(error_of_finish(strings) == "size of the offsets in bytes is 4, expected 0");
  strings.offsets.clear();
  CHECK(error_of_finish(strings) == "there are no offsets, not even the first");

  ArrayBuilder pairs = builder_of<std::array<std::int8_t, 2>>({{1, 2}});
  pairs.contents[0] = builder_of<std::int8_t>({1});
  CHECK(error_of_finish(pairs) == "length of the content is 1, expected 1 times 2");

  ArrayBuilder record = record_builder({{"a"}});
  record.length = 2;
  CHECK(error_of_finish(record) == "length of a member is 1, expected 2");
  record.contents.pop_back();
  CHECK(error_of_finish(record) == "number of contents is 1, expected 2");

  ArrayBuilder nested = builder_of<std::vector<std::vector<float>>>({{{1}, {2, 3}}});
  nested.contents[0].contents[0].values.resize(4);
  CHECK(error_of_finish(nested) == "number of values is 1, expected 3");
  nested.contents.clear();
  CHECK(error_of_finish(nested) == "number of contents is 0, expected 1");

  ArrayBuilder variants = variant_builder({1, "a", {}});
  variants.offsets.resize(16);
  CHECK(error_of_finish(variants) == "number of places is 2, expected 3");

  for (const auto& offsets : std::vector<std::vector<std::int64_t>>{{1, 1, 3}, {-1, 1, 3}, {0, 1, 2}, {0, 1, 4}}) {
    ArrayBuilder lists = builder_of<std::vector<float>>({{1}, {2, 3}});
    lists.offsets.clear();
    for (const std::int64_t offset : offsets) append_offset(lists, offset);
    CHECK(error_of_finish(lists) != "no error");
  }
}

TEST_CASE("lengths that overflow when they are multiplied are refused") {
  ArrayBuilder numbers{Type::of(NumberType::float64)};
  numbers.length = std::size_t{1} << 61;  // times 8 bytes: 0
  CHECK(error_of_finish(numbers) != "no error");

  ArrayBuilder strings(Type::string());
  strings.offsets.clear();
  strings.length = std::numeric_limits<std::size_t>::max();  // plus 1: 0
  CHECK(error_of_finish(strings) != "no error");

  ArrayBuilder regular(Type::regular_of(std::uint64_t{1} << 32, Type::of(NumberType::int8)));
  regular.length = std::size_t{1} << 32;
  CHECK(error_of_finish(regular) != "no error");
  regular.length = 0;
  CHECK(error_of_finish(regular) == "no error");
}
