#include "ramet/expr/internal/run/loops/loop_rounds.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "ramet/expr/internal/run/loops/loop_outcomes.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr std::uint64_t most_runs = 1'000'000;
constexpr std::size_t runs_ahead = 4096;

std::vector<std::uint32_t> points_at(std::span<const std::uint32_t> points, std::span<const std::uint32_t> places) {
  std::vector<std::uint32_t> found(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) found[k] = points[places[k]];
  return found;
}

}  // namespace

void LoopRounds::check(std::uint64_t runs, std::uint32_t point) const {
  if (runs < most_runs) return;
  evaluation_.fail_at_point(evaluation_.graph().node(loop_.condition), domain_, point,
                            fmt::format("a loop that has not ended after {} runs", most_runs));
}

LoopRounds::Round LoopRounds::round_of(std::vector<std::uint32_t> points, std::span<const bool> truths) {
  Round round;
  const auto staying = static_cast<std::size_t>(std::ranges::count(truths, true));
  round.staying.resize(staying);
  round.leaving.resize(points.size() - staying);
  if (round.leaving.empty()) {
    std::iota(round.staying.begin(), round.staying.end(), 0U);
    round.running = points;
    round.points = std::move(points);
    return round;
  }
  std::array<std::uint32_t*, 2> next = {round.leaving.data(), round.staying.data()};
  for (std::uint32_t k = 0; k < points.size(); ++k) *next[truths[k] ? 1 : 0]++ = k;
  round.running = points_at(points, round.staying);
  round.points = std::move(points);
  return round;
}

std::vector<LoopRounds::Round> LoopRounds::count(std::vector<std::uint32_t> points, std::uint64_t runs,
                                                 std::vector<Values>& counters, Arena& memory) {
  std::vector<Round> rounds;
  for (std::size_t total = 0; !points.empty() && total < points_ahead && rounds.size() < runs_ahead;) {
    check(runs + rounds.size(), points.front());
    Domain inside(domain_, loop_.inside, points, false);
    inside.run = runs + rounds.size();
    for (std::size_t k = 0; k < counters.size(); ++k)
      if (plan_.is_counter[k]) inside.keep(loop_.states[k], counters[k]);
    const std::span truths(evaluation_.values(loop_.condition, inside).numbers<bool>(), points.size());
    Round round = round_of(points, truths);
    round.counters = counters;
    if (!round.staying.empty()) {
      Domain& body =
          round.leaving.empty() ? inside : evaluation_.selected(loop_.condition, truths.data(), true, inside);
      for (std::size_t k = 0; k < counters.size(); ++k)
        if (plan_.is_counter[k])
          counters[k] = copied(evaluation_.values(loop_.next[k], body), type(k), round.staying.size(), memory);
    }
    points = round.running;
    total += points.size();
    rounds.push_back(std::move(round));
  }
  return rounds;
}

LoopRounds::Together LoopRounds::together(std::span<const Round> rounds, Arena& memory) {
  std::vector<std::uint32_t> next(domain_.points() + 1);  // the next run of each point, when all are counted
  for (const Round& round : rounds)
    for (const std::uint32_t point : round.running) ++next[point + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  const std::size_t size = next.back();
  const auto by_round = memory.make<std::uint32_t>(size);
  const auto up = memory.make<std::uint32_t>(size);
  for (std::size_t at = 0; const Round& round : rounds)
    for (const std::uint32_t point : round.running) {
      by_round[at] = next[point]++;
      up[by_round[at++]] = point;
    }
  auto runs = std::make_unique<Domain>(domain_, loop_.inside, up, false);
  for (std::size_t k = 0; k < loop_.states.size(); ++k)
    if (plan_.is_counter[k]) runs->keep(loop_.states[k], counters_of(rounds, k, by_round, runs->arena()));
  return {std::move(runs), by_round};
}

// A variable at the runs of all rounds.
Values LoopRounds::counters_of(std::span<const Round> rounds, std::size_t variable,
                               std::span<const std::uint32_t> by_round, Arena& arena) const {
  const std::size_t item = array::size_of(type(variable).number);
  auto* const found = static_cast<std::byte*>(arena.allocate(by_round.size(), item));
  for (std::size_t at = 0; const Round& round : rounds)
    for (const std::uint32_t place : round.staying)
      std::memcpy(found + by_round[at++] * item,
                  static_cast<const std::byte*>(round.counters[variable].data) + place * item, item);
  return {.data = found};
}

}  // namespace ramet::inline v1::expr
