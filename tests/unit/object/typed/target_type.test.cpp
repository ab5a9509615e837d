#include "ramet/object/typed/target_type.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "../described_structs.hpp"
#include <doctest/doctest.h>

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
