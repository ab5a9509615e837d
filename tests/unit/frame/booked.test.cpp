#include "ramet/frame/booked.hpp"

#include <thread>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Booked;
using frame::CountAction;
using frame::Frame;
using frame::NumbersAction;
using sample::ask;
using sample::error_of;

namespace {

/// A function that gives its column, and fails where a value is 40,000.
std::shared_ptr<sample::Function> failing(ErrorKind kind) {
  return std::make_shared<sample::Function>([kind](std::span<const array::Array> columns, std::size_t) {
    if (std::ranges::count(columns[0].numbers<std::int32_t>(), 40'000) > 0) throw Error(kind, "it broke");
    return columns[0];
  });
}

Frame with_function(const Frame& of, std::shared_ptr<const frame::BatchFunction> function) {
  return of.define("f", std::move(function), {"x"}, array::parse_type("int32"));
}

}  // namespace

TEST_CASE("all that is booked is computed in one pass, and nothing before") {
  const sample::Threads threads(3);
  const auto rows = sample::counting_rows(sample::many);
  const auto twice = sample::doubling<std::int32_t>();
  const Frame all = with_function(threads.of(rows), twice);
  const auto sum = ask<NumbersAction>(all, "f");
  const auto some = ask<NumbersAction>(all.filter("f >= 100'000"), "f");
  const auto count = ask<CountAction>(all.filter("f < 10"));
  CHECK(rows->values_read == 0);
  CHECK(!sum.booked.is_ready());
  CHECK(error_of([&] { (void)sum.booked.report(); }) == "misuse: the result was not computed yet");
  CHECK(count.run().count() == 5);
  CHECK(sum.booked.is_ready());
  CHECK(some.booked.is_ready());
  CHECK(rows->values_read == sample::many);  // of x alone
  CHECK(twice->values == sample::many);
  CHECK(sum.run().sums().sum == static_cast<double>(sample::many) * (sample::many - 1));
  CHECK(some.run().sums().count == 20'000);
  CHECK(rows->values_read == sample::many);
  const frame::RunReport report = sum.booked.report();
  CHECK(report.is_complete());
  CHECK(report.covered == std::vector<EntryRange>{{{0}, {sample::many}}});
  CHECK(report.entries == sample::many);
}

TEST_CASE("what nobody holds any longer is not computed, and later results run again") {
  const sample::Threads threads;
  const auto rows = sample::counting_rows(100);
  const Frame all = threads.of(rows);
  {
    const auto dropped = ask<NumbersAction>(all, "y");
  }
  CHECK(ask<NumbersAction>(all, "x").run().sums().sum == 4950);
  CHECK(rows->values_read == 100);
  CHECK(ask<NumbersAction>(all, "x").run().sums().sum == 4950);
  CHECK(rows->values_read == 200);
}

TEST_CASE("results of two sources are computed by one call, each in its pass") {
  const sample::Threads threads(2);
  const auto first = sample::counting_rows(100), second = sample::counting_rows(200);
  const auto sum = ask<NumbersAction>(threads.of(first), "x");
  const auto count = ask<CountAction>(threads.of(second).filter("x % 2 == 0"));
  const Booked both[] = {sum.booked, count.booked};
  frame::run(both);
  CHECK(sum.booked.is_ready());
  CHECK(count.booked.is_ready());
  CHECK(sum.action->sums().sum == 4950);
  CHECK(count.action->count() == 100);
}

TEST_CASE("all results of a run that failed say so, and later ones are computed") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(sample::many);
  const auto good = ask<CountAction>(all);
  const auto bad = ask<NumbersAction>(with_function(all, failing(ErrorKind::io)), "f");
  const frame::Filters filters = all.filter("x > 3", "some").filters();
  const std::string first = error_of([&] { bad.run(); });
  CHECK(first == "io: column 'f' in entries 40000 to 40999: it broke");
  const std::string later =
      "misuse: the run failed in which this result was computed: column 'f' in entries 40000 "
      "to 40999: it broke";
  CHECK(error_of([&] { bad.run(); }) == later);
  CHECK(error_of([&] { good.run(); }) == later);
  CHECK(error_of([&] { (void)filters.counts(); }) == later);
  CHECK(!good.booked.is_ready());
  CHECK(sample::count_of(all) == sample::many);
}

TEST_CASE("an exception of any type ends a run, and its results are not there") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(sample::many);
  const auto throwing = [&](auto what) {
    return std::make_shared<sample::Function>(
        [what](std::span<const array::Array>, std::size_t) -> array::Array { throw what; });
  };
  const auto standard = ask<NumbersAction>(with_function(all, throwing(std::out_of_range("too far"))), "f");
  CHECK_THROWS_AS(standard.run({.on_error = frame::OnError::skip}), std::out_of_range);
  CHECK(error_of([&] { standard.run(); }).ends_with(": too far"));
  const auto number = ask<NumbersAction>(with_function(all, throwing(42)), "f");
  CHECK_THROWS_AS(number.run(), int);
  CHECK(error_of([&] { number.run(); }).ends_with(": an exception of another type"));
}

TEST_CASE("results under variations run with the nominal one, and are asked for before it ran") {
  const sample::Threads threads;
  const auto rows = sample::counting_rows(100);
  const Frame varied = threads.of(rows).vary({"x"}, "RVecI{x + 1, x + 2}", {"a", "b"}, "n");
  const auto sum = ask<NumbersAction>(varied, "x");
  CHECK(sum.booked.variations() == std::vector<std::string>{"n:a", "n:b"});
  const auto results = sum.booked.varied();
  CHECK(sum.run().sums().sum == 4950);
  CHECK(results.at("n:b").is_ready());
  CHECK(static_cast<const NumbersAction&>(*results.at("n:b").action()).sums().sum == 5150);
  CHECK(rows->values_read == 100);
  CHECK(sum.booked.varied().at("n:a").action() == results.at("n:a").action());
  const auto late = ask<NumbersAction>(varied, "x");
  late.run();
  CHECK(error_of([&] { late.booked.varied(); }).starts_with("misuse: variations are asked for after"));
  CHECK(ask<NumbersAction>(varied, "y").booked.varied().empty());
}

TEST_CASE("counts of filters have no variations") {
  const sample::Threads threads;
  const Frame varied = threads.counting(10).vary({"x"}, "RVecI{x + 1}", {"a"}, "n").filter("x > 4", "large");
  const frame::Filters filters = varied.filters();
  CHECK(error_of([&] { filters.booked().varied(); }).starts_with("unsupported"));
  CHECK(filters.counts() == std::vector<frame::FilterCount>{{"large", 10, 5}});
}

TEST_CASE("a result of a type runs when its value is asked for") {
  const sample::Threads threads;
  const Frame varied = threads.counting(10).vary({"x"}, "RVecI{x + 1}", {"a"}, "n").filter("x > 4");
  const auto action = std::make_shared<CountAction>();
  const frame::Result<std::uint64_t> count(
      varied.book(action), [](const frame::Action& of) { return static_cast<const CountAction&>(of).count(); });
  const auto results = count.varied();
  CHECK(*count == 5);
  CHECK(count.booked().is_ready());
  CHECK(results.at("n:a").value() == 6);
}

TEST_CASE("threads that ask for results of one source get them, whoever runs") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(sample::many);
  std::vector<std::uint64_t> counts(4);
  {
    std::vector<std::jthread> asking;
    for (std::size_t k = 0; k < counts.size(); ++k)
      asking.emplace_back([&, k] {
        for (int time = 0; time < 5; ++time)
          counts[k] += sample::count_of(all.filter("x % 4 == " + std::to_string(k), "rest"));
      });
  }
  for (const std::uint64_t count : counts) CHECK(count == 5 * sample::many / 4);
}

TEST_CASE("what is booked while a run goes on is computed by the next") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(sample::many);
  std::optional<sample::Asked<CountAction>> later;
  std::once_flag once;
  const auto booking = std::make_shared<sample::Function>([&](std::span<const array::Array> columns, std::size_t) {
    std::call_once(once, [&] { later = ask<CountAction>(all.filter("x < 7")); });
    return columns[0];
  });
  const auto sum = ask<NumbersAction>(with_function(all, booking), "f");
  CHECK(sum.run().sums().count == sample::many);
  CHECK(!later->booked.is_ready());
  CHECK(later->run().count() == 7);
}

TEST_CASE("a function that asks for a result of its own source is told so, and does not wait") {
  const sample::Threads threads(3);
  const Frame all = threads.counting(1000);
  const auto asking = all.define(
      "n", [&](std::int32_t x) { return static_cast<double>(x) + static_cast<double>(*all.count()); }, {"x"});
  CHECK_THROWS_WITH_AS(*asking.sum("n"), doctest::Contains("asks for a result of the same source"), Error);
}

TEST_CASE("a result that cannot be planned fails alone") {
  const sample::Place place(2);
  for (const char* name : {"a.root", "b.root"})
    sample::write_tree(place.folder / name, {{"x", sample::count_from<std::int32_t>(0, 10)}});
  const frame::Source source(std::make_shared<const dataset::Dataset>(place.session, place.at("*.root") + ":Events"));
  const Frame all(source, *place.executor,
                  {.samples = {{.name = "first", .metadata = {{"xs", 2.0}}}, {.name = "second"}}});
  const Frame wrong = all.define_per_sample("xs", "rdfsampleinfo_.GetD(\"xs\")");
  const auto asked = ask<CountAction>(all);
  const auto other = ask<NumbersAction>(all, "x");
  const auto bad = ask<NumbersAction>(wrong, "xs"), worse = ask<NumbersAction>(wrong, "xs");
  CHECK(error_of([&] { worse.run(); }).starts_with("not_found: "));  // and the others wait on
  CHECK(error_of([&] { worse.run(); }).starts_with("misuse: the run failed"));
  CHECK(!asked.booked.is_ready());
  CHECK(asked.run().count() == 20);
  CHECK(other.booked.is_ready());
  CHECK(other.action->sums().sum == 90);
  CHECK(error_of([&] { bad.run(); }).find("xs") != std::string::npos);
  CHECK(!bad.booked.is_ready());
}
