#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/internal/graph/booking.hpp"
#include "ramet/frame/internal/graph/node.hpp"

using namespace ramet;
using namespace ramet::frame::internal;

namespace {

std::shared_ptr<const Root> root_of(frame::Source source, schedule::Executor& executor,
                                    std::vector<frame::Sample> samples = {}) {
  return std::make_shared<const Root>(std::move(source), executor, std::move(samples), expr::Language::cpp, 0,
                                      std::vector<std::string>(), nullptr);
}

}  // namespace

TEST_CASE("a column of the source is one definition") {
  const sample::Threads threads;
  const auto root = root_of(frame::Source(sample::counting_rows(3)), *threads.executor);
  CHECK(root->column("x") == root->column("x"));
  CHECK(root->column("q") == nullptr);
  CHECK(root->column_that_may_miss("q", Definition::Missing::told) == nullptr);
  CHECK(root->column_that_may_miss("x", Definition::Missing::told)->type == array::parse_type("bool"));
  CHECK(root->column_that_may_miss("x", Definition::Missing::filled)->path == "x");  // these rows lack nothing
  CHECK(root->column_names() == std::vector<std::string>{"x", "y", "z", "v"});
}

TEST_CASE("entries of a dataset may lack columns") {
  const sample::Place place;
  const auto root = root_of(sample::two_hundred(place), *place.executor);
  CHECK(root->column_that_may_miss("x", Definition::Missing::filled)->path == "?x");
  CHECK(root->column_that_may_miss("x", Definition::Missing::filled)->type == array::parse_type("int32"));
}

TEST_CASE("samples are the files, one after the other") {
  const sample::Place place;
  const auto root = root_of(sample::two_hundred(place), *place.executor);
  const auto samples = root->samples({*place.executor});
  REQUIRE(samples.size() == 2);
  CHECK(samples[1].first == 100);
  CHECK(samples[1].entries == 100);
  CHECK(samples[1].id.ends_with("part2.root/Events"));
  CHECK(sample::error_of([&] { root_of(sample::two_hundred(place), *place.executor, {{.name = "one"}}); }) ==
        "misuse: 1 samples for 2 files: one for each is wanted");
}

TEST_CASE("bookings and filters are kept by those who hold them") {
  const sample::Threads threads;
  const auto root = root_of(frame::Source(sample::counting_rows(3)), *threads.executor);
  auto first = std::make_shared<Booking>(), second = std::make_shared<Booking>();
  root->add_booking(first);
  root->add_booking(second);
  CHECK(root->bookings().size() == 2);
  first.reset();
  CHECK(root->bookings() == std::vector{second});
  auto filter = std::make_shared<const Node>();
  root->add_filter(filter);
  CHECK(root->filters().size() == 1);
  filter.reset();
  CHECK(root->filters().empty());
}
