#include "ramet/object/detail/member_plan.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "unit/object/made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

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

TEST_CASE("a plan knows its class, its version, and which wanted members are there") {
  const schema::StreamerInfos infos = point_layouts();
  const auto plan = MemberPlan<PointFields>::compile({&infos, nullptr}, "Point", 1, point_members());
  CHECK(plan.class_name() == "Point");
  CHECK(plan.version() == 1);
  CHECK(plan.has("x"));
  CHECK_FALSE(plan.has("flag"));
}

TEST_CASE("one plan is made for each class and version") {
  const schema::StreamerInfos infos = point_layouts();
  MemberPlans<PointFields> plans(point_members());
  const Layouts layouts{&infos, nullptr};
  const auto* first = &plans.at(layouts, "Point", 2);
  CHECK(&plans.at(layouts, "Point", 1) != first);
  CHECK(&plans.at(layouts, "Point", 2) == first);
}

TEST_CASE("what a version added at the end of an object, unknown to its layout, is passed over") {
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

TEST_CASE("a class or version that nobody describes is unsupported, and the message names it") {
  const schema::StreamerInfos infos = point_layouts();
  try {
    MemberPlan<PointFields>::compile({&infos, nullptr}, "Point", 3, point_members());
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
    CHECK(std::string(error.what()).find("class 'Point' version 3") == 0);
  }
}
