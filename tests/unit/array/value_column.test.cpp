#include "ramet/array/value_column.hpp"

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::array;

namespace {

template <class Value>
Array column_of(const std::vector<Value>& values) {
  ArrayBuilder column(ValueColumn<Value>::type());
  for (const Value& value : values) ValueColumn<Value>::append(column, value);
  validate(column.borrow());
  CHECK(column.length == values.size());
  return std::move(column).finish();
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

TEST_CASE("numbers become a column of numbers") {
  CHECK(numbers_of<double>(column_of<double>({1.5, -2})) == std::vector<double>{1.5, -2});
  const Array booleans = column_of<bool>({true, false, true});
  CHECK(to_string(booleans.type()) == "bool");
  CHECK(booleans.values().data()[1] == std::byte{0});
  CHECK(booleans.values().data()[2] == std::byte{1});
}

TEST_CASE("strings become characters and their ends") {
  const Array strings = column_of<std::string>({"ab", "", std::string("c\0d", 3)});
  CHECK(to_string(strings.type()) == "string");
  CHECK(offsets_of(strings) == std::vector<std::int64_t>{0, 2, 2, 5});
  CHECK(strings.values().data()[3] == std::byte{0});
}

TEST_CASE("arrays become values without offsets") {
  const Array pairs = column_of<std::array<std::int16_t, 2>>({{1, 2}, {3, 4}});
  CHECK(to_string(pairs.type()) == "2 * int16");
  CHECK(numbers_of<std::int16_t>(pairs.content(0)) == std::vector<std::int16_t>{1, 2, 3, 4});
  CHECK(to_string(column_of<std::array<std::array<float, 3>, 2>>({}).type()) == "2 * 3 * float32");
}

TEST_CASE("vectors become values and their ends") {
  const Array lists = column_of<std::vector<std::uint8_t>>({{1, 2}, {}, {3}});
  CHECK(to_string(lists.type()) == "var * uint8");
  CHECK(offsets_of(lists) == std::vector<std::int64_t>{0, 2, 2, 3});
  CHECK(numbers_of<std::uint8_t>(lists.content(0)) == std::vector<std::uint8_t>{1, 2, 3});
}

TEST_CASE("vectors of bool, of strings and of vectors become nested columns") {
  const Array booleans = column_of<std::vector<bool>>({{true}, {false, true}});
  CHECK(to_string(booleans.type()) == "var * bool");
  CHECK(booleans.content(0).length() == 3);
  CHECK(booleans.content(0).values().data()[1] == std::byte{0});

  const Array words = column_of<std::vector<std::string>>({{"a", "bc"}, {}});
  CHECK(to_string(words.type()) == "var * string");
  CHECK(offsets_of(words) == std::vector<std::int64_t>{0, 2, 2});
  CHECK(offsets_of(words.content(0)) == std::vector<std::int64_t>{0, 1, 3});

  const Array nested = column_of<std::vector<std::vector<double>>>({{{1}, {}}, {{2, 3}}});
  CHECK(to_string(nested.type()) == "var * var * float64");
  CHECK(offsets_of(nested) == std::vector<std::int64_t>{0, 2, 3});
  CHECK(offsets_of(nested.content(0)) == std::vector<std::int64_t>{0, 1, 1, 3});
}

namespace {

enum class Charge : std::int8_t { negative = -1, positive = 1 };

struct Hit {
  std::int32_t id = 0;
  std::vector<float> adc;
};

struct Detector {
  std::int16_t station = 0;
  std::int32_t id = 0;
};

struct Track : Detector {
  float pt = 0;
  std::int32_t id = 0;  // hides the base's
  std::vector<Hit> hits;
  std::map<std::string, double> weights;
};

}  // namespace

template <>
struct ramet::array::Description<Hit> {
  static constexpr auto members = std::tuple(member("id", &Hit::id), member("adc", &Hit::adc));
};
template <>
struct ramet::array::Description<Detector> {
  static constexpr auto members = std::tuple(member("station", &Detector::station), member("id", &Detector::id));
  static constexpr std::array class_names = {"Detector"};
};
template <>
struct ramet::array::Description<Track> {
  using bases = std::tuple<Detector>;
  static constexpr auto members = std::tuple(member("pt", &Track::pt), member("id", &Track::id),
                                             member("hits", &Track::hits), member("weights", &Track::weights));
  static constexpr std::array class_names = {"Track"};
};

TEST_CASE("enumerations become their integers") {
  const Array charges = column_of<Charge>({Charge::positive, Charge::negative});
  CHECK(numbers_of<std::int8_t>(charges) == std::vector<std::int8_t>{1, -1});
}

TEST_CASE("sets, lists and deques become lists; maps lists of their items") {
  CHECK(numbers_of<std::int32_t>(column_of<std::set<std::int32_t>>({{3, 1}, {}, {2}}).content(0)) ==
        std::vector<std::int32_t>{1, 3, 2});
  CHECK(to_string(column_of<std::list<float>>({{1, 2}}).type()) == "var * float32");
  CHECK(to_string(column_of<std::deque<std::vector<bool>>>({{{true}, {}}}).type()) == "var * var * bool");
  CHECK(offsets_of(column_of<std::unordered_set<int>>({{7}, {}})) == std::vector<std::int64_t>{0, 1, 1});

  const Array maps = column_of<std::map<std::int32_t, std::string>>({{{1, "a"}, {2, "bc"}}, {}});
  CHECK(to_string(maps.type()) == "var * {first: int32, second: string}");
  CHECK(numbers_of<std::int32_t>(maps.content(0).content(0)) == std::vector<std::int32_t>{1, 2});
  CHECK(offsets_of(maps.content(0).content(1)) == std::vector<std::int64_t>{0, 1, 3});
}

TEST_CASE("pairs and tuples become records, bitsets and C arrays regular") {
  CHECK(to_string(column_of<std::pair<bool, double>>({{true, 1.5}}).type()) == "{first: bool, second: float64}");
  const Array tuples = column_of<std::tuple<std::int8_t, std::string>>({{1, "x"}, {2, ""}});
  CHECK(to_string(tuples.type()) == "{_0: int8, _1: string}");
  CHECK(numbers_of<std::int8_t>(tuples.content(0)) == std::vector<std::int8_t>{1, 2});
  const Array bits = column_of<std::bitset<3>>({std::bitset<3>(5)});
  CHECK(to_string(bits.type()) == "3 * bool");
  CHECK(bits.content(0).values().data()[2] == std::byte{1});
  CHECK(to_string(ValueColumn<float[2][3]>::type()) == "2 * 3 * float32");
}

TEST_CASE("optional values and variants keep their values") {
  const Array options = column_of<std::optional<float>>({1.5F, std::nullopt, 2});
  CHECK(to_string(options.type()) == "?float32");
  CHECK(offsets_of(options) == std::vector<std::int64_t>{0, 1, 1, 2});
  const Array variants = column_of<std::variant<std::int32_t, std::string>>({7, "seven", 8});
  CHECK(to_string(variants.type()) == "union[int32, string]");
  CHECK(offsets_of(variants) == std::vector<std::int64_t>{0, 0, 1});
}

TEST_CASE("described structs become records, of their bases' members first") {
  Track track;
  track.station = 4;
  track.Detector::id = 5;
  track.pt = 1.5;
  track.id = 6;
  track.hits = {{1, {2, 3}}, {4, {}}};
  track.weights = {{"w", 0.5}};
  const Array tracks = column_of<Track>({track, {}});
  CHECK(
      to_string(tracks.type()) ==
      "{station: int16, id: int32, pt: float32, \"id'\": int32, hits: var * {id: int32, adc: var * float32}, weights: "
      "var * {first: string, second: float64}}");
  CHECK(numbers_of<std::int32_t>(tracks.content(1)) == std::vector<std::int32_t>{5, 0});
  CHECK(numbers_of<std::int32_t>(tracks.content(3)) == std::vector<std::int32_t>{6, 0});
  CHECK(offsets_of(tracks.content(4)) == std::vector<std::int64_t>{0, 2, 2});
  CHECK(numbers_of<float>(tracks.content(4).content(0).content(1).content(0)) == std::vector<float>{2, 3});
}

TEST_CASE("types are spelled as in C++, or not at all when a struct in them has no class name") {
  CHECK(ValueColumn<std::int32_t>::type_name() == "std::int32_t");
  CHECK(ValueColumn<Charge>::type_name() == "std::int8_t");
  CHECK(ValueColumn<long long>::type_name() == "long long");
  CHECK(ValueColumn<char>::type_name() == "char");
  CHECK(ValueColumn<double[2][3]>::type_name() == "std::array<std::array<double,3>,2>");
  CHECK(ValueColumn<std::bitset<8>>::type_name() == "std::bitset<8>");
  CHECK(ValueColumn<std::map<std::int32_t, std::vector<Track>>>::type_name() ==
        "std::map<std::int32_t,std::vector<Track>>");
  CHECK(ValueColumn<std::unordered_multimap<std::string, std::set<float>>>::type_name() ==
        "std::unordered_multimap<std::string,std::set<float>>");
  CHECK(ValueColumn<std::tuple<std::pair<bool, std::string>, std::optional<Detector>>>::type_name() ==
        "std::tuple<std::pair<bool,std::string>,std::optional<Detector>>");
  CHECK(ValueColumn<std::variant<float, std::unique_ptr<double>>>::type_name() ==
        "std::variant<float,std::unique_ptr<double>>");
  CHECK(ValueColumn<std::vector<Hit>>::type_name().empty());
  CHECK(ValueColumn<std::pair<int, Hit>>::type_name().empty());
  static_assert(ValueColumn<std::vector<std::array<float, 4>>>::is_plain);
  static_assert(!ValueColumn<std::vector<std::vector<float>>>::is_plain);
  static_assert(!ValueColumn<std::vector<std::string>>::is_plain);
  static_assert(!ValueColumn<std::set<int>>::is_plain);
}
