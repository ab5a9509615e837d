#include "ramet/object/typed/struct_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../described_structs.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
namespace code = ramet::schema::type_code;

namespace {

/// A class of another name, an int where a double is wanted, shorts where ints are, no fNew.
schema::StreamerInfos first_version() {
  return schema::StreamerInfos({layout("Evo", 1,
                                       {element("fA", code::int_, "int"), element("fB", code::float_, "float"),
                                        text_element("fName"), standard_element("fV", "list<short>")})});
}

std::vector<std::byte> first_record() {
  ObjectWriter writer(0);
  writer.versioned(1, [&] {
    writer.write(std::int32_t{-5});
    writer.write(0.5F);
    writer.versioned(1, [&] { writer.string("evolving"); });
    writer.versioned(1, [&] { writer.array<std::int16_t>(std::vector<std::int16_t>{1, -2}); });
  });
  return {writer.payload().begin(), writer.payload().end()};
}

struct Base {
  std::int32_t n = 0;
};
struct Derived : Base {
  double x = 0;
};
struct Renamed {
  std::int32_t now = 0;
};

}  // namespace

template <>
struct ramet::array::Description<Base> {
  static constexpr auto members = std::tuple(member("n", &Base::n));
};
template <>
struct ramet::array::Description<Derived> {
  using bases = std::tuple<Base>;
  static constexpr auto members = std::tuple(member("x", &Derived::x));
};
template <>
struct ramet::array::Description<Renamed> {
  static constexpr auto members = std::tuple(member("now", &Renamed::now));
  static constexpr std::array class_names = {"Renamed", "OldName"};
  static constexpr std::array former_names = {std::pair{"now", "before"}};
};

TEST_CASE("struct plan: an old version fills a new struct: converted, reordered, another container, defaults") {
  const schema::StreamerInfos infos = first_version();
  const StructPlan<Evolved> plan({&infos, nullptr}, "Evo");
  const Evolved read = plan.read(first_record());
  CHECK(read.a == -5.0);
  CHECK(read.b == 0.5F);
  CHECK(read.name == "evolving");
  CHECK(read.v == std::vector<std::int32_t>{1, -2});
  CHECK(read.fresh == 7);  // what the struct says itself
}

TEST_CASE("struct plan: a record may begin anywhere in its bytes") {
  const schema::StreamerInfos infos = first_version();
  std::vector<std::byte> bytes(10);
  const auto record = first_record();
  bytes.insert(bytes.end(), record.begin(), record.end());
  CHECK(StructPlan<Evolved>({&infos, nullptr}, "Evo").read(bytes, 10).a == -5.0);
}

TEST_CASE("struct plan: members may move between a class and its bases") {
  const schema::StreamerInfos flat(
      {layout("A", 1, {element("x", code::double_, "double"), element("n", code::int_, "int")})});
  const schema::StreamerInfos nested({layout("Any", 4, {element("x", code::float_, "float")}),
                                      layout("A", 2, {base_element("Any", 4), element("n", code::short_, "short")})});
  ObjectWriter first(0);
  first.versioned(1, [&] {
    first.write(1.5);
    first.write(std::int32_t{3});
  });
  ObjectWriter second(0);
  second.versioned(2, [&] {
    second.versioned(4, [&] { second.write(1.5F); });
    second.write(std::int16_t{3});
  });
  const Derived one = StructPlan<Derived>({&flat, nullptr}, "A").read(first.payload());
  const Derived two = StructPlan<Derived>({&nested, nullptr}, "A").read(second.payload());
  CHECK(one.x == 1.5);
  CHECK(one.n == 3);
  CHECK(two.x == 1.5);
  CHECK(two.n == 3);
}

TEST_CASE("struct plan: classes and members have the names of the rule, and no others") {
  const schema::StreamerInfos infos({layout("OldName", 1, {element("before", code::int_, "int")}),
                                     layout("Stranger", 1, {element("now", code::int_, "int")})});
  ObjectWriter writer(0);
  writer.versioned(1, [&] { writer.write(std::int32_t{9}); });
  CHECK(StructPlan<Renamed>({&infos, nullptr}, "OldName").read(writer.payload()).now == 9);
  CHECK_THROWS_WITH_AS(StructPlan<Renamed>({&infos, nullptr}, "Stranger"), doctest::Contains("Stranger"), Error);
}

TEST_CASE("struct plan: members that cannot be converted are refused with class and member") {
  const schema::StreamerInfos infos({layout("Evo", 1, {text_element("fA")})});
  ObjectWriter writer(0);
  writer.versioned(1, [&] { writer.versioned(1, [&] { writer.string("no number"); }); });
  const StructPlan<Evolved> plan({&infos, nullptr}, "Evo");
  CHECK_THROWS_WITH_AS(plan.read(writer.payload()), doctest::Contains("Evo.fA: a text cannot be read as a number"),
                       Error);
}

TEST_CASE("struct plan: an integer that does not fit is refused with class and member") {
  const schema::StreamerInfos infos(
      {layout("Any", 1, {element("n", code::long64, "Long64_t"), element("x", code::double_, "double")})});
  ObjectWriter writer(0);
  writer.versioned(1, [&] {
    writer.write(std::int64_t{1} << 40);
    writer.write(0.0);
  });
  CHECK_THROWS_AS(StructPlan<Derived>({&infos, nullptr}, "Any").read(writer.payload()), Error);
}

TEST_CASE("struct plan: every byte changed in turn gives an error or a value, never a crash") {
  const schema::StreamerInfos infos = first_version();
  const StructPlan<Evolved> plan({&infos, nullptr}, "Evo");
  const std::vector<std::byte> record = first_record();
  for (std::size_t place = 0; place < record.size(); ++place) {
    for (const unsigned flip : {0x01U, 0x40U, 0x80U, 0xFFU}) {
      CAPTURE(place);
      std::vector<std::byte> changed = record;
      changed[place] ^= static_cast<std::byte>(flip);
      try {
        const Evolved read = plan.read(changed);
        CHECK(read.v.size() <= 2);
      } catch (const Error& error) {
        const bool is_expected = error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported;
        CHECK(is_expected);
      }
    }
  }
}
