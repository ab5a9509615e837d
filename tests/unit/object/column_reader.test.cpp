#include "ramet/object/column_reader.hpp"

#include <string>

#include "array_text.hpp"
#include "made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
namespace code = schema::type_code;

namespace {

constexpr std::uint16_t stl_version = 9;  // that of TStreamerInfo: what ROOT writes before a collection

schema::StreamerElement standard(std::string name, std::string type_name) {
  auto member = element(std::move(name), code::streamer, std::move(type_name));
  member.element_class = "TStreamerSTL";
  member.stl_type = 1;
  return member;
}

const schema::StreamerInfos& classes() {
  static const schema::StreamerInfos infos(
      {layout("Point", 1, {element("x", code::float_, "float"), element("y", code::short_, "short")}),
       layout("Named", 2, {base_element("Point", 1), element("name", code::tstring, "TString")}),
       layout("Counted", 1,
              {element("n", code::counter, "int"), counted_element("values", code::float_ + code::counted_array, "n"),
               standard("words", "vector<string>"), standard("label", "string")}),
       layout("Foreign", 1, {element("x", code::int_, "int")}, 0xabcd1234),
       layout("array<float,2>", 1, {array_element("_M_elems", code::float_ + code::fixed_array, 2)}),
       layout("Owner", 1,
              {element("first", code::any_pointer, "Point*"), element("second", code::any_pointer, "Point*")})});
  return infos;
}

/// What a type reads from what was written, and that nothing is left.
std::string read(std::string_view type, Place place, const ObjectWriter& writer, std::size_t count = 1,
                 bool is_member_wise = false) {
  const ColumnReader reader(StoredType::compile({.file = &classes()}, type, place));
  bytes::ByteCursor cursor(writer.payload(), key_length);
  array::ArrayBuilder values(reader.type());
  if (is_member_wise)
    reader.append_member_wise(cursor, count, values);
  else
    reader.append(cursor, count, values);
  array::validate(values.borrow());
  CHECK(values.length == count);
  CHECK(cursor.at_end());
  return text_of(values);
}

void point(ObjectWriter& writer, float x, std::int16_t y) {
  writer.versioned(1, [&] {
    writer.write(x);
    writer.write(y);
  });
}

}  // namespace

TEST_CASE("numbers and strings stand one after the other") {
  ObjectWriter writer(key_length);
  for (const int value : {1, -2, 3}) writer.write(static_cast<std::int16_t>(value));
  CHECK(read("short", Place::item, writer, 3) == "[1, -2, 3]");
  ObjectWriter strings(key_length);
  strings.string("a");
  strings.string("");
  strings.string(std::string(300, 'x'));
  CHECK(read("string", Place::item, strings, 3) == "[\"a\", \"\", \"" + std::string(300, 'x') + "\"]");
}

TEST_CASE("a collection has a head outside and none inside") {
  ObjectWriter writer(key_length);
  writer.versioned(stl_version, [&] {
    writer.write(std::uint32_t{2});
    writer.write(std::uint32_t{1});
    writer.write(7);
    writer.write(std::uint32_t{2});
    writer.write(8);
    writer.write(9);
  });
  CHECK(read("vector<set<int> >", Place::member, writer) == "[[[7], [8, 9]]]");
}

TEST_CASE("a collection that is a key's payload has no head") {
  ObjectWriter writer(key_length);
  writer.write(std::uint32_t{2});
  writer.write(7);
  writer.write(8);
  CHECK(read("set<int>", Place::whole, writer) == "[[7, 8]]");
}

TEST_CASE("a list of any objects has its name and size") {
  ObjectWriter writer(key_length);
  writer.list("some", 2, [&](std::size_t) { writer.object("TNamed", [&] { writer.tnamed("a", "b"); }); });
  CHECK(read("TList", Place::member, writer) == "[{fName: \"some\", fSize: 2}]");
}

TEST_CASE("a map is a list of keys and values") {
  ObjectWriter writer(key_length);
  writer.versioned(stl_version, [&] {
    writer.write(std::uint32_t{2});
    writer.write(std::int32_t{1});
    writer.string("one");
    writer.write(std::int32_t{2});
    writer.string("two");
  });
  CHECK(read("map<int,string>", Place::member, writer) ==
        "[[{first: 1, second: \"one\"}, {first: 2, second: \"two\"}]]");
}

TEST_CASE("a map stored member-wise has all keys, then all values") {
  ObjectWriter writer(key_length);
  writer.versioned(stl_version | schema::memberwise_mask, [&] {
    writer.write(std::uint16_t{0});           // the pair's version: none, so that its checksum follows
    writer.write(std::uint32_t{0x12345678});  // of a pair that the file does not describe
    writer.write(std::uint32_t{2});
    for (const std::int32_t key : {1, 2}) writer.write(key);
    writer.versioned(stl_version, [&] {  // one head for the strings of all
      writer.string("one");
      writer.string("two");
    });
  });
  CHECK(read("map<int,string>", Place::member, writer) ==
        "[[{first: 1, second: \"one\"}, {first: 2, second: \"two\"}]]");
}

TEST_CASE("objects have heads, and so have their bases") {
  ObjectWriter writer(key_length);
  writer.versioned(stl_version, [&] {
    writer.write(std::uint32_t{2});
    for (const auto* name : {"a", "b"})
      writer.versioned(2, [&] {
        point(writer, 1.5F, 2);
        writer.string(name);
      });
  });
  CHECK(read("vector<Named>", Place::member, writer) == "[[{x: 1.5, y: 2, name: \"a\"}, {x: 1.5, y: 2, name: \"b\"}]]");
}

TEST_CASE("member-wise, the members of a base have no head") {
  ObjectWriter writer(key_length);
  writer.versioned(stl_version | schema::memberwise_mask, [&] {
    writer.write(std::uint16_t{2});
    writer.write(std::uint32_t{2});
    for (const float x : {0.5F, 1.5F}) writer.write(x);
    for (const int y : {3, 4}) writer.write(static_cast<std::int16_t>(y));
    for (const auto* name : {"a", "b"}) writer.string(name);
  });
  CHECK(read("vector<Named>", Place::member, writer) == "[[{x: 0.5, y: 3, name: \"a\"}, {x: 1.5, y: 4, name: \"b\"}]]");
}

TEST_CASE("collections of a class that the file does not describe are read as long as they are empty") {
  ObjectWriter writer(key_length);
  writer.versioned(stl_version, [&] {
    writer.write(std::uint32_t{2});
    writer.write(std::uint32_t{0});
    writer.write(std::uint32_t{0});
  });
  CHECK(read("vector<vector<Link<Nobody> > >", Place::member, writer) == "[[[], []]]");
  ObjectWriter filled(key_length);
  filled.versioned(stl_version, [&] {
    filled.write(std::uint32_t{1});
    point(filled, 1, 2);
  });
  CHECK_THROWS_WITH_AS(read("vector<Nobody>", Place::member, filled),
                       "class 'Nobody', which the file does not describe", Error);
  ObjectWriter member_wise(key_length);
  member_wise.versioned(stl_version | schema::memberwise_mask, [&] {
    member_wise.write(std::uint16_t{1});
    member_wise.write(std::uint32_t{1});
    member_wise.write(1.F);
  });
  CHECK_THROWS_WITH_AS(read("vector<Nobody>", Place::member, member_wise),
                       "class 'Nobody', which the file does not describe", Error);
  CHECK_THROWS_WITH_AS(read("Nobody", Place::member, writer), "class 'Nobody', which the file does not describe",
                       Error);
}

TEST_CASE("an array in a collection is an object of its class, where the file describes that") {
  const auto write = [](ObjectWriter& writer, float first) {
    writer.write(first);
    writer.write(first + 1);
  };
  ObjectWriter whole(key_length);
  whole.versioned(stl_version, [&] {
    whole.write(std::uint32_t{5});
    for (const float first : {1.F, 2.F, 3.F, 4.F, 5.F}) whole.versioned(1, [&] { write(whole, first); });
  });
  const std::string_view expected = "[[[1, 2], [2, 3], [3, 4], [4, 5], [5, 6]]]";
  CHECK(read("vector<array<float,2> >", Place::member, whole) == expected);
  ObjectWriter member_wise(key_length);
  member_wise.versioned(stl_version | schema::memberwise_mask, [&] {
    member_wise.write(std::uint16_t{1});
    member_wise.write(std::uint32_t{5});
    for (const float first : {1.F, 2.F, 3.F, 4.F, 5.F}) write(member_wise, first);
  });
  CHECK(read("vector<array<float,2> >", Place::member, member_wise) == expected);
}

TEST_CASE("an array is as long as the member that counts it says") {
  ObjectWriter writer(key_length);
  for (const std::int32_t count : {2, 0})
    writer.versioned(1, [&] {
      writer.write(count);
      const std::vector<float> values(static_cast<std::size_t>(count), 0.25F);
      writer.counted(std::span<const float>(values));
      writer.versioned(stl_version, [&] {
        writer.write(std::uint32_t{1});
        writer.string("word");
      });
      writer.versioned(stl_version, [&] { writer.string("label"); });
    });
  CHECK(read("Counted", Place::whole, writer, 2) ==
        "[{n: 2, values: [0.25, 0.25], words: [\"word\"], label: \"label\"}, "
        "{n: 0, values: [], words: [\"word\"], label: \"label\"}]");
}

TEST_CASE("one byte tells whether two arrays with one counter are stored") {
  auto two = counted_element("x", code::short_ + code::counted_array, "n");
  two.array_length = 2;
  const schema::StreamerInfos infos({layout("Two", 1, {element("n", code::counter, "int"), two})});
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] {
    writer.write(std::int32_t{2});
    writer.write(std::uint8_t{1});
    for (const int value : {1, 2, 3, 4}) writer.write(static_cast<std::int16_t>(value));
  });
  const ColumnReader reader(StoredType::compile({.file = &infos}, "Two", Place::whole));
  CHECK(array::to_string(reader.type()) == "{n: uint32, x: 2 * var * int16}");
  bytes::ByteCursor cursor(writer.payload(), key_length);
  array::ArrayBuilder values(reader.type());
  reader.append(cursor, 1, values);
  CHECK(text_of(values) == "[{n: 2, x: [[1, 2], [3, 4]]}]");
}

TEST_CASE("member-wise, each array is as long as its own object's count") {
  ObjectWriter writer(key_length);
  writer.versioned(stl_version | schema::memberwise_mask, [&] {
    writer.write(std::uint16_t{1});
    writer.write(std::uint32_t{2});
    for (const std::int32_t count : {2, 1}) writer.write(count);
    for (const std::vector<float>& values : {std::vector{1.F, 2.F}, std::vector{3.F}})
      writer.counted(std::span<const float>(values));
    writer.versioned(stl_version, [&] {
      for (const auto* word : {"a", "b"}) {
        writer.write(std::uint32_t{1});
        writer.string(word);
      }
    });
    writer.versioned(stl_version, [&] {
      for (const auto* label : {"c", "d"}) writer.string(label);
    });
  });
  CHECK(read("vector<Counted>", Place::member, writer) ==
        "[[{n: 2, values: [1, 2], words: [\"a\"], label: \"c\"}, {n: 1, values: [3], words: [\"b\"], label: \"d\"}]]");
}

TEST_CASE("a class without version is known by its checksum") {
  ObjectWriter writer(key_length);
  writer.checksummed(0xabcd1234, [&] { writer.write(std::int32_t{5}); });
  CHECK(read("Foreign", Place::whole, writer) == "[{x: 5}]");
  ObjectWriter other(key_length);
  other.checksummed(0xabcd1235, [&] { other.write(std::int32_t{5}); });
  CHECK_THROWS_AS(read("Foreign", Place::whole, other), Error);
}

TEST_CASE("a pointer holds an object, none, or one that was met before") {
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] {
    const ObjectIdentity point_one = writer.object("Point", [&] { point(writer, 1, 1); });
    writer.reference(point_one);
  });
  writer.versioned(1, [&] {
    writer.null();
    writer.object("Point", [&] { point(writer, 2, 2); });
  });
  CHECK(read("Owner", Place::whole, writer, 2) ==
        "[{first: {x: 1, y: 1}, second: {x: 1, y: 1}}, {first: none, second: {x: 2, y: 2}}]");
  ObjectWriter derived(key_length);
  derived.versioned(1, [&] {
    derived.object("Named", [&] { derived.versioned(2, [] {}); });
    derived.null();
  });
  CHECK_THROWS_AS(read("Owner", Place::whole, derived), Error);
}

TEST_CASE("a pointer to an object without a column tells whether it is null") {
  const schema::StreamerInfos infos(
      {layout("Node", 1,
              {element("id", code::int_, "int"), element("next", code::any_pointer, "Node*"),
               element("any", code::object_pointer, "TObject*")})});
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] {
    writer.write(1);
    writer.object("Node", [&] {
      writer.versioned(1, [&] {
        writer.write(2);
        writer.null();
        writer.null();
      });
    });
    writer.null();
  });
  const ColumnReader reader(StoredType::compile({.file = &infos}, "Node", Place::whole));
  CHECK(array::to_string(reader.type()) == "{id: int32, next: ?{}, any: ?{}}");
  bytes::ByteCursor cursor(writer.payload(), key_length);
  array::ArrayBuilder values(reader.type());
  reader.append(cursor, 1, values);
  CHECK(text_of(values) == "[{id: 1, next: {}, any: none}]");
}

TEST_CASE("values of a member of many objects have one head") {
  ObjectWriter writer(key_length);
  writer.versioned(stl_version, [&] {
    for (const std::uint32_t size : {1U, 2U}) {
      writer.write(size);
      for (std::uint32_t i = 0; i < size; ++i) writer.write(static_cast<std::int16_t>(size));
    }
  });
  CHECK(read("vector<short>", Place::member, writer, 2, true) == "[[1], [2, 2]]");
  CHECK(read("vector<short>", Place::member, ObjectWriter(key_length), 0, true) == "[]");
}

TEST_CASE("an object of another layout is matched by the names of its members") {
  const schema::StreamerInfos infos({layout("Event", 1,
                                            {element("a", code::int_, "int"), element("b", code::float_, "float"),
                                             standard("v", "set<short>"), element("gone", code::tstring, "TString")}),
                                     layout("Event", 2,
                                            {element("b", code::double_, "double"), element("fresh", code::int_, "int"),
                                             standard("v", "vector<int>"), element("a", code::double_, "double")})});
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] {
    writer.write(std::int32_t{7});
    writer.write(0.5F);
    writer.versioned(stl_version, [&] {
      writer.write(std::uint32_t{1});
      writer.write(std::int16_t{-3});
    });
    writer.string("forgotten");
  });
  const ColumnReader reader(StoredType::compile({.file = &infos}, "Event", Place::whole));
  bytes::ByteCursor cursor(writer.payload(), key_length);
  array::ArrayBuilder values(reader.type());
  reader.append(cursor, 1, values);
  CHECK(text_of(values) == "[{b: 0.5, fresh: 0, v: [-3], a: 7}]");
}

TEST_CASE("a member that cannot be converted is named") {
  const auto stored = StoredType::compile({.file = &classes()}, "Point", Place::whole);
  const ColumnReader reader(stored, array::parse_type("{x: string}"));
  ObjectWriter writer(key_length);
  point(writer, 1, 1);
  bytes::ByteCursor cursor(writer.payload(), key_length);
  array::ArrayBuilder values(reader.type());
  try {
    reader.append(cursor, 1, values);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
    CHECK(std::string(error.what()).find("Point.x: a number cannot become 'string'") != std::string::npos);
  }
}

TEST_CASE("no truncated or overlong record is read") {
  ObjectWriter writer(key_length);
  writer.versioned(stl_version, [&] {
    writer.write(std::uint32_t{2});
    point(writer, 1, 2);
    point(writer, 3, 4);
  });
  const ColumnReader reader(StoredType::compile({.file = &classes()}, "vector<Point>", Place::member));
  for (std::size_t size = 0; size < writer.payload().size(); ++size) {
    CAPTURE(size);
    bytes::ByteCursor cursor(writer.payload().first(size), key_length);
    array::ArrayBuilder values(reader.type());
    CHECK_THROWS_AS(reader.append(cursor, 1, values), Error);
  }
  ObjectWriter longer(key_length);
  longer.versioned(stl_version, [&] {
    longer.write(std::uint32_t{0});
    longer.write(std::uint8_t{0});
  });
  CHECK_THROWS_AS(read("vector<Point>", Place::member, longer), Error);
}

TEST_CASE("a symmetric matrix has the elements on and above its diagonal") {
  const schema::StreamerInfos infos({layout("TMatrixTBase<double>", 5, {element("fNrows", code::int_, "int")})});
  ObjectWriter writer(key_length);
  writer.versioned(5, [&] { writer.write(std::int32_t{2}); });
  writer.numbers(std::span<const double>(std::vector{1., 2., 3.}));
  const ColumnReader reader(StoredType::compile({.file = &infos}, "TMatrixTSym<double>", Place::item));
  bytes::ByteCursor cursor(writer.payload(), key_length);
  array::ArrayBuilder values(reader.type());
  reader.append(cursor, 1, values);
  CHECK(cursor.at_end());
  CHECK(text_of(values) == "[{fNrows: 2, fElements: [1, 2, 3]}]");
}
