#include "ramet/array/describe.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::array;

namespace {

struct Event {
  std::int32_t run = 0;
  std::vector<float> pt;
};

template <class Value>
Array column_of(const std::vector<Value>& values) {
  Array column(ValueColumn<Value>::type());
  for (const Value& value : values) ValueColumn<Value>::append(column, value);
  validate(column);
  CHECK(column.length == values.size());
  return column;
}

template <class Number>
std::vector<Number> numbers_of(const Array& array) {
  const auto numbers = array.numbers<Number>();
  return {numbers.begin(), numbers.end()};
}

std::vector<std::int64_t> offsets_of(const Array& array) {
  const auto offsets = array.list_offsets();
  return {offsets.begin(), offsets.end()};
}

}  // namespace

template <>
struct ramet::array::Description<Event> {
  static constexpr auto members = std::tuple(member("run", &Event::run), member("pt", &Event::pt));
};

TEST_CASE("a struct is described by its members and their names") {
  static_assert(Described<Event>);
  static_assert(!Described<std::string>);
  const Event event{.run = 7, .pt = {1, 2}};
  const auto& [run, pt] = Description<Event>::members;
  CHECK(run.name == "run");
  CHECK(event.*run.pointer == 7);
  CHECK(pt.name == "pt");
  CHECK((event.*pt.pointer).size() == 2);
}

TEST_CASE("numbers become a column of numbers") {
  CHECK(numbers_of<double>(column_of<double>({1.5, -2})) == std::vector<double>{1.5, -2});
  const Array booleans = column_of<bool>({true, false, true});
  CHECK(to_string(booleans.type()) == "bool");
  CHECK(booleans.values.data()[1] == std::byte{0});
  CHECK(booleans.values.data()[2] == std::byte{1});
}

TEST_CASE("strings become characters and where they end") {
  const Array strings = column_of<std::string>({"ab", "", std::string("c\0d", 3)});
  CHECK(to_string(strings.type()) == "string");
  CHECK(offsets_of(strings) == std::vector<std::int64_t>{0, 2, 2, 5});
  CHECK(strings.values.data()[3] == std::byte{0});
}

TEST_CASE("arrays become values without offsets") {
  const Array pairs = column_of<std::array<std::int16_t, 2>>({{1, 2}, {3, 4}});
  CHECK(to_string(pairs.type()) == "2 * int16");
  CHECK(numbers_of<std::int16_t>(pairs.contents[0]) == std::vector<std::int16_t>{1, 2, 3, 4});
  CHECK(to_string(column_of<std::array<std::array<float, 3>, 2>>({}).type()) == "2 * 3 * float32");
}

TEST_CASE("vectors become values and where they end") {
  const Array lists = column_of<std::vector<std::uint8_t>>({{1, 2}, {}, {3}});
  CHECK(to_string(lists.type()) == "var * uint8");
  CHECK(offsets_of(lists) == std::vector<std::int64_t>{0, 2, 2, 3});
  CHECK(numbers_of<std::uint8_t>(lists.contents[0]) == std::vector<std::uint8_t>{1, 2, 3});
}

TEST_CASE("vectors of bool, of strings and of vectors become nested columns") {
  const Array booleans = column_of<std::vector<bool>>({{true}, {false, true}});
  CHECK(to_string(booleans.type()) == "var * bool");
  CHECK(booleans.contents[0].length == 3);
  CHECK(booleans.contents[0].values.data()[1] == std::byte{0});

  const Array words = column_of<std::vector<std::string>>({{"a", "bc"}, {}});
  CHECK(to_string(words.type()) == "var * string");
  CHECK(offsets_of(words) == std::vector<std::int64_t>{0, 2, 2});
  CHECK(offsets_of(words.contents[0]) == std::vector<std::int64_t>{0, 1, 3});

  const Array nested = column_of<std::vector<std::vector<double>>>({{{1}, {}}, {{2, 3}}});
  CHECK(to_string(nested.type()) == "var * var * float64");
  CHECK(offsets_of(nested) == std::vector<std::int64_t>{0, 2, 3});
  CHECK(offsets_of(nested.contents[0]) == std::vector<std::int64_t>{0, 1, 1, 3});
}
