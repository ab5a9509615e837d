#include "ramet/expr/internal/run/loops/list_state.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using Numbers = std::vector<std::int32_t>;

namespace {

// Lists of int32 at points.
struct Lists {
  explicit Lists(const std::vector<Numbers>& lists) {
    for (const Numbers& list : lists) {
      begins.push_back(static_cast<std::int64_t>(numbers.size()));
      numbers.insert(numbers.end(), list.begin(), list.end());
      ends.push_back(static_cast<std::int64_t>(numbers.size()));
    }
    content.data = numbers.data();
  }
  expr::Values values() const { return {.begins = begins.data(), .ends = ends.data(), .content = &content}; }

  Numbers numbers;
  std::vector<std::int64_t> begins;
  std::vector<std::int64_t> ends;
  expr::Values content;
};

std::vector<Numbers> lists_in(const expr::ListState& state) {
  const expr::Values values = state.values();
  std::vector<Numbers> all;
  for (std::size_t k = 0; k < state.points(); ++k) {
    const auto* const numbers = values.content->numbers<std::int32_t>();
    all.emplace_back(numbers + values.begins[k], numbers + values.ends[k]);
  }
  return all;
}

}  // namespace

TEST_CASE("lists change where they are, and what they were copied of does not") {
  const Lists source({{1, 2, 3}, {}, {4}});
  expr::ArenaPool pool;
  expr::Arena arena(pool);
  expr::ListState state(source.values(), array::NumberType::int32, 3, arena);
  CHECK(lists_in(state) == std::vector<Numbers>{{1, 2, 3}, {}, {4}});

  const std::int32_t value = 9;
  state.replace(0, 1, &value);
  for (const std::int64_t place : {-1, 3}) state.replace(0, place, &value);
  state.replace(1, 0, &value);
  state.append(1, &value);
  state.append(2, &value);
  CHECK(lists_in(state) == std::vector<Numbers>{{1, 9, 3}, {9}, {4, 9}});
  CHECK(source.numbers == Numbers{1, 2, 3, 4});
}

TEST_CASE("lists that grow are as if each was alone") {
  constexpr std::size_t points = 50;
  std::vector<Numbers> plain(points);
  for (std::size_t k = 0; k < points; ++k) plain[k].assign(k % 5, static_cast<std::int32_t>(k));
  expr::ArenaPool pool;
  expr::Arena arena(pool);
  expr::ListState state(Lists(plain).values(), array::NumberType::int32, points, arena);
  std::uint64_t random = 7;
  for (std::int32_t step = 0; step < 5000; ++step) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    const std::size_t point = (random >> 40U) % plain.size();
    Numbers& list = plain[point];
    if (random >> 63U != 0 || list.empty()) {
      list.push_back(step);
      state.append(point, &step);
    } else {
      const std::size_t place = (random >> 33U) % list.size();
      list[place] = step;
      state.replace(point, static_cast<std::int64_t>(place), &step);
    }
    if (step % 1000 != 999) continue;
    std::vector<std::uint32_t> staying;  // every other one leaves
    std::vector<Numbers> left;
    for (std::uint32_t k = 0; k < plain.size(); k += 2) {
      staying.push_back(k);
      left.push_back(plain[k]);
    }
    state.keep_only(staying);
    plain = left;
    CHECK(lists_in(state) == plain);
  }
}
