#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "../../described_structs.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object;

using namespace ramet_test;
namespace code = ramet::schema::type_code;

namespace {

constexpr std::uint32_t checksum = 0x1234567;

schema::StreamerInfos pattern_layouts() {
  return schema::StreamerInfos(
      {layout("Strip", 1,
              {element("plane", code::unsigned_char, "UChar_t"), element("strip", code::unsigned_char, "UChar_t")},
              checksum),
       layout("Pattern", 1, {object_array_element("strips", "Strip", 3)}, checksum + 1)});
}

void write_pattern(ObjectWriter& writer, std::uint8_t first) {
  writer.checksummed(checksum + 1, [&] {
    for (std::uint8_t i = 0; i < 3; ++i)
      writer.checksummed(checksum, [&] {
        writer.write(static_cast<std::uint8_t>(first + i));
        writer.write(static_cast<std::uint8_t>(100 + i));
      });
  });
}

}  // namespace

TEST_CASE("struct runner: many objects of fixed size are all read, whatever stands in each") {
  constexpr std::uint32_t count = 50;
  ObjectWriter writer(0);
  writer.write(count);
  for (std::uint32_t i = 0; i < count; ++i) write_pattern(writer, static_cast<std::uint8_t>(i));
  const auto patterns = read_struct<std::vector<Pattern>>(writer, pattern_layouts(), "vector<Pattern>");
  REQUIRE(patterns.size() == count);
  for (std::size_t i = 0; i < count; ++i) {
    CAPTURE(i);
    CHECK(patterns[i].strips[0].plane == i);
    CHECK(patterns[i].strips[2].plane == i + 2);
    CHECK(patterns[i].strips[2].strip == 102);
  }
}

TEST_CASE("struct runner: an object with another head among many is read by its own layout, or refused") {
  ObjectWriter writer(0);
  writer.write(std::uint32_t{20});
  for (std::uint8_t i = 0; i < 20; ++i) write_pattern(writer, i);
  std::vector<std::byte> record(writer.payload().begin(), writer.payload().end());
  const schema::StreamerInfos infos = pattern_layouts();
  const StructPlan<std::vector<Pattern>> plan({&infos, nullptr}, "vector<Pattern>");
  const std::size_t size = (record.size() - 4) / 20;
  for (std::size_t place = 4 + 10 * size; place < 4 + 11 * size; ++place) {
    CAPTURE(place);
    record[place] ^= std::byte{0x55};
    try {
      const auto patterns = plan.read(record);
      CHECK(patterns.size() == 20);
      CHECK(patterns[11].strips[0].plane == 11);
    } catch (const Error& error) {
      const bool is_expected = error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported;
      CHECK(is_expected);
    }
    record[place] ^= std::byte{0x55};
  }
}

TEST_CASE("struct runner: versions may be mixed in one collection") {
  const schema::StreamerInfos infos(
      {layout("Item", 1, {element("id", code::int_, "int")}),
       layout("Item", 2, {element("id", code::short_, "short"), element("x", code::float_, "float")})});
  ObjectWriter writer(0);
  writer.write(std::uint32_t{12});
  for (std::int16_t i = 0; i < 12; ++i) {
    if (i % 3 == 0) writer.versioned(1, [&] { writer.write(std::int32_t{i}); });
    if (i % 3 != 0)
      writer.versioned(2, [&] {
        writer.write(i);
        writer.write(0.5F);
      });
  }
  const auto items = read_struct<std::vector<Item>>(writer, infos, "vector<Item>");
  REQUIRE(items.size() == 12);
  for (std::size_t i = 0; i < 12; ++i) {
    CAPTURE(i);
    CHECK(items[i].id == static_cast<int>(i));
    CHECK(items[i].x == (i % 3 == 0 ? 0 : 0.5));
  }
}

TEST_CASE("struct runner: containers of all kinds, nested, from any other") {
  ObjectWriter writer(0);
  writer.write(std::uint32_t{2});
  for (const int first : {1, 3}) {
    writer.write(std::uint32_t{2});
    for (const int i : {0, 1}) {
      writer.write(static_cast<std::int16_t>(first + i));
      writer.write(static_cast<std::int16_t>(-i));
    }
  }
  using Map = std::map<std::int16_t, std::int16_t>;
  const auto maps = read_struct<std::vector<Map>>(writer, "vector<map<short,short> >");
  CHECK(maps == std::vector<Map>{{{1, 0}, {2, -1}}, {{3, 0}, {4, -1}}});
  using Pairs = std::list<std::pair<std::int32_t, double>>;
  const auto lists = read_struct<std::deque<Pairs>>(writer, "vector<map<short,short> >");
  CHECK(lists == std::deque<Pairs>{{{1, 0.0}, {2, -1.0}}, {{3, 0.0}, {4, -1.0}}});
}

TEST_CASE("struct runner: sets, texts, arrays, booleans and numbers of another type") {
  ObjectWriter words(0);
  words.write(std::uint32_t{3});
  for (const char* word : {"b", "a", "b"}) words.string(word);
  CHECK(read_struct<std::set<std::string>>(words, "vector<string>") == std::set<std::string>{"a", "b"});
  ObjectWriter numbers(0);
  numbers.array<std::int32_t>(std::vector<std::int32_t>{1, 0, 200});
  CHECK(read_struct<std::vector<double>>(numbers, "vector<int>") == std::vector<double>{1, 0, 200});
  CHECK(read_struct<std::vector<std::uint8_t>>(numbers, "vector<int>") == std::vector<std::uint8_t>{1, 0, 200});
  CHECK(read_struct<std::vector<bool>>(numbers, "vector<int>") == std::vector<bool>{true, false, true});
  CHECK(read_struct<std::array<std::int64_t, 3>>(numbers, "vector<int>") == std::array<std::int64_t, 3>{1, 0, 200});
  CHECK_THROWS_AS((read_struct<std::array<std::int64_t, 4>>(numbers, "vector<int>")), Error);
  CHECK_THROWS_AS(read_struct<std::vector<std::int8_t>>(numbers, "vector<int>"), Error);
}
