#include "ramet/object/detail/member_plans.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "unit/object/made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/form_cache.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
namespace code = ramet::schema::type_code;

namespace {

struct PointFields {
  double x = 0;
  std::int64_t flag = 0;
};
using PointMember = Member<PointFields>;

std::vector<PointMember> point_members() {
  return {PointMember::at<&PointFields::x>("x"), PointMember::at<&PointFields::flag>("flag")};
}

schema::StreamerInfos point_layouts() {
  return schema::StreamerInfos({layout("Point", 1, {element("x", code::float_, "float")}),
                                layout("Point", 2,
                                       {element("x", code::double_, "double"), element("y", code::double_, "double"),
                                        element("flag", code::short_, "short")}),
                                layout("Free", 1, {element("flag", code::int_, "int")}, 0xf1ee)});
}

struct Fields {
  ObjectBits bits;
  std::string name, characters, standard;
  std::int32_t count = 0, last = 0;
  std::uint64_t status = 0;
  std::vector<std::int64_t> counted;
  std::vector<float> fixed;
  std::vector<double> array;
  ObjectIdentity pointer;
  std::vector<std::string> items;
  int calls = 0;

  void read_items(ObjectReader& reader) {
    ++calls;
    reader.for_each_in_array([&](const ObjectTag& tag) {
      items.emplace_back(tag.kind == ObjectTag::Kind::object ? reader.read_tnamed().name : "-");
    });
  }
};
using FieldMember = Member<Fields>;

std::vector<FieldMember> all_members() {
  return {FieldMember::at<&Fields::bits>("TObject"),
          FieldMember::at<&Fields::name>("fName"),
          FieldMember::at<&Fields::characters>("characters"),
          FieldMember::at<&Fields::standard>("standard"),
          FieldMember::at<&Fields::count>("n"),
          FieldMember::at<&Fields::last>("last"),
          FieldMember::at<&Fields::status>("status"),
          FieldMember::at<&Fields::counted>("counted"),
          FieldMember::at<&Fields::fixed>("fixed"),
          FieldMember::at<&Fields::array>("array"),
          FieldMember::at<&Fields::pointer>("pointer"),
          FieldMember::at<&Fields::read_items>("items")};
}

schema::StreamerInfos layouts() {
  auto standard = element("standard", code::stl, "string");
  standard.stl_type = code::stl_string;
  return schema::StreamerInfos(
      {layout("TNamed", 1,
              {base_element("TObject", 1), element("fName", code::tstring, "TString"),
               element("fTitle", code::tstring, "TString")}),
       layout(
           "A", 4,
           {base_element("TNamed", 1), element("n", code::counter, "int"),
            element("characters", code::char_star, "char*"), standard, element("status", code::bits, "UInt_t"),
            counted_element("counted", code::counted_array + code::int_, "n"),
            counted_element("again", code::counted_array + code::short_, "n"),
            array_element("fixed", code::fixed_array + code::float_, 3), element("array", code::any, "TArrayD"),
            element("pointer", code::object_pointer, "TNamed*"),
            array_element("pointers", code::fixed_array + code::object_pointer, 2),
            array_element("labels", code::fixed_array + code::tstring, 2), element("items", code::object, "TObjArray"),
            element("map", code::stl, "map<int,int>"), element("last", code::int_, "int")})});
}

/// An object of class A; with 3 counted numbers.
void write_object(ObjectWriter& writer) {
  const std::vector<std::int32_t> numbers = {10, 20, 30};
  const std::vector<std::int16_t> again;
  const std::vector<float> fixed = {0.5F, 1.5F, 2.5F};
  const std::vector<double> array = {7, 8};
  writer.versioned(4, [&] {
    writer.tnamed("a name", "a title", 0x100);
    writer.write(std::int32_t{3});
    writer.write(std::uint32_t{2});
    writer.append(std::as_bytes(std::span("ab", 2)));
    writer.versioned(10, [&] { writer.string("standard text"); });
    writer.write(std::uint32_t{1U << 4});  // kIsReferenced: the process number follows
    writer.write(std::uint16_t{1});
    writer.counted<std::int32_t>(numbers);
    writer.counted<std::int16_t>(again);
    writer.numbers<float>(fixed);
    writer.array<double>(array);
    writer.object("TNamed", [&] { writer.tnamed("pointed at", ""); });
    writer.null();
    writer.object("TNamed", [&] { writer.tnamed("", ""); });
    writer.versioned(1, [&] {
      writer.string("label 1");
      writer.string("label 2");
    });
    writer.object_array("", 2, [&](std::size_t item) {
      if (item == 0) writer.object("TNamed", [&] { writer.tnamed("item", ""); });
      if (item == 1) writer.null();
    });
    writer.versioned(10, [&] { writer.write(std::uint32_t{0}); });
    writer.write(std::int32_t{-1});
  });
}

std::vector<std::byte> one_object() {
  ObjectWriter writer(key_length);
  write_object(writer);
  return record_of(writer);
}

Fields read_from(std::span<const std::byte> record, std::vector<FieldMember> members) {
  const schema::StreamerInfos infos = layouts();
  ObjectReader reader(record, key_length, {&infos, nullptr});
  MemberPlans<Fields> plans(std::move(members));
  Fields fields;
  plans.read(reader, "A", fields);
  CHECK(reader.cursor().at_end());
  return fields;
}

}  // namespace

TEST_CASE("objects of several versions of a class fill the same struct, each by its own plan") {
  const schema::StreamerInfos infos = point_layouts();
  ObjectWriter writer(key_length);
  writer.versioned(2, [&] {
    writer.write(1.5);
    writer.write(2.5);
    writer.write(std::int16_t{7});
  });
  writer.versioned(1, [&] { writer.write(0.5F); });
  writer.checksummed(0xf1ee, [&] { writer.write(std::int32_t{9}); });
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {&infos, nullptr});
  MemberPlans<PointFields> plans(point_members());
  PointFields newer;
  plans.read(reader, "Point", newer);
  CHECK(newer.x == 1.5);
  CHECK(newer.flag == 7);
  PointFields older;
  plans.read(reader, "Point", older);
  CHECK(older.x == 0.5);
  CHECK(older.flag == 0);
  PointFields free;
  plans.read(reader, "Free", free);
  CHECK(free.flag == 9);
  CHECK(reader.cursor().at_end());
}

TEST_CASE("an object that failed does not change how the next one is read") {
  std::vector<schema::StreamerInfo> many{
      layout("Deep", 1, {base_element("Base0", 1), element("flag", code::int_, "int")}),
      layout("Flat", 1, {base_element("Base150", 1), element("flag", code::int_, "int")})};
  for (int level = 0; level <= 150; ++level) {
    many.push_back(layout(fmt::format("Base{}", level), 1, {element("x", code::float_, "float")}));
    if (level < 150) many.back().elements.push_back(base_element(fmt::format("Base{}", level + 1), 1));
  }
  const schema::StreamerInfos infos(std::move(many));
  ObjectWriter writer(key_length);
  writer.versioned(1, [] {});
  writer.versioned(1, [&] {
    writer.versioned(1, [&] { writer.write(1.5F); });
    writer.write(std::int32_t{7});
  });
  const auto record = record_of(writer);
  MemberPlans<PointFields> plans(point_members());
  PointFields point;
  for (int i = 0; i < 2; ++i) {
    ObjectReader deep(record, key_length, {&infos, nullptr});
    CHECK_THROWS_WITH_AS(plans.read(deep, "Deep", point), doctest::Contains("levels of bases"), Error);
  }
  ObjectReader flat(record, key_length, {&infos, nullptr});
  flat.cursor().skip(6);
  plans.read(flat, "Flat", point);
  CHECK(point.x == 1.5);
  CHECK(point.flag == 7);
}

TEST_CASE("plans that are kept with the layouts are found by what they fill") {
  const auto infos = std::make_shared<const schema::StreamerInfos>(point_layouts());
  const FormCache cache(infos, nullptr);
  ObjectWriter writer(key_length);
  writer.versioned(2, [&] {
    writer.write(1.5);
    writer.write(2.5);
    writer.write(std::int16_t{7});
  });
  const auto record = record_of(writer);
  const auto read = [&](const std::vector<PointMember>& members) {
    ObjectReader reader(record, key_length, cache.layouts());
    MemberPlans<PointFields> plans(members);
    PointFields point;
    plans.read(reader, "Point", point);
    return point;
  };
  for (int i = 0; i < 2; ++i) {
    CHECK(read(point_members()).x == 1.5);
    CHECK(read({PointMember::at<&PointFields::x>("y")}).x == 2.5);
    CHECK(read({PointMember::at<&PointFields::flag>("flag")}).x == 0);
    CHECK(read({PointMember::at<&PointFields::flag>("flag")}).flag == 7);
  }
}

TEST_CASE("bytes at the end of an object that its layout does not have are skipped") {
  const schema::StreamerInfos infos = point_layouts();
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] {
    writer.write(0.5F);
    writer.string("more");
  });
  writer.write(std::uint8_t{99});
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {&infos, nullptr});
  MemberPlans<PointFields> plans(point_members());
  PointFields point;
  plans.read(reader, "Point", point);
  CHECK(reader.cursor().read<std::uint8_t>() == 99);
}

TEST_CASE("a class or version without a description is unsupported, and the message names it") {
  const schema::StreamerInfos infos = point_layouts();
  ObjectWriter writer(key_length);
  writer.versioned(3, [] {});
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {&infos, nullptr});
  MemberPlans<PointFields> plans(point_members());
  PointFields point;
  try {
    plans.read(reader, "Point", point);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
    CHECK(std::string(error.what()).find("class 'Point' version 3") == 0);
  }
}

TEST_CASE("every kind of member is read, those of bases too") {
  const auto record = one_object();
  const Fields fields = read_from(record, all_members());
  CHECK(fields.bits.bits == 0x100);
  CHECK(fields.name == "a name");
  CHECK(fields.characters == "ab");
  CHECK(fields.standard == "standard text");
  CHECK(fields.count == 3);
  CHECK(fields.status == 16);
  CHECK(fields.counted == std::vector<std::int64_t>{10, 20, 30});
  CHECK(fields.fixed == std::vector<float>{0.5F, 1.5F, 2.5F});
  CHECK(fields.array == std::vector<double>{7, 8});
  CHECK(static_cast<bool>(fields.pointer));
  CHECK(fields.items == std::vector<std::string>{"item", "-"});
  CHECK(fields.calls == 1);
  CHECK(fields.last == -1);
}

TEST_CASE("any single member is read when all others are skipped") {
  const auto record = one_object();
  for (const FieldMember& member : all_members()) {
    CAPTURE(member.wanted().name);
    CHECK_NOTHROW(read_from(record, {member}));
  }
  CHECK(read_from(record, {FieldMember::at<&Fields::last>("last")}).last == -1);
}

TEST_CASE("a member is skipped completely if the caller reads nothing or a part of it") {
  struct Lazy {
    std::int32_t last = 0;
    void read(ObjectReader& reader) { reader.cursor().skip(3); }
  };
  using LazyMember = Member<Lazy>;
  const auto record = one_object();
  const schema::StreamerInfos infos = layouts();
  for (const char* name : {"TNamed", "n", "standard", "counted", "again", "array", "pointer", "labels", "items"}) {
    CAPTURE(name);
    ObjectReader reader(record, key_length, {&infos, nullptr});
    MemberPlans<Lazy> plans({LazyMember::at<&Lazy::read>(name), LazyMember::at<&Lazy::last>("last")});
    Lazy lazy;
    if (std::string_view(name) == "again") {  // one byte: it holds no numbers
      CHECK_THROWS_AS(plans.read(reader, "A", lazy), Error);
      continue;
    }
    plans.read(reader, "A", lazy);
    CHECK(lazy.last == -1);
  }
}

TEST_CASE("a caller cannot read past its member") {
  struct Greedy {
    void read(ObjectReader& reader) { reader.cursor().skip(reader.cursor().remaining() + 1); }
  };
  const auto record = one_object();
  const schema::StreamerInfos infos = layouts();
  ObjectReader reader(record, key_length, {&infos, nullptr});
  MemberPlans<Greedy> plans({Member<Greedy>::at<&Greedy::read>("items")});
  Greedy greedy;
  CHECK_THROWS_AS(plans.read(reader, "A", greedy), Error);
}

TEST_CASE("a base of a version without a description is unsupported, and the message names it") {
  ObjectWriter writer(key_length);
  writer.versioned(4, [&] { writer.versioned(9, [] {}); });
  const auto record = record_of(writer);
  try {
    read_from(record, all_members());
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
    CHECK(std::string(error.what()).find("class 'TNamed' at byte 42 has version 9") == 0);
  }
}

TEST_CASE("branches of ROOT 4 have addresses of 4 bytes, or of 8 when the first byte is 2") {
  struct Branch {
    std::vector<std::int64_t> seek;
  };
  using BranchMember = Member<Branch>;
  const schema::StreamerInfos infos(
      {layout("TBranch", 9,
              {element("fMaxBaskets", code::counter, "int"),
               counted_element("fBasketSeek", code::counted_array + code::long64, "fMaxBaskets")})});
  const auto seeks = [&](std::uint8_t presence, auto seek) {
    ObjectWriter writer(key_length);
    writer.versioned(9, [&] {
      writer.write(std::int32_t{1});
      writer.write(presence);
      writer.write(seek);
    });
    const auto record = record_of(writer);
    ObjectReader reader(record, key_length, {&infos, nullptr});
    MemberPlans<Branch> plans({BranchMember::at<&Branch::seek>("fBasketSeek")});
    Branch branch;
    plans.read(reader, "TBranch", branch);
    return branch.seek;
  };
  CHECK(seeks(1, std::int32_t{12345}) == std::vector<std::int64_t>{12345});
  CHECK(seeks(2, std::int64_t{1} << 40) == std::vector<std::int64_t>{std::int64_t{1} << 40});
}

TEST_CASE("a count that the record cannot hold allocates nothing and is corrupt") {
  auto record = one_object();
  const schema::StreamerInfos infos = layouts();
  // the count follows the heads of A and TNamed, TObject, and the two strings
  const std::size_t at = key_length + 6 + 6 + 10 + 7 + 8;
  record[at] = std::byte{0x7f};
  CHECK_THROWS_AS(read_from(record, all_members()), Error);
  record[at] = std::byte{0xff};
  CHECK_THROWS_AS(read_from(record, all_members()), Error);
}

TEST_CASE("an object cut anywhere is an error") {
  const auto record = one_object();
  for (std::size_t size = key_length; size < record.size(); ++size) {
    CAPTURE(size);
    CHECK_THROWS_AS(read_from(std::span(record).first(size), all_members()), Error);
  }
}

TEST_CASE("an object with any byte changed gives members or an error") {
  const auto record = one_object();
  const schema::StreamerInfos infos = layouts();
  for (std::size_t at = key_length; at < record.size(); ++at) {
    for (const int change : {0x01, 0x02, 0x10, 0x40, 0x80, 0xff}) {
      auto damaged = record;
      damaged[at] ^= static_cast<std::byte>(change);
      CAPTURE(at);
      CAPTURE(change);
      ObjectReader reader(damaged, key_length, {&infos, nullptr});
      MemberPlans<Fields> plans(all_members());
      Fields fields;
      try {
        plans.read(reader, "A", fields);
      } catch (const Error& error) {
        CHECK((error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported));
      }
    }
  }
}

namespace {

struct OneOfEach {
  std::int32_t number = 0;
  std::string text;
  std::vector<float> numbers;
  ObjectIdentity pointer;
  ObjectBits bits;
  void read(ObjectReader&) {}
};
using Each = Member<OneOfEach>;

/// Why an object of class A cannot be read; "no error" if its plan is made.
std::string refusal(const schema::StreamerInfos& infos, const std::vector<Each>& members = {}) {
  ObjectWriter writer(key_length);
  writer.versioned(1, [] {});
  const auto record = record_of(writer);
  ObjectReader reader(record, key_length, {&infos, nullptr});
  MemberPlans<OneOfEach> plans(members);
  OneOfEach fields;
  try {
    plans.read(reader, "A", fields);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::unsupported) return error.what();
  }
  return "no error";
}

schema::StreamerInfos one_class(std::vector<schema::StreamerElement> elements) {
  return schema::StreamerInfos({layout("A", 1, std::move(elements))});
}

}  // namespace

TEST_CASE("a TArray as base can be asked for by its class or as fArray") {
  const auto infos = one_class({base_element("TArrayF", 1)});
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] { writer.array<float>(std::vector{1.5F, 2.5F}); });
  const auto record = record_of(writer);
  for (const std::string_view name : {"TArrayF", "fArray"}) {
    ObjectReader reader(record, key_length, {&infos, nullptr});
    MemberPlans<OneOfEach> plans({Each::at<&OneOfEach::numbers>(name)});
    OneOfEach fields;
    plans.read(reader, "A", fields);
    CHECK(fields.numbers == std::vector{1.5F, 2.5F});
  }
}

TEST_CASE("a wanted member of the wrong kind is unsupported, and the message names it") {
  const auto infos =
      one_class({element("number", code::int_, "int"), element("text", code::tstring, "TString"),
                 element("pointer", code::object_pointer, "TList*"), element("object", code::object, "TList"),
                 array_element("numbers", code::fixed_array + code::float_, 3)});
  CHECK(refusal(infos, {Each::at<&OneOfEach::text>("number")}) == "A.number: a number cannot be read as a text");
  CHECK(refusal(infos, {Each::at<&OneOfEach::number>("text")}) == "A.text: a text cannot be read as a number");
  CHECK(refusal(infos, {Each::at<&OneOfEach::number>("numbers")}) != "no error");
  CHECK(refusal(infos, {Each::at<&OneOfEach::numbers>("number")}) != "no error");
  CHECK(refusal(infos, {Each::at<&OneOfEach::number>("pointer")}) != "no error");
  CHECK(refusal(infos, {Each::at<&OneOfEach::pointer>("object")}) ==
        "A.object: an object cannot be read as a reference to an object");
  CHECK(refusal(infos, {Each::at<&OneOfEach::bits>("object")}) != "no error");
  CHECK(refusal(infos, {Each::at<&OneOfEach::read>("object"), Each::at<&OneOfEach::read>("number")}) == "no error");
}

TEST_CASE("a member counted by one that does not come before it is unsupported") {
  CHECK(refusal(one_class({counted_element("x", code::counted_array + code::int_, "n")})).find("'n'") !=
        std::string::npos);
}

TEST_CASE("a type code that is not known is unsupported") {
  const auto infos = one_class({element("x", 99'999, "int")});
  ObjectWriter writer(key_length);
  writer.versioned(1, [&] { writer.write(1); });
  CHECK(refusal(infos).find("type code 99999") != std::string::npos);
}

TEST_CASE("more counters than there is room for are unsupported") {
  std::vector<schema::StreamerElement> elements;
  for (int i = 0; i <= 40; ++i) elements.push_back(element("n" + std::to_string(i), code::counter, "int"));
  CHECK(refusal(one_class(elements)) != "no error");
}
