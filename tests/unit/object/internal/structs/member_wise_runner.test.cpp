#include <cstdint>
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

struct ItemList {
  std::vector<Item> items;
};

}  // namespace

template <>
struct ramet::array::Description<ItemList> {
  static constexpr auto members = std::tuple(member("items", &ItemList::items));
};

TEST_CASE("member-wise runner: members of many objects stored one after the other fill their structs") {
  const schema::StreamerInfos infos(
      {layout("Item", 3,
              {element("id", code::int_, "int"), text_element("name"), element("x", code::double_, "double")}),
       layout("Holder", 1, {standard_element("items", "vector<Item>")})});
  ObjectWriter writer(0);
  writer.versioned(1, [&] {
    writer.versioned(0x4000 | 9, [&] {
      writer.write(std::uint16_t{3});
      writer.write(std::uint32_t{2});
      writer.write(std::int32_t{10});
      writer.write(std::int32_t{20});
      writer.versioned(9, [&] {
        writer.string("ten");
        writer.string("twenty");
      });
      writer.write(1.0);
      writer.write(2.0);
    });
  });
  const ItemList list = read_struct<ItemList>(writer, infos, "Holder");
  REQUIRE(list.items.size() == 2);
  CHECK(list.items[0].name == "ten");
  CHECK(list.items[1].id == 20);
  CHECK(list.items[1].x == 2.0);
}

TEST_CASE("member-wise runner: counted arrays, and values that are not objects, are refused") {
  const schema::StreamerInfos infos(
      {layout("Item", 3,
              {element("n", code::counter, "int"), counted_element("fNew", code::counted_array + code::float_, "n")}),
       layout("Holder", 1, {standard_element("items", "vector<Item>")})});
  ObjectWriter writer(0);
  writer.versioned(1, [&] {
    writer.versioned(0x4000 | 9, [&] {
      writer.write(std::uint16_t{3});
      writer.write(std::uint32_t{1});
      writer.write(std::int32_t{0});
      writer.write(std::uint8_t{0});
    });
  });
  CHECK_THROWS_WITH_AS(read_struct<ItemList>(writer, infos, "Holder"), doctest::Contains("counted arrays"), Error);
  const schema::StreamerInfos numbers({layout("Evolved", 1, {standard_element("fV", "vector<int>")})});
  ObjectWriter of_numbers(0);
  of_numbers.versioned(1, [&] { of_numbers.versioned(0x4000 | 9, [&] { of_numbers.write(0); }); });
  CHECK_THROWS_WITH_AS(read_struct<Evolved>(of_numbers, numbers, "Evolved"), doctest::Contains("member-wise"), Error);
}
