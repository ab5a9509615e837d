#include "ramet/frame/internal/plan/plan.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::frame::internal;

namespace {

/// A graph of nodes below a root. Threads: one thread.
struct Graph {
  Graph() {
    root->root = std::make_shared<const Root>(frame::Source(sample::counting_rows(3)), *threads.executor,
                                              std::vector<frame::Sample>(), expr::Language::cpp, 0,
                                              std::vector<std::string>(), nullptr);
  }

  std::shared_ptr<const Node> filter(std::shared_ptr<const Node> above, const std::string& text) const {
    auto node = std::make_shared<Node>();
    node->kind = Node::Kind::filter;
    node->root = root->root;
    node->passes = make_expression(*above, text, text, expr::Language::cpp, text);
    node->parent = std::move(above);
    return node;
  }
  std::shared_ptr<Booking> sum(std::shared_ptr<const Node> of, const std::string& column) const {
    auto booking = std::make_shared<Booking>();
    booking->action = std::make_shared<frame::NumbersAction>(column);
    booking->columns = {named_values(*of, column)};
    booking->node = std::move(of);
    return booking;
  }

  sample::Threads threads;
  std::shared_ptr<Node> root = std::make_shared<Node>();
};

}  // namespace

TEST_CASE("a stage for each filter, and columns that are needed first behind it in a group of their own") {
  const Graph graph;
  const auto filter = graph.filter(graph.root, "x > 1");
  const std::shared_ptr<Booking> bookings[] = {graph.sum(graph.root, "x"), graph.sum(filter, "y"),
                                               graph.sum(filter, "x")};
  const Plan plan = make_plan(*graph.root->root, bookings, {*graph.threads.executor});
  REQUIRE(plan.stages.size() == 2);
  CHECK(plan.stages[0].below == std::vector<std::size_t>{1});
  CHECK(plan.stages[1].above == 0);
  CHECK(plan.stages[1].node == filter.get());
  CHECK(plan.stages[1].uses.size() == 2);
  CHECK(plan.actions[2].stage == 1);
  CHECK(plan.groups == std::vector<frame::ColumnGroup>{{"x"}, {"y"}});
  CHECK(!plan.has_counted());
}

TEST_CASE("a range behind a filter is counted") {
  const Graph graph;
  const auto filter = graph.filter(graph.root, "x > 1");
  const auto range = std::make_shared<Node>();
  range->kind = Node::Kind::range;
  range->root = graph.root->root;
  range->range = {0, 5, 1};
  range->parent = filter;
  const std::shared_ptr<Booking> bookings[] = {graph.sum(range, "x")};
  const Plan plan = make_plan(*graph.root->root, bookings, {*graph.threads.executor});
  REQUIRE(plan.stages.size() == 3);
  CHECK(plan.has_counted());
  CHECK(plan.stages[2].is_counted);
  CHECK(plan.stages[1].leads_to_counted);
}
