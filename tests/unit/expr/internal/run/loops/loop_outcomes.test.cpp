#include "ramet/expr/internal/run/loops/loop_outcomes.hpp"

#include <array>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::expr;

namespace {

struct Lists {
  std::vector<std::int64_t> offsets;
  std::vector<float> numbers;
  Values content{.data = numbers.data()};

  Values values() const {
    return {.begins = offsets.data(), .ends = offsets.data() + 1, .content = &content, .packed = true};
  }
};

}  // namespace

TEST_CASE("points leave with their numbers and lists, in any order") {
  ArenaPool pool;
  Arena arena(pool);
  const std::array types = {ValueType::of(NumberType::int32), ValueType::of(NumberType::float32).list()};
  const std::vector<bool> stay = {false, false};
  LoopOutcomes outcomes(types, stay, 3, arena);
  {
    const std::array<std::int32_t, 3> numbers = {10, 11, 12};
    const Lists lists{{0, 2, 2, 3}, {1, 2, 3}};
    const std::array<Values, 2> values = {Values{.data = numbers.data()}, lists.values()};
    outcomes.add(values, std::array<std::uint32_t, 1>{1}, std::array<std::uint32_t, 3>{0, 1, 2});
  }
  {
    const std::array<std::int32_t, 2> numbers = {20, 22};
    const Lists lists{{0, 1, 3}, {4, 5, 6}};
    const std::array<Values, 2> values = {Values{.data = numbers.data()}, lists.values()};
    outcomes.add(values, std::array<std::uint32_t, 2>{0, 1}, std::array<std::uint32_t, 2>{0, 2});
  }
  const std::vector<Values> all = outcomes.take();
  CHECK(std::vector(all[0].numbers<std::int32_t>(), all[0].numbers<std::int32_t>() + 3) ==
        std::vector<std::int32_t>{20, 11, 22});
  CHECK(all[1].count(0) == 1);
  CHECK(all[1].count(1) == 0);
  CHECK(all[1].count(2) == 2);
  CHECK(all[1].content->numbers<float>()[all[1].begins[2]] == 5);
}

TEST_CASE("lists that stay where they are are not copied") {
  ArenaPool pool;
  Arena arena(pool);
  const std::array types = {ValueType::of(NumberType::float32).list()};
  const std::vector<bool> stay = {true};
  const Lists lists{{0, 2, 2, 3}, {1, 2, 3}};
  const std::array values = {lists.values()};
  for (const bool is_in_order : {true, false}) {
    LoopOutcomes outcomes(types, stay, 3, arena);
    const std::uint32_t first = is_in_order ? 0 : 2;
    outcomes.add(values, std::array<std::uint32_t, 2>{1, 2}, std::array<std::uint32_t, 3>{first, 1, 2 - first});
    outcomes.add(values, std::array<std::uint32_t, 1>{0}, std::array<std::uint32_t, 3>{first, 1, 2 - first});
    const Values left = outcomes.take()[0];
    CHECK(left.content == &lists.content);
    CHECK(left.packed == is_in_order);
    CHECK(left.count(first) == 2);
    CHECK(left.content->numbers<float>()[left.begins[2 - first]] == 3);
  }
}

TEST_CASE("copies do not see what becomes of the values") {
  ArenaPool pool;
  Arena arena(pool);
  std::vector<std::int32_t> numbers = {1, 2};
  const Values copy = copied({.data = numbers.data()}, ValueType::of(NumberType::int32), 2, arena);
  numbers = {7, 7};
  CHECK(copy.numbers<std::int32_t>()[1] == 2);
}
