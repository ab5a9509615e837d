#include "ramet/object/detail/column_writer.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "../array_text.hpp"
#include "../random_array.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/column_reader.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/schema/detail/class_layouts.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
using schema::ClassSpec;

namespace {

const std::vector<ClassSpec> classes = {
    {.name = "Point", .members = {{"x", "float"}, {"q", "std::int16_t"}}},
    {.name = "Shape", .version = 3, .members = {{"area", "Double32_t"}, {"size", "Float16_t"}}},
    {.name = "Corner", .bases = {"Point"}, .members = {{"id", "long"}, {"near", "Point[2]"}, {"m", "double[2][3]"}}},
    {.name = "Track",
     .version = 2,
     .bases = {"Corner", "Shape"},
     .members = {{"ok", "bool"},
                 {"name", "std::string"},
                 {"points", "std::vector<Point>"},
                 {"after", "std::uint8_t"},
                 {"shape", "Shape"},
                 {"words", "std::vector<std::string>"},
                 {"names", "std::string[2]"},
                 {"lists", "std::vector<float>[2]"},
                 {"map", "std::map<std::string,std::vector<Corner>>"},
                 {"pair", "std::pair<int,Point>"},
                 {"bits", "std::bitset<9>"},
                 {"x", "std::uint64_t"}}},
};

const std::vector<std::string> types = {"float",
                                        "std::string",
                                        "std::vector<std::int16_t>",
                                        "std::vector<std::string>",
                                        "std::vector<std::vector<std::vector<double>>>",
                                        "std::vector<bool>",
                                        "std::set<Double32_t>",
                                        "std::map<int,float>",
                                        "std::multimap<std::string,std::set<int>>",
                                        "std::bitset<12>",
                                        "Point",
                                        "Shape",
                                        "Corner",
                                        "Track",
                                        "std::vector<Point>",
                                        "std::list<Corner>",
                                        "std::vector<Track>",
                                        "std::map<int,Point>",
                                        "std::map<int,Track>",
                                        "std::vector<std::map<int,std::vector<Shape>>>",
                                        "std::pair<int,std::string>",
                                        "std::vector<std::pair<int,Point>>",
                                        "std::tuple<int,Point,std::string>",
                                        "std::vector<std::array<float,2>>"};

std::shared_ptr<const StoredType> stored(const std::string& type, Place place) {
  static const schema::StreamerInfos infos(schema::streamer_infos_of(classes, types));
  return StoredType::compile({.file = &infos, .catalogue = nullptr}, type, place);
}

array::Array read(const std::shared_ptr<const StoredType>& stored, const bytes::Buffer& written, std::size_t count,
                  bool is_member_wise) {
  const ColumnReader reader(stored);
  bytes::ByteCursor cursor(written.span());
  array::ArrayBuilder values(reader.type());
  if (is_member_wise)
    reader.append_member_wise(cursor, count, values);
  else
    reader.append(cursor, count, values);
  CHECK(cursor.at_end());
  return std::move(values).finish();
}

std::string hex(const bytes::Buffer& bytes) {
  std::string text;
  for (const std::byte byte : bytes.span()) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return text;
}

}  // namespace

TEST_CASE("what is written is what is read, of every type and in every place") {
  for (const std::string& type : types) {
    CAPTURE(type);
    array::Array values = random_array(array_type_of(type, classes), 40, 7);
    array::validate(values);
    for (const Place place : {Place::item, Place::member, Place::whole}) {
      const auto form = stored(type, place);
      const ColumnWriter writer(form, values.type());
      for (const bool is_member_wise : {false, true}) {
        bytes::Buffer written;
        if (is_member_wise)
          writer.append_member_wise(values, 0, values.length(), written);
        else
          writer.append(values, 0, values.length(), written);
        // Packed numbers are not exactly those that were written, but the second time they are.
        const array::Array back = read(form, written, values.length(), is_member_wise);
        bytes::Buffer again;
        if (is_member_wise)
          writer.append_member_wise(back, 0, back.length(), again);
        else
          writer.append(back, 0, back.length(), again);
        CHECK(hex(again) == hex(written));
        if (type.find("Double32_t") == std::string::npos && type.find("Shape") == std::string::npos &&
            type.find("Track") == std::string::npos)
          CHECK(text_of(back) == text_of(values));
      }
    }
  }
}

TEST_CASE("a part of the values is written as if there were no others") {
  for (const std::string& type : types) {
    CAPTURE(type);
    const array::Array values = random_array(array_type_of(type, classes), 30, 3);
    const ColumnWriter writer(stored(type, Place::member), values.type());
    bytes::Buffer parts;
    for (const std::size_t first : {0u, 10u, 20u}) writer.append(values, first, 10, parts);
    bytes::Buffer whole;
    writer.append(values, 0, 30, whole);
    CHECK(hex(parts) == hex(whole));
    bytes::Buffer slice;
    const array::Array middle = values.slice(10, 20);
    writer.append(middle, 0, 10, slice);
    bytes::Buffer same;
    writer.append(values, 10, 10, same);
    CHECK(hex(slice) == hex(same));
  }
}

TEST_CASE("objects have a byte count and their version, or the checksum of a class without one") {
  array::ArrayBuilder builder(array_type_of("Shape", classes));
  array::append(builder, random_array(builder.type(), 1, 1));
  const float size = 1.5;
  const double area = 2.5;
  std::memcpy(builder.contents[0].values.data(), &area, sizeof area);
  std::memcpy(builder.contents[1].values.data(), &size, sizeof size);
  const array::Array shapes = std::move(builder).finish();
  bytes::Buffer written;
  const ColumnWriter shape(stored("Shape", Place::item), shapes.type());
  shape.append(shapes, 0, 1, written);
  CHECK(hex(written) ==
        "40000009"
        "0003"
        "40200000"
        "7f0800");
  CHECK(shape.fixed_size() == 13);

  array::ArrayBuilder points(array_type_of("Point", classes));
  array::append(points, random_array(points.type(), 1, 1));
  const float x = 1;
  const std::int16_t q = -2;
  std::memcpy(points.contents[0].values.data(), &x, sizeof x);
  std::memcpy(points.contents[1].values.data(), &q, sizeof q);
  bytes::Buffer point;
  ColumnWriter(stored("Point", Place::item), points.type()).append(points.borrow(), 0, 1, point);
  const std::uint32_t checksum = schema::streamer_infos_of(classes)[0].checksum;
  CHECK(hex(point) == fmt::format("4000000c0000{:08x}3f800000fffe", checksum));
}

TEST_CASE("values of one size are known to be") {
  const auto size_of = [](const std::string& type) {
    return ColumnWriter(stored(type, Place::item), array_type_of(type, classes)).fixed_size();
  };
  CHECK(size_of("float") == 4);
  CHECK(size_of("Corner") == 10 + (10 + 6) + 8 + 2 * 16 + 48);
  CHECK(size_of("std::pair<int,Point>") != 0);
  CHECK(size_of("std::string") == 0);
  CHECK(size_of("Track") == 0);
}

TEST_CASE("an optional value is a vector of none or one") {
  const auto form = stored("std::vector<float>", Place::member);
  const array::Array values = random_array(array::parse_type("?float32"), 20, 5);
  bytes::Buffer written;
  ColumnWriter(form, values.type()).append(values, 0, 20, written);
  const array::Array lists = read(form, written, 20, false);
  CHECK(std::ranges::equal(lists.list_offsets(), values.list_offsets()));
}

TEST_CASE("an enumeration may be an integer of another size") {
  const std::vector<ClassSpec> with_enum = {{.name = "E", .members = {{"color", "enum Color"}}}};
  const schema::StreamerInfos infos(schema::streamer_infos_of(with_enum));
  const auto form = StoredType::compile({.file = &infos, .catalogue = nullptr}, "E", Place::item);
  const array::Array values = random_array(array::parse_type("{color: int8}"), 20, 5);
  bytes::Buffer written;
  ColumnWriter(form, values.type()).append(values, 0, 20, written);
  const array::Array back = read(form, written, 20, false);
  for (std::size_t i = 0; i < 20; ++i)
    CHECK(back.content(0).numbers<std::int32_t>()[i] == values.content(0).numbers<std::int8_t>()[i]);
}

TEST_CASE("values that are none of the type are refused") {
  const auto write_as = [](const std::string& type, std::string_view values) {
    ColumnWriter(stored(type, Place::item), array::parse_type(values));
  };
  CHECK_THROWS_AS(write_as("float", "int32"), Error);
  CHECK_THROWS_AS(write_as("std::vector<float>", "float32"), Error);
  CHECK_THROWS_AS(write_as("std::string", "var * int8"), Error);
  CHECK_THROWS_AS(write_as("Point", "{x: float32}"), Error);
  CHECK_THROWS_AS(write_as("Point", "{x: float32, q: int16, z: int8}"), Error);
  CHECK_THROWS_WITH_AS(write_as("Point", "{x: string, q: int16}"),
                       "Point.x: values of type string cannot be stored as a number", Error);
}
