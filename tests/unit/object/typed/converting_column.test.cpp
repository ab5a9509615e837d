#include "ramet/object/typed/converting_column.hpp"

#include <array>
#include <bitset>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../array_text.hpp"
#include <doctest/doctest.h>

#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;

namespace {

enum class Colour : std::int8_t { red = 1, blue = 7 };

/// As the table was made, and as a later version of the program fills it.
struct OldHit {
  float x = 0;
  std::int16_t layer = 0;
};
struct NewHit {
  std::int64_t plane = 0;
  double x = 0;
};
struct NewEvent : NewHit {
  std::vector<NewHit> hits;
};

}  // namespace

template <>
struct ramet::array::Description<OldHit> {
  static constexpr auto members = std::tuple(member("x", &OldHit::x), member("layer", &OldHit::layer));
};
template <>
struct ramet::array::Description<NewHit> {
  static constexpr auto members = std::tuple(member("plane", &NewHit::plane), member("x", &NewHit::x));
  static constexpr std::array former_names = {std::pair{"plane", "layer"}};
};
template <>
struct ramet::array::Description<NewEvent> {
  using bases = std::tuple<NewHit>;
  static constexpr auto members = std::tuple(member("hits", &NewEvent::hits));
};

namespace {

/// Values that were appended to an array of that type.
template <class Value>
array::Array as(std::string_view type, const std::vector<Value>& values) {
  const object::ConvertingColumnPtr<Value> column = object::make_converting_column<Value>(array::parse_type(type));
  array::ArrayBuilder to(array::parse_type(type));
  for (const Value& value : values) column->append(to, value);
  array::validate(to.borrow());
  return std::move(to).finish();
}

/// The same as values of the array's own type make.
template <class Own, class Value>
bool becomes(const std::vector<Own>& own, const std::vector<Value>& values) {
  array::ArrayBuilder expected(array::ValueColumn<Own>::type());
  for (const Own& value : own) array::ValueColumn<Own>::append(expected, value);
  const array::Array found = as(array::to_string(expected.type()), values);
  return found.length() == expected.length && ramet_test::text_of(found) == ramet_test::text_of(expected);
}

template <class Value>
std::string refusal_of(std::string_view type, const Value& value) {
  try {
    as(type, std::vector<Value>{value});
  } catch (const Error& error) {
    return fmt::format("{}: {}", to_string(error.kind()), error.what());
  }
  return "none";
}

}  // namespace

TEST_CASE("converting column: numbers become others") {
  CHECK(becomes<double>({1.5, -2}, std::vector<float>{1.5F, -2}));
  CHECK(becomes<std::int8_t>({-128, 127}, std::vector<std::int64_t>{-128, 127}));
  CHECK(becomes<std::uint16_t>({3, 0}, std::vector<double>{3, 0}));
  CHECK(becomes<std::int32_t>({1, 7}, std::vector<Colour>{Colour::red, Colour::blue}));
  CHECK(becomes<float>({1, 0}, std::vector<char>{1, 0}));
}

TEST_CASE("converting column: lists, arrays of fixed size and options stand for one another") {
  using Floats = std::vector<float>;
  CHECK(becomes<std::vector<double>>({{1, 2}, {}}, std::vector<Floats>{{1, 2}, {}}));
  CHECK(becomes<std::array<double, 2>>({{1, 2}}, std::vector<Floats>{{1, 2}}));
  CHECK(becomes<std::vector<float>>({{1, 2}}, std::vector<std::array<double, 2>>{{1, 2}}));
  CHECK(becomes<std::vector<std::int32_t>>({{0, 1}}, std::vector<std::vector<bool>>{{false, true}}));
  CHECK(becomes<std::vector<std::int64_t>>({{1, 2}}, std::vector<std::set<std::int32_t>>{{2, 1}}));
  CHECK(becomes<std::optional<double>>({1, std::nullopt}, std::vector<std::optional<std::int32_t>>{1, std::nullopt}));
  CHECK(becomes<std::optional<double>>({1, 2}, std::vector<float>{1, 2}));
  CHECK(becomes<double>({1}, std::vector<std::optional<float>>{1}));
  CHECK(becomes<std::optional<std::string>>({"a"}, std::vector<std::string>{"a"}));
  CHECK(becomes<std::map<std::int64_t, std::string>>({{{1, "a"}}},
                                                     std::vector<std::map<std::int16_t, std::string>>{{{1, "a"}}}));
  CHECK(becomes<std::tuple<double, std::string>>({{1, "a"}},
                                                 std::vector<std::tuple<std::int32_t, std::string>>{{1, "a"}}));
}

TEST_CASE("converting column: members of structs are found by name or former name, in any order") {
  const array::Array hits = as<std::vector<NewHit>>("var * {x: float32, layer: int16}", {{{3, 1.5}, {4, 2.5}}, {}});
  CHECK(hits.content(0).content(0).numbers<float>()[1] == 2.5F);
  CHECK(hits.content(0).content(1).numbers<std::int16_t>()[1] == 4);
  NewEvent event;
  event.plane = 9;
  event.hits = {{1, 0.5}};
  const array::Array events =
      as<NewEvent>("{hits: var * {layer: int8, x: float64}, plane: int32, x: float32}", {event});
  CHECK(events.content(1).numbers<std::int32_t>()[0] == 9);
  CHECK(events.content(0).content(0).content(1).numbers<double>()[0] == 0.5);
}

TEST_CASE("converting column: a value that the array cannot hold is misuse, with the value") {
  CHECK(refusal_of<std::int64_t>("int8", 128) == "misuse: number is out of range: 128 is not in -128..127");
  CHECK(refusal_of<double>("int32", 0.5) == "misuse: number 0.5 has a fraction, which int32 cannot hold");
  CHECK(refusal_of<double>("int32", std::numeric_limits<double>::quiet_NaN()).starts_with("misuse: number is out of"));
  CHECK(refusal_of<std::vector<float>>("3 * float32", {1, 2}) == "misuse: 2 values cannot be stored as 3 * float32");
  CHECK(refusal_of<std::optional<float>>("float64", {}) == "misuse: a missing value cannot be stored as float64");
}

TEST_CASE("converting column: a type that cannot become the array's is unsupported") {
  CHECK(refusal_of<std::string>("float32", {}) == "unsupported: values of type string cannot become float32");
  CHECK(refusal_of<float>("string", {}) == "unsupported: values of type float32 cannot become string");
  CHECK(refusal_of<std::vector<float>>("float32", {}) ==
        "unsupported: values of type var * float32 cannot become float32");
  CHECK(refusal_of<std::bitset<3>>("var * bool", {}) ==
        "unsupported: values of type 3 * bool cannot become var * bool");
  CHECK(refusal_of<OldHit>("{x: float64}", {}) == "unsupported: {x: float64} has no member 'layer'");
  CHECK(refusal_of<OldHit>("{x: float64, layer: int16, y: int8}", {}) ==
        "unsupported: no member matches 'y' of {x: float64, layer: int16, y: int8}");
  CHECK(refusal_of<OldHit>("{x: string, layer: int16}", {}) ==
        "unsupported: member 'x': values of type float32 cannot become string");
}
