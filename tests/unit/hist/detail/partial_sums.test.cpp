#include "ramet/hist/detail/partial_sums.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/schedule/executor.hpp"

using namespace ramet;
using hist::PartialSums;

namespace {

/// Shows how it was added up.
struct Trace {
  std::string text;

  Trace& operator+=(const Trace& other) {
    text = "(" + text + "+" + other.text + ")";
    return *this;
  }
};

std::string total_of(const std::vector<std::size_t>& order) {
  PartialSums<Trace> sums;
  for (const std::size_t part : order) sums.add(part, Trace{std::to_string(part)});
  const auto total = std::move(sums).total();
  return total ? total->text : "nothing";
}

std::vector<std::size_t> parts(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

}  // namespace

TEST_CASE("neighbours are added in pairs, and what is left over from left to right") {
  CHECK(total_of(parts(0)) == "nothing");
  CHECK(total_of(parts(1)) == "0");
  CHECK(total_of(parts(2)) == "(0+1)");
  CHECK(total_of(parts(3)) == "((0+1)+2)");
  CHECK(total_of(parts(5)) == "(((0+1)+(2+3))+4)");
  CHECK(total_of(parts(7)) == "((((0+1)+(2+3))+(4+5))+6)");
}

TEST_CASE("the order in which parts come does not matter") {
  std::mt19937_64 random(1);
  for (std::size_t count = 1; count < 20; ++count) {
    CAPTURE(count);
    auto order = parts(count);
    const std::string expected = total_of(order);
    for (int round = 0; round < 20; ++round) {
      std::ranges::shuffle(order, random);
      CHECK(total_of(order) == expected);
    }
  }
}

TEST_CASE("parts from many threads give the same sum") {
  const std::string expected = total_of(parts(300));
  for (const std::size_t threads : {1, 2, 8}) {
    const auto executor = schedule::make_thread_executor(threads);
    PartialSums<Trace> sums;
    executor->for_each_index(300, [&](std::size_t part) { sums.add(part, Trace{std::to_string(part)}); });
    CHECK(std::move(sums).total()->text == expected);
  }
}

TEST_CASE("a part that is missing or there twice is misuse") {
  for (const auto& order : std::vector<std::vector<std::size_t>>{{1}, {0, 2}, {0, 1, 0}, {0, 1, 2, 3, 2}, {4, 0, 1}}) {
    CAPTURE(order.size());
    CHECK_THROWS_AS(total_of(order), Error);
  }
  PartialSums<Trace> sums;
  sums.add(3, Trace{"3"});
  CHECK_THROWS_AS(sums.add(3, Trace{"3"}), Error);
}

TEST_CASE("sums that are taken over go on from there, and the others are not touched") {
  hist::PartialSums<double> all, taken;
  for (const std::size_t part : {0U, 2U, 3U}) all.add(part, 1.0 + static_cast<double>(part));
  taken.assign(all);
  taken.add(1, 10);
  CHECK(std::move(taken).total() == 18.0);
  all.add(1, 20);
  CHECK(std::move(all).total() == 28.0);
}

TEST_CASE("parts that were added up elsewhere give the same sum") {
  const std::string expected = total_of(parts(21));
  for (const std::size_t cut : {1, 4, 8, 13, 20}) {
    PartialSums<Trace> all;
    for (const auto& [first, last] : {std::pair{cut, std::size_t{21}}, std::pair{std::size_t{0}, cut}}) {
      PartialSums<Trace> some;
      for (std::size_t part = first; part < last; ++part) some.add(part, Trace{std::to_string(part)});
      std::size_t next = first;
      for (auto& tree : some.take_trees()) {
        CHECK(tree.first_part() == next);
        next = tree.last_part();
        all.add(std::move(tree));
      }
      CHECK(next == last);
      CHECK(some.take_trees().empty());
    }
    CHECK(std::move(all).total()->text == expected);
  }
}
