#include "ramet/frame/internal/plan/binned_columns.hpp"

#include <random>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/actions/histograms.hpp"

using namespace ramet;
using namespace ramet::frame::internal;

namespace {

using Names = std::vector<std::string>;

/// Bookings behind filters of a source. Threads: one thread.
struct Bookings {
  Bookings() {
    root->root = std::make_shared<const Root>(frame::Source(sample::counting_rows(3)), *threads.executor,
                                              std::vector<frame::Sample>(), expr::Language::cpp, 0, Names(), nullptr);
  }

  std::shared_ptr<const Node> filter(const std::string& text) const {
    auto node = std::make_shared<Node>();
    node->kind = Node::Kind::filter;
    node->root = root->root;
    node->passes = make_expression(*root, text, text, expr::Language::cpp, text);
    node->parent = root;
    return node;
  }
  void add(std::shared_ptr<const Node> of, std::shared_ptr<frame::Action> action) {
    auto booking = std::make_shared<Booking>();
    booking->action = std::move(action);
    for (const std::string& column : booking->action->columns()) booking->columns.push_back(named_values(*of, column));
    booking->node = std::move(of);
    all.push_back(booking);
  }
  void add_histogram(std::shared_ptr<const Node> of, double high, const Names& columns,
                     const std::optional<std::string>& weight = {}) {
    hist::HistogramParts parts;
    for (std::size_t axis = 0; axis < columns.size(); ++axis)
      parts.axes.push_back({.bins = hist::RegularAxis{4, 0, high}});
    add(std::move(of),
        std::make_shared<frame::HistogramAction>(hist::Histogram::empty(std::move(parts)), columns, weight));
  }
  Plan plan() const { return make_plan(*root->root, all, {*threads.executor}); }

  sample::Threads threads;
  std::shared_ptr<Node> root = std::make_shared<Node>();
  std::vector<std::shared_ptr<Booking>> all;
};

}  // namespace

TEST_CASE("cells of a column are found once for histograms of equal axes behind several filters") {
  Bookings bookings;
  for (const char* text : {"x > 1", "x > 2"}) {
    const auto filter = bookings.filter(text);
    bookings.add_histogram(filter, 4, {"y"});
    bookings.add_histogram(filter, text[4] == '1' ? 5 : 6, {"y"});  // axes of their own
    bookings.add_histogram(filter, 4, {"y", "x"});                  // two axes
  }
  const Plan plan = bookings.plan();
  REQUIRE(plan.binned.size() == 1);
  CHECK(plan.binned[0].uses == 2);
  CHECK(std::get<BinnedColumn::Column>(plan.binned[0].of).place == 0);
  CHECK(plan.stages[1].uses[0].binned == 0);
  CHECK(plan.stages[1].uses[1].binned == none);
  CHECK(plan.stages[1].uses[2].binned == none);
  CHECK(plan.stages[2].uses[0].binned == 0);
}

TEST_CASE("a column is left where it is if only histograms that share its cells need it") {
  for (const bool has_sum : {false, true}) {
    Bookings bookings;
    for (const char* text : {"x > 1", "x > 2"}) {
      const auto filter = bookings.filter(text);
      bookings.add_histogram(filter, 4, {"y"});
      if (has_sum) bookings.add(filter, std::make_shared<frame::NumbersAction>("y"));
    }
    const Plan plan = bookings.plan();
    REQUIRE(plan.stages[1].columns.size() == 1);
    CHECK(plan.stages[1].columns[0].sharing == (has_sum ? 0 : 2));
  }
}

TEST_CASE("cells of lists are found once, too, but not with a weight for each list") {
  for (const bool is_weighted : {false, true}) {
    Bookings bookings;
    for (const char* text : {"x > 1", "x > 2"})
      bookings.add_histogram(bookings.filter(text), 4, {"v"},
                             is_weighted ? std::optional<std::string>("x") : std::nullopt);
    CHECK(bookings.plan().binned.size() == (is_weighted ? 0 : 1));
  }
}

TEST_CASE("histograms of one stage share cells under different weights") {
  Bookings bookings;
  const auto filter = bookings.filter("x > 1");
  bookings.add_histogram(filter, 4, {"x"}, "y");
  bookings.add_histogram(filter, 4, {"x"}, "x");
  const Plan plan = bookings.plan();
  REQUIRE(plan.binned.size() == 1);
  CHECK(plan.stages[1].columns.front().sharing == 0);  // x is a weight, too
}

TEST_CASE("results under variations have the bits of a graph that is written for each") {
  const sample::Threads threads;
  std::mt19937 random(5);
  std::normal_distribution<double> normal(3, 2);
  const auto column = [&](std::size_t count) {
    std::vector<double> numbers(count);
    for (double& number : numbers) number = normal(random);
    return sample::column_of(numbers);
  };
  constexpr std::size_t entries = 20'000;
  std::vector<std::vector<float>> lists(entries);
  for (std::vector<float>& list : lists) {
    list.resize(random() % 13);
    for (float& number : list) number = static_cast<float>(normal(random));
  }
  const frame::Frame all(
      frame::Source(std::make_shared<sample::ClusteredTable>(
          std::vector<std::pair<std::string, array::Array>>{
              {"x", column(entries)}, {"y", column(entries)}, {"w", column(entries)}, {"v", sample::column_of(lists)}},
          entries, 3000)),
      *threads.executor);
  const auto histogram_of = [](const frame::Frame& of, const std::string& what,
                               const std::optional<std::string>& weight) {
    auto action = std::make_shared<frame::HistogramAction>(
        hist::Histogram::empty({.axes = {{.bins = hist::RegularAxis{50, 0, 7}}}}), Names{what}, weight);
    return std::pair(action, of.book(action));
  };
  const auto graph = [](const frame::Frame& of) {
    return of.filter("y > 2").define("z", "y * 2").filter("x > 3").define("u", "x + w").define("v2", "v * 2");
  };
  const Names factors = {"0.5", "0.999", "1.001", "3", "100"};
  std::string list = "ROOT::RVecD{";
  for (const std::string& factor : factors) list += (factor == factors[0] ? "x * " : ", x * ") + factor;
  const frame::Frame varied = graph(all.vary({"x"}, list + "}", factors, "scale"));
  for (const std::string what : {"y", "z", "u", "x", "v", "v2"})
    for (const std::optional<std::string>& weight : {std::optional<std::string>(), std::optional<std::string>("w")}) {
      if (what[0] == 'v' && weight) continue;
      const auto [nominal, booked] = histogram_of(varied, what, weight);
      const auto variations = booked.varied();
      for (const std::string& factor : factors) {
        const auto [expected, alone] = histogram_of(graph(all.redefine("x", "x * " + factor)), what, weight);
        frame::run(std::vector{alone});
        const auto& found =
            static_cast<const frame::HistogramAction&>(*variations.at("scale:" + factor).action()).histogram();
        frame::run(std::vector{variations.at("scale:" + factor)});
        CHECK(found.parts().contents == expected->histogram().parts().contents);
        CHECK(found.parts().squares == expected->histogram().parts().squares);
        CHECK(found.parts().moments == expected->histogram().parts().moments);
        CHECK(found.parts().moments.entries > 0);
      }
    }
}
