#include "../../array_text.hpp"
#include "../../made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/column_reader.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
namespace code = schema::type_code;

namespace {

std::string read(const schema::StreamerInfos& infos, std::string_view type, std::string_view wanted,
                 const ObjectWriter& writer, std::size_t count, Place place = Place::item) {
  const ColumnReader reader(StoredType::compile({.file = &infos}, type, place), array::parse_type(wanted));
  bytes::ByteCursor cursor(writer.payload(), key_length);
  array::ArrayBuilder values(reader.type());
  reader.append(cursor, count, values);
  array::validate(values.borrow());
  CHECK(cursor.at_end());
  return text_of(values);
}

}  // namespace

TEST_CASE("numbers of all sizes beside a text go to their members") {
  const schema::StreamerInfos infos(
      {layout("A", 1,
              {element("a", code::char_, "char"), element("b", code::unsigned_short, "unsigned short"),
               element("c", code::float_, "float"), element("d", code::long64, "Long64_t"),
               element("t", code::tstring, "TString"), element("e", code::double_, "double"),
               element("f", code::bool_, "bool")})});
  ObjectWriter writer(key_length);
  for (int i = 0; i < 2; ++i)
    writer.versioned(1, [&] {
      writer.write(static_cast<std::int8_t>(-i));
      writer.write(static_cast<std::uint16_t>(i + 1));
      writer.write(0.5F);
      writer.write(std::int64_t{-5});
      writer.string("t");
      writer.write(0.25);
      writer.write(std::uint8_t{1});
    });
  CHECK(read(infos, "A", "{a: int8, b: uint16, c: float32, d: int64, t: string, e: float64, f: bool}", writer, 2) ==
        "[{a: 0, b: 1, c: 0.5, d: -5, t: \"t\", e: 0.25, f: true}, "
        "{a: -1, b: 2, c: 0.5, d: -5, t: \"t\", e: 0.25, f: true}]");
}

TEST_CASE("unwanted members are skipped, and members that are not stored are empty") {
  const schema::StreamerInfos infos(
      {layout("Part", 1, {element("x", code::int_, "int")}),
       layout("A", 1,
              {element("n", code::counter, "int"), counted_element("v", code::short_ + code::counted_array, "n"),
               element("part", code::any, "Part"), element("list", code::object_pointer, "TList*"),
               element("last", code::int_, "int")})});
  ObjectWriter writer(key_length);
  for (int i = 0; i < 6; ++i)  // enough to be read in bulk, which they cannot
    writer.versioned(1, [&] {
      writer.write(std::int32_t{1});
      writer.counted(std::span<const std::int16_t>(std::vector<std::int16_t>{7}));
      writer.versioned(1, [&] { writer.write(std::int32_t{8}); });
      writer.null();
      writer.write(i);
    });
  CHECK(read(infos, "A", "{last: float64, new: 2 * int32, words: var * string, part: {y: int8}}", writer, 6)
            .starts_with("[{last: 0, new: [0, 0], words: [], part: {y: 0}}, {last: 1,"));
}

TEST_CASE("a pointer to an object that it lies in is refused") {
  const schema::StreamerInfos infos({layout("Point", 1, {element("x", code::int_, "int")}),
                                     layout("A", 1, {element("p", code::any_pointer, "Point*")})});
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] { writer.reference(ObjectIdentity{key_length + 8}); });
  CHECK_THROWS_AS(read(infos, "A", "{p: ?{x: int32}}", writer, 1), Error);
}

TEST_CASE("members that are not stored take no more memory than the objects justify") {
  const schema::StreamerInfos infos({layout("A", 1, {element("x", code::int_, "int")})});
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] { writer.write(std::int32_t{1}); });
  CHECK(read(infos, "A", "{x: int32, y: 1000 * float64}", writer, 1).starts_with("[{x: 1, y: [0, 0,"));
  CHECK_THROWS_AS(read(infos, "A", "{x: int32, y: 1000000000 * float64}", writer, 1), Error);
  CHECK_THROWS_AS(read(infos, "A", "{x: int32, y: 1000000000 * string}", writer, 1), Error);
}

TEST_CASE("objects stored member-wise give their members' numbers in runs, whatever their types become") {
  const schema::StreamerInfos infos(
      {layout("Hit", 1,
              {element("x", code::float_, "float"), array_element("a", code::fixed_array + code::short_, 3),
               element("y", code::double_, "double"), element("n", code::char_, "char")})});
  constexpr std::uint16_t collection_version = 9;
  ObjectWriter writer(key_length);
  for (const int count : {2, 0, 1})
    writer.versioned(collection_version | schema::memberwise_mask, [&] {
      writer.write(std::uint16_t{1});
      writer.write(static_cast<std::uint32_t>(count));
      for (int i = 0; i < count; ++i) writer.write(0.5F + static_cast<float>(i));
      for (int i = 0; i < 3 * count; ++i) writer.write(static_cast<std::int16_t>(i - 1));
      for (int i = 0; i < count; ++i) writer.write(0.25 * i);
      for (int i = 0; i < count; ++i) writer.write(static_cast<std::int8_t>(-i));
    });
  const std::string expected =
      "[[{x: 0.5, a: [-1, 0, 1], y: 0, n: 0}, {x: 1.5, a: [2, 3, 4], y: 0.25, n: -1}], [], "
      "[{x: 0.5, a: [-1, 0, 1], y: 0, n: 0}]]";
  for (const std::string_view wanted : {"var * {x: float32, a: 3 * int16, y: float64, n: int8}",
                                        "var * {x: float32, a: 3 * int16, y: float32, n: int64}",
                                        "var * {x: float32, a: var * int16, y: float64, n: int8}"}) {
    CAPTURE(wanted);
    CHECK(read(infos, "vector<Hit>", wanted, writer, 3, Place::member) == expected);
  }
}

TEST_CASE("objects stored member-wise whose numbers are not all there are corrupt") {
  const schema::StreamerInfos infos({layout(
      "Hit", 1, {element("x", code::float_, "float"), array_element("a", code::fixed_array + code::short_, 3)})});
  ObjectWriter writer(key_length);
  writer.versioned(9 | schema::memberwise_mask, [&] {
    writer.write(std::uint16_t{1});
    writer.write(std::uint32_t{2});
    for (int i = 0; i < 19; ++i) writer.write(std::int8_t{0});  // of 20
  });
  CHECK_THROWS_AS(read(infos, "vector<Hit>", "var * {x: float32, a: 3 * int16}", writer, 1, Place::member), Error);
}
