#include "ramet/frame/internal/plan/range_ends.hpp"

#include <doctest/doctest.h>

using namespace ramet::frame::internal;

namespace {

/// A plan of ranges and filters, each below an earlier one.
struct Ranges {
  Ranges() { plan.stages.push_back({.node = add(Node::Kind::root, {})}); }

  std::size_t add_range(std::size_t above, RangeStep range, bool is_counted = false) {
    return place({.node = add(Node::Kind::range, range), .above = above, .is_counted = is_counted});
  }
  std::size_t add_filter(std::size_t above) { return place({.node = add(Node::Kind::filter, {}), .above = above}); }

  Plan plan;

 private:
  const Node* add(Node::Kind kind, RangeStep range) {
    nodes.push_back(std::make_unique<Node>());
    nodes.back()->kind = kind;
    nodes.back()->range = range;
    return nodes.back().get();
  }
  std::size_t place(Stage stage) {
    const std::size_t number = plan.stages.size();
    plan.stages[stage.above].below.push_back(number);
    plan.stages.push_back(std::move(stage));
    return number;
  }

  std::vector<std::unique_ptr<Node>> nodes;
};

}  // namespace

TEST_CASE("ranges behind no filter end at known entries") {
  Ranges ranges;
  const std::size_t outer = ranges.add_range(0, {10, 100, 3});
  const std::size_t inner = ranges.add_range(outer, {2, 5, 1});
  const std::size_t beyond = ranges.add_range(outer, {0, 31, 1});
  const RangeEnds ends(ranges.plan);
  CHECK(ends.of(inner) == 10 + 4 * 3 + 1);
  CHECK(ends.of(beyond) == std::nullopt);  // 30 come to it
  CHECK(ends.of(outer) == 100);
  CHECK(ends.of(0) == 100);
}

TEST_CASE("a stage ends with its own range, or with the last below it, whichever is first") {
  Ranges ranges;
  const std::size_t filter = ranges.add_filter(0);
  const std::size_t outer = ranges.add_range(filter, {0, 20, 1}, true);
  const std::size_t first = ranges.add_range(outer, {0, 2, 1}, true), second = ranges.add_range(outer, {0, 3, 1}, true);
  RangeEnds ends(ranges.plan);
  CHECK(ends.of(0) == std::nullopt);
  ends.note(first, 40);
  CHECK(ends.of(0) == std::nullopt);
  ends.note(outer, 90);
  CHECK(ends.of(0) == 90);
  ends.note(second, 70);
  ends.note(second, 71);
  CHECK(ends.of(outer) == 70);
  CHECK(ends.of(0) == 70);
}

TEST_CASE("results need all entries, and so do counts of filters") {
  for (const bool counts : {false, true}) {
    Ranges ranges;
    const std::size_t filter = ranges.add_filter(0);
    ranges.add_range(filter, {0, 2, 1}, true);
    if (counts) {
      ranges.plan.stages[filter].counts_filters = true;
    } else {
      ranges.plan.stages[filter].uses.push_back({0, {}});
    }
    RangeEnds ends(ranges.plan);
    ends.note(2, 5);
    CHECK(ends.of(filter) == std::nullopt);
    CHECK(ends.of(0) == std::nullopt);
  }
}
