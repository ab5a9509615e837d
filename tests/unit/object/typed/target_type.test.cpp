#include "ramet/object/typed/target_type.hpp"

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "../described_structs.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;

namespace {

enum class Colour : std::int16_t { red, green };

/// Holds itself.
struct Tree {
  std::int32_t n = 0;
  std::vector<Tree> branches;
};

}  // namespace

template <>
struct ramet::array::Description<Tree> {
  static constexpr auto members = std::tuple(member("n", &Tree::n), member("branches", &Tree::branches));
};

TEST_CASE("target type: numbers, enumerations and texts") {
  CHECK(TargetTypes::of<float>()->whole().number == array::NumberType::float32);
  CHECK(TargetTypes::of<Colour>()->whole().number == array::NumberType::int16);
  CHECK(TargetTypes::of<std::string>()->whole().shape == TargetShape::text);
}

TEST_CASE("target type: a struct has its members where they are") {
  const auto types = TargetTypes::of<Item>();
  const TargetType& item = types->whole();
  REQUIRE(item.members.size() == 4);
  CHECK(item.members[1].name == "id");
  CHECK(item.members[1].offset == offsetof(Item, id));
  CHECK(item.members[3].type->number == array::NumberType::float32);
  CHECK(item.size == sizeof(Item));
}

TEST_CASE("target type: a struct may hold itself") {
  const auto types = TargetTypes::of<Tree>();
  CHECK(types->whole().members[1].type->content == &types->whole());
}

TEST_CASE("target type: arrays know their length, of every dimension") {
  const auto types = TargetTypes::of<std::array<int[3], 2>>();
  CHECK(types->whole().length == 2);
  CHECK(types->whole().content->length == 3);
}

TEST_CASE("target type: a sequence is filled at once or item by item") {
  const auto fill = [](void* first) {
    for (int i = 0; i < 3; ++i) static_cast<int*>(first)[i] = 10 * i;
  };
  std::list<int> list = {99};
  TargetTypes::of<std::list<int>>()->whole().fill(&list, 3, fill);
  CHECK(list == std::list<int>{0, 10, 20});
  std::set<int> set;
  TargetTypes::of<std::set<int>>()->whole().fill(&set, 3, fill);
  CHECK(set == std::set<int>{0, 10, 20});
  std::vector<int> vector = {99};
  const auto of_vector = TargetTypes::of<std::vector<int>>();
  fill(of_vector->whole().resize(&vector, 3));
  CHECK(vector == std::vector<int>{0, 10, 20});
  CHECK_FALSE(static_cast<bool>(TargetTypes::of<std::vector<bool>>()->whole().resize));
  const std::byte bytes[] = {std::byte{0}, std::byte{1}, std::byte{1}, std::byte{0}};
  std::vector<std::int16_t> numbers;
  TargetTypes::of<std::vector<std::int16_t>>()->whole().assign(&numbers, bytes, 2);
  CHECK(numbers == std::vector<std::int16_t>{1, 256});
}

TEST_CASE("target type: a map is a sequence of pairs") {
  std::map<int, float> map;
  const auto types = TargetTypes::of<std::map<int, float>>();
  CHECK(types->whole().content->members[1].name == "second");
  types->whole().fill(&map, 1, [](void* first) { *static_cast<std::pair<int, float>*>(first) = {4, 0.5F}; });
  CHECK(map == std::map<int, float>{{4, 0.5F}});
}

TEST_CASE("target type: a holder holds a value, or none") {
  std::unique_ptr<Item> pointer;
  const auto of_pointer = TargetTypes::of<std::unique_ptr<Item>>();
  const void* const held = of_pointer->whole().hold(&pointer, true);
  CHECK(held == pointer.get());
  CHECK(of_pointer->whole().hold(&pointer, false) == nullptr);
  CHECK(pointer == nullptr);
  std::optional<int> number = 4;
  const auto of_number = TargetTypes::of<std::optional<int>>();
  *static_cast<int*>(of_number->whole().hold(&number, true)) += 1;
  CHECK(number == 1);  // it is a new value
}

TEST_CASE("target type: a shared pointer is a holder") {
  std::shared_ptr<Item> pointer;
  const auto types = TargetTypes::of<std::shared_ptr<Item>>();
  CHECK(types->whole().shape == TargetShape::holder);
  const void* const held = types->whole().hold(&pointer, true);
  CHECK(held == pointer.get());
  CHECK(types->whole().hold(&pointer, false) == nullptr);
  CHECK(pointer == nullptr);
}

TEST_CASE("target type: a tuple is a record whose members have numbers") {
  using Tuple = std::tuple<int, std::string, double>;
  const auto types = TargetTypes::of<Tuple>();
  REQUIRE(types->whole().members.size() == 3);
  CHECK(types->whole().members[1].name == "_1");
  Tuple tuple{1, "two", 3};
  const auto* const third = reinterpret_cast<const std::byte*>(&tuple) + types->whole().members[2].offset;
  CHECK(reinterpret_cast<const std::byte*>(&std::get<2>(tuple)) == third);
}

TEST_CASE("target type: a bitset takes just as many bits as it has") {
  std::bitset<3> bits{7};
  const auto types = TargetTypes::of<std::bitset<3>>();
  const auto fill = [](void* first) {
    static_cast<bool*>(first)[0] = true;
    static_cast<bool*>(first)[2] = true;
  };
  types->whole().fill(&bits, 3, fill);
  CHECK(bits.to_ulong() == 5);
  CHECK_THROWS_WITH_AS(types->whole().fill(&bits, 4, fill), "there are 4 bits, expected 3", Error);
}
