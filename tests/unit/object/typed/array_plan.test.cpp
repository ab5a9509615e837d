#include "ramet/object/typed/array_plan.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using object::ArrayPlan;

namespace {

struct Hit {
  float x = 0;
  std::int16_t layer = 0;
  bool operator==(const Hit&) const = default;
};

/// As it is written, and as a later version of the program reads it.
struct Before {
  std::int32_t run = 0;
  std::vector<Hit> hits;
  std::string position;
};
struct After {
  std::int64_t run = 0;
  std::vector<Hit> hits;
  std::string place;
  double added = 1.5;
};

/// The values as an array.
template <class Value>
array::Array array_of(const std::vector<Value>& values) {
  array::ArrayBuilder column(array::ValueColumn<Value>::type());
  for (const Value& value : values) array::ValueColumn<Value>::append(column, value);
  return std::move(column).finish();
}

/// Values of one C++ type, by way of an array, as another.
template <class To, class From>
std::vector<To> through_array(const std::vector<From>& values) {
  const array::Array column = array_of(values);
  const auto types = object::TargetTypes::of<To>();
  const ArrayPlan plan(column.type(), types->whole());
  auto read = std::make_unique<To[]>(values.size()), at_once = std::make_unique<To[]>(values.size());
  for (std::size_t index = 0; index < values.size(); ++index) plan.read(column, index, &read[index]);
  plan.read_all(column, at_once.get());
  if constexpr (std::copyable<To> && std::equality_comparable<To>)
    CHECK(std::equal(&read[0], &read[values.size()], &at_once[0]));
  return {std::make_move_iterator(read.get()), std::make_move_iterator(read.get() + values.size())};
}

template <class Value>
bool comes_back(const std::vector<Value>& values) {
  return through_array<Value>(values) == values;
}

/// What is said of a type that another cannot become.
template <class To>
std::string refusal_of(std::string_view type) {
  const auto types = object::TargetTypes::of<To>();
  try {
    ArrayPlan(array::parse_type(type), types->whole());
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
    return error.what();
  }
  return "none";
}

}  // namespace

template <>
struct ramet::array::Description<Hit> {
  static constexpr auto members = std::tuple(member("x", &Hit::x), member("layer", &Hit::layer));
};
template <>
struct ramet::array::Description<Before> {
  static constexpr auto members =
      std::tuple(member("run", &Before::run), member("hits", &Before::hits), member("position", &Before::position));
};
template <>
struct ramet::array::Description<After> {
  static constexpr auto members = std::tuple(member("added", &After::added), member("hits", &After::hits),
                                             member("place", &After::place), member("run", &After::run));
  static constexpr std::array former_names = {std::pair{"place", "position"}};
};

TEST_CASE("array plan: values in an array come back") {
  CHECK(comes_back<std::int8_t>({-128, 0, 127}));
  CHECK(comes_back<double>({1.5, -2, 1e300}));
  CHECK(comes_back<std::string>({"", "one", std::string(1000, 'x')}));
  CHECK(comes_back<std::array<std::uint16_t, 3>>({{1, 2, 3}, {4, 5, 6}}));
  CHECK(comes_back<std::vector<float>>({{}, {1}, {2, 3}}));
  CHECK(comes_back<std::vector<bool>>({{true, false}, {}}));
  CHECK(comes_back<std::vector<std::vector<std::string>>>({{{"a"}, {}}, {}, {{"b", "c"}}}));
  CHECK(comes_back<std::list<std::int32_t>>({{3, 1}, {}}));
  CHECK(comes_back<std::set<std::string>>({{"b", "a"}, {}}));
  CHECK(comes_back<std::map<std::int32_t, std::vector<double>>>({{{1, {2, 3}}, {0, {}}}, {}}));
  CHECK(comes_back<std::pair<float, std::string>>({{1.5F, "x"}}));
  CHECK(comes_back<std::tuple<bool, std::int64_t>>({{true, -1}}));
  CHECK(comes_back<std::bitset<9>>({std::bitset<9>(0x155), {}}));
  CHECK(comes_back<std::optional<std::int32_t>>({1, std::nullopt, 3}));
  CHECK(comes_back<std::vector<Hit>>({{{1.5F, 2}, {2.5F, 3}}, {}}));
  const auto held = through_array<std::unique_ptr<Hit>>(std::vector<std::optional<Hit>>{Hit{1, 2}, std::nullopt});
  CHECK(*held[0] == Hit{1, 2});
  CHECK(held[1] == nullptr);
}

TEST_CASE("array plan: numbers, lists and options stand for one another") {
  CHECK(through_array<double>(std::vector<std::int16_t>{-1, 7}) == std::vector<double>{-1, 7});
  CHECK(through_array<std::int32_t>(std::vector<double>{1.75, -3}) == std::vector<std::int32_t>{1, -3});
  CHECK(through_array<std::vector<std::int64_t>>(std::vector<std::array<std::uint8_t, 2>>{{1, 2}, {3, 4}}) ==
        std::vector<std::vector<std::int64_t>>{{1, 2}, {3, 4}});
  CHECK(through_array<std::array<float, 2>>(std::vector<std::vector<float>>{{1, 2}}) ==
        std::vector<std::array<float, 2>>{{1, 2}});
  CHECK(through_array<std::optional<float>>(std::vector<float>{1, 2}) == std::vector<std::optional<float>>{1, 2});
}

TEST_CASE("array plan: members may be added, widened, renamed and in another order") {
  const auto after = through_array<After>(std::vector<Before>{{7, {{1, 2}}, "here"}, {8, {}, ""}});
  CHECK(after[0].run == 7);
  CHECK(after[0].hits == std::vector<Hit>{{1, 2}});
  CHECK(after[0].place == "here");
  CHECK(after[0].added == 1.5);
  CHECK(after[1].run == 8);
}

TEST_CASE("array plan: values that do not fit are refused with place and numbers") {
  CHECK_THROWS_WITH_AS(through_array<std::int8_t>(std::vector<std::int32_t>{1, 128}),
                       doctest::Contains("128 is not in -128..127"), Error);
  CHECK_THROWS_WITH_AS(through_array<std::uint8_t>(std::vector<double>{-1}), doctest::Contains("-1 is not in 0..255"),
                       Error);
  CHECK_THROWS_WITH_AS((through_array<std::array<float, 2>>(std::vector<std::vector<float>>{{1, 2}, {3}})),
                       "value 1 has 1 items, but the array needs 2", Error);
}

TEST_CASE("array plan: types that cannot become one another are refused, naming the member") {
  CHECK(refusal_of<float>("string") == "values of type string cannot become a number");
  CHECK(refusal_of<std::string>("int32") == "values of type int32 cannot become a string");
  CHECK(refusal_of<std::vector<float>>("float32") == "values of type float32 cannot become a container");
  CHECK(refusal_of<std::array<float, 2>>("3 * float32") == "values of type 3 * float32 cannot become an array of 2");
  CHECK(refusal_of<Hit>("int32") == "values of type int32 cannot become a struct");
  CHECK(refusal_of<std::vector<Hit>>("var * {x: string}") ==
        "member 'x': values of type string cannot become a number");
  CHECK(refusal_of<std::int32_t>("?int32") == "values of type ?int32 cannot become a number");
}
