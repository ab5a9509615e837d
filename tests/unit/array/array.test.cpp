#include "ramet/array/array.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "unit/array/sample_arrays.hpp"
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::array;
using namespace sample;

namespace {

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
    CHECK(array.length() == 0);
    CHECK(error_of_validation(array) == "no error");
  }
  CHECK(to_string(Array().type()) == "float64");
}

TEST_CASE("numbers can be viewed as their own type only") {
  const Array array = array_of<std::int32_t>({1, -2, 3});
  CHECK(std::ranges::equal(array.numbers<std::int32_t>(), std::vector{1, -2, 3}));
  CHECK_THROWS_AS(array.numbers<std::uint32_t>(), Error);
  CHECK_THROWS_AS(array.numbers<float>(), Error);
  CHECK_THROWS_AS(array_of<std::string>({"x"}).numbers<std::int8_t>(), Error);
}

TEST_CASE("a copy of an array shares its memory, and keeps it") {
  std::optional<Array> array = record_of({{"a", "bc"}, {}});
  const Array copy = *array;
  CHECK(copy.content(0).content(0).values().data() == array->content(0).content(0).values().data());
  CHECK(copy.content(0).list_offsets().data() == array->content(0).list_offsets().data());
  const Array member = array->content(0);
  array.reset();
  CHECK(equal(copy, record_of({{"a", "bc"}, {}})));
  CHECK(equal(member, array_of<std::vector<std::string>>({{"a", "bc"}, {}})));
}

TEST_CASE("a slice has the values from first to last, in the memory of the array") {
  const Array record = record_of({{"a", "bc"}, {}, {"", "def"}});
  CHECK(same_values(record.slice(1, 3), record_of({{}, {"", "def"}})));
  CHECK(same_values(record.slice(3, 3), record_of({})));
  CHECK(equal(record.slice(0, 3), record));
  CHECK_THROWS_AS(record.slice(2, 1), Error);
  CHECK_THROWS_AS(record.slice(0, 4), Error);

  const Array last = record.slice(2, 3);
  CHECK(last.names() == record.names());
  CHECK(last.content(0).list_offsets().data() == record.content(0).list_offsets().data() + 2);
  CHECK(last.content(0).content(0).values().data() == record.content(0).content(0).values().data());
  CHECK(last.content(1).content(0).values().data() == record.content(1).content(0).values().data() + 4);
  const Array numbers = array_of<double>({1, 2, 3});
  CHECK(numbers.slice(1, 2).numbers<double>().data() == numbers.numbers<double>().data() + 1);
}

TEST_CASE("a slice keeps the memory of an array that is gone, and so does a slice of it") {
  Array slice;
  {
    const Array record = record_of({{"a", "bc"}, {}, {"", "def"}, {"g"}});
    const Array first = record.slice(1, 4);
    slice = first.slice(1, 3);
  }
  CHECK(same_values(slice, record_of({{"", "def"}, {"g"}})));
  CHECK(slice.names() == std::vector<std::string>{"words", "letters"});
}

TEST_CASE("slices of an array, put together, are the array") {
  CHECK(rc::check([](const std::vector<std::vector<std::string>>& lists) {
    const Array record = record_of(lists);
    const std::size_t cut = *rc::gen::inRange(std::size_t{0}, lists.size() + 1);
    ArrayBuilder together(record.type());
    append(together, record.slice(0, cut));
    append(together, record.slice(cut, lists.size()));
    RC_ASSERT(equal(std::move(together).finish(), record));
  }));
}

TEST_CASE("a slice has the bytes and items of its own values only") {
  const Array lists = array_of<std::vector<std::int16_t>>({{1, 2}, {}, {3, 4, 5}});
  CHECK(lists.byte_count() == 4 * 8 + 5 * 2);
  const Array last = lists.slice(2, 3);
  CHECK(last.byte_count() == 2 * 8 + 3 * 2);
  CHECK(std::ranges::equal(last.items().numbers<std::int16_t>(), std::vector<std::int16_t>{3, 4, 5}));
  CHECK(last.content(0).length() == 5);
  CHECK(array_of<std::string>({"ab", "c"}).slice(1, 2).byte_count() == 2 * 8 + 1);
  CHECK(record_of({{"a"}, {"bc"}}).slice(1, 2).byte_count() == 2 * 8 + 2 * 8 + 2 + 2);
}

TEST_CASE("a compact array is itself, a slice becomes one whose offsets begin at 0") {
  const Array record = record_of({{"a", "bc"}, {}, {"", "def"}});
  CHECK(compact(record).content(0).list_offsets().data() == record.content(0).list_offsets().data());
  const Array slice = compact(record.slice(1, 3));
  CHECK(equal(slice, record_of({{}, {"", "def"}})));
  CHECK(slice.content(0).list_offsets().front() == 0);
  CHECK(slice.content(0).content(0).values().size() == 3);
}

TEST_CASE("the same lists of other contents share the offsets") {
  const Array lists = array_of<std::vector<float>>({{1, 2}, {}, {3}});
  const Array words = lists.with_contents({array_of<std::string>({"a", "b", "c", "unreached"})});
  CHECK(words.list_offsets().data() == lists.list_offsets().data());
  CHECK(equal(words, array_of<std::vector<std::string>>({{"a", "b"}, {}, {"c"}})));
  CHECK_THROWS_WITH_AS(lists.with_contents({array_of<float>({1, 2})}), "length of the content is 2, expected 3", Error);
  CHECK_THROWS_WITH_AS(lists.with_contents({}), "number of contents is 0, expected 1", Error);
  const Array part = record_of({{"a"}, {}, {"b"}}).slice(1, 3);
  const Array same = part.with_contents({part.content(0), part.content(1)});
  CHECK(same_values(same, part));
}

TEST_CASE("threads may copy, slice and drop one array at once") {
  std::optional<Array> shared = record_of(std::vector<std::vector<std::string>>(100, {"word", "another"}));
  std::atomic<std::size_t> letters = 0;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&letters, own = *shared] {
      for (std::size_t i = 0; i < 100; ++i) {
        const Array copy = own;
        letters += copy.slice(i, i + 1).content(0).items().byte_count();
      }
    });
  shared.reset();
  threads.clear();
  CHECK(letters == 4 * 100 * (3 * 8 + 11));
}

TEST_CASE("offsets from outside that fall are refused") {
  for (const auto& offsets : std::vector<std::vector<std::int64_t>>{{0, 4, 3}, {0, -1, 3}}) {
    ArrayBuilder lists = builder_of<std::vector<float>>({{1}, {2, 3}});
    lists.offsets.clear();
    for (const std::int64_t offset : offsets) append_offset(lists, offset);
    CHECK(error_of_validation(std::move(lists).finish()) == "offsets decrease");
  }
}

TEST_CASE("a boolean from outside that is neither 0 nor 1 is refused") {
  const auto booleans = [](const std::vector<std::uint8_t>& bytes) {
    ArrayBuilder builder = builder_of(bytes);
    builder.number = NumberType::boolean;
    return std::move(builder).finish();
  };
  CHECK(error_of_validation(booleans({0, 1})) == "no error");
  CHECK(error_of_validation(booleans({0, 2})) == "a boolean is neither 0 nor 1");
  CHECK(error_of_validation(booleans({0, 2}).slice(0, 1)) == "no error");
}

TEST_CASE("options and variants are cut, each alternative by itself") {
  const Array options = options_of({1, std::nullopt, 3, std::nullopt});
  CHECK(error_of_validation(options) == "no error");
  CHECK(same_values(options.slice(1, 3), options_of({std::nullopt, 3})));
  const Array variants = variants_of({1, "a", {}, 2, "b", "c"});
  CHECK(error_of_validation(variants) == "no error");
  CHECK(same_values(variants.slice(2, 5), variants_of({{}, 2, "b"})));
  CHECK(same_values(variants.slice(2, 3), variants_of({{}})));
  CHECK(variants.slice(2, 5).tags().data() == variants.tags().data() + 2);
}

TEST_CASE("values of a variant may lie in any order") {
  ArrayBuilder variants = variant_builder({1, 2, 3});
  variants.offsets.clear();
  for (const std::int64_t place : {2, 0, 0}) append_offset(variants, place);
  const Array all = std::move(variants).finish();
  REQUIRE(error_of_validation(all) == "no error");
  const Array two = compact(all.slice(0, 2));
  CHECK(error_of_validation(two) == "no error");
  CHECK(two.list_offsets()[0] == 2);
  CHECK(two.content(0).length() == 3);
}

TEST_CASE("options and variants from outside with invalid indices are refused") {
  ArrayBuilder options = option_builder({1, 2});
  options.offsets.clear();
  for (const std::int64_t offset : {0, 0, 2}) append_offset(options, offset);
  CHECK(error_of_validation(std::move(options).finish()) == "an optional value is 2 values");

  ArrayBuilder variants = variant_builder({1, "a", {}});
  variants.values.data()[0] = std::byte{3};
  CHECK(error_of_validation(variants.borrow()) == "a tag is 3, but there are 2 alternatives");
  variants.values.data()[0] = std::byte{0};
  CHECK(error_of_validation(variants.borrow()) == "no error");
  for (const std::int64_t place : {-1, 1}) {
    std::memcpy(variants.offsets.data() + 8, &place, sizeof place);
    CHECK(error_of_validation(variants.borrow()) == fmt::format("a value is at {}, but alternative 2 has 1", place));
  }
}

TEST_CASE("nested arrays from outside are checked all the way down") {
  ArrayBuilder nested = builder_of<std::vector<std::vector<float>>>({{{1}, {2, 3}}});
  CHECK(error_of_validation(nested.borrow()) == "no error");
  const std::int64_t after = 4;
  std::memcpy(nested.contents[0].offsets.data() + 8, &after, sizeof after);
  CHECK(error_of_validation(nested.borrow()) == "offsets decrease");
}
