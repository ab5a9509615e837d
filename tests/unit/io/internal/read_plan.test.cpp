#include "ramet/io/internal/read_plan.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::io;

namespace {

/// The runs of a plan for pieces of given offset and size, as text: "offset+size(pieces) ...".
std::string runs_of(const std::vector<std::pair<std::uint64_t, std::size_t>>& ranges, const ReadRunLimits& limits) {
  static std::array<std::byte, 1024> memory;
  std::vector<ReadPiece> pieces;
  for (const auto& [offset, size] : ranges) pieces.push_back({offset, std::span(memory).first(size)});
  const ReadPlan plan(pieces, limits);
  std::string text;
  for (const ReadRun& run : plan.runs())
    text +=
        std::to_string(run.offset) + '+' + std::to_string(run.size) + '(' + std::to_string(run.pieces.size()) + ") ";
  return text;
}

constexpr ReadRunLimits roomy{.largest_gap = 10, .most_bytes = 1000, .most_pieces = 100};

}  // namespace

TEST_CASE("read plan: no pieces, and empty ones, need no request") {
  CHECK(runs_of({}, roomy).empty());
  CHECK(runs_of({{5, 0}, {9, 0}}, roomy).empty());
}

TEST_CASE("read plan: neighbours are joined across gaps up to the largest, in order of offset") {
  CHECK(runs_of({{0, 5}, {5, 5}}, roomy) == "0+10(2) ");
  CHECK(runs_of({{0, 5}, {15, 5}}, roomy) == "0+20(2) ");
  CHECK(runs_of({{0, 5}, {16, 5}}, roomy) == "0+5(1) 16+5(1) ");
  CHECK(runs_of({{40, 5}, {16, 5}, {0, 10}}, roomy) == "0+21(2) 40+5(1) ");
  CHECK(runs_of({{0, 5}, {6, 5}}, {.largest_gap = 0, .most_bytes = 1000, .most_pieces = 100}) == "0+5(1) 6+5(1) ");
}

TEST_CASE("read plan: pieces that overlap are never in one run") {
  CHECK(runs_of({{0, 10}, {5, 10}}, roomy) == "0+10(1) 5+10(1) ");
  constexpr ReadRunLimits unlimited{.largest_gap = ~0ULL, .most_bytes = ~0ULL, .most_pieces = 100};
  CHECK(runs_of({{0, 10}, {5, 10}}, unlimited) == "0+10(1) 5+10(1) ");
  CHECK(runs_of({{0, 10}, {0, 10}}, roomy) == "0+10(1) 0+10(1) ");
}

TEST_CASE("read plan: a run keeps its limits, but a single piece may be larger") {
  constexpr ReadRunLimits tight{.largest_gap = 10, .most_bytes = 20, .most_pieces = 3};
  CHECK(runs_of({{0, 5}, {5, 5}, {10, 5}, {15, 5}}, tight) == "0+15(3) 15+5(1) ");
  CHECK(runs_of({{0, 10}, {10, 10}, {20, 1}}, tight) == "0+20(2) 20+1(1) ");
  CHECK(runs_of({{0, 50}, {50, 5}}, tight) == "0+50(1) 50+5(1) ");
}

TEST_CASE("read plan: runs stay valid when the plan is moved") {
  std::array<std::byte, 8> memory{};
  const std::array<ReadPiece, 2> pieces{ReadPiece{4, std::span(memory).last(4)},
                                        ReadPiece{0, std::span(memory).first(4)}};
  ReadPlan plan(pieces, roomy);
  const ReadPlan moved(std::move(plan));
  REQUIRE(moved.runs().size() == 1);
  CHECK(moved.runs()[0].pieces[0].into.data() == memory.data());
  CHECK(moved.runs()[0].pieces[1].into.data() == memory.data() + 4);
}
