#include "ramet/frame/internal/run/results_so_far.hpp"

#include <map>
#include <random>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/actions/histograms.hpp"

using namespace ramet;
using frame::Booked;
using frame::CountAction;
using frame::Frame;
using frame::LiveLook;
using frame::NumbersAction;
using frame::PartialResults;
using frame::StopCondition;
using sample::ask;
using sample::error_of;

namespace {

/// All that can be looked at.
struct Results {
  explicit Results(const Frame& of)
      : sum(ask<NumbersAction>(of, "z", "y")),
        count(ask<CountAction>(of)),
        values(ask<frame::TakeAction>(of, std::vector<std::string>{"z"})),
        histogram(
            ask<frame::HistogramAction>(of, hist::Histogram::empty({.axes = {{.bins = hist::RegularAxis{50, 0, 60}}}}),
                                        std::vector<std::string>{"z"}, "y")),
        cells(ask<frame::HistogramAction>(of,
                                          hist::Histogram::empty({.axes = {{.bins = hist::RegularAxis{5000, 0, 60}}}}),
                                          std::vector<std::string>{"z"})),
        sparse(ask<frame::SparseHistogramAction>(
            of,
            hist::SparseHistogramParts{.class_name = "THnSparseT<TArrayD>",
                                       .axes = {{.bins = hist::RegularAxis{9, 0, 60}}}},
            std::vector<std::string>{"z"})),
        automatic(ask<frame::AutomaticHistogramAction>(of, hist::HistogramLabels{.name = "a"}, 20U, "z")) {}

  std::vector<Booked> all() const {
    return {sum.booked, count.booked, values.booked, histogram.booked, cells.booked, sparse.booked, automatic.booked};
  }

  sample::Asked<NumbersAction> sum;
  sample::Asked<CountAction> count;
  sample::Asked<frame::TakeAction> values;
  sample::Asked<frame::HistogramAction> histogram, cells;
  sample::Asked<frame::SparseHistogramAction> sparse;
  sample::Asked<frame::AutomaticHistogramAction> automatic;
};

template <class Action>
const Action& action_of(const std::vector<Booked>& of, std::size_t place) {
  return dynamic_cast<const Action&>(*of.at(place).action());
}

/// All numbers of results, bit by bit.
std::vector<double> numbers_of(const std::vector<Booked>& of) {
  const frame::NumberSums& sums = action_of<NumbersAction>(of, 0).sums();
  std::vector<double> all = {sums.sum, sums.mean, sums.squares, static_cast<double>(sums.count)};
  const auto add = [&](const auto& numbers) { all.insert(all.end(), numbers.begin(), numbers.end()); };
  all.push_back(static_cast<double>(action_of<CountAction>(of, 1).count()));
  add(action_of<frame::TakeAction>(of, 2).values()[0].template numbers<double>());
  for (const std::size_t place : {3U, 4U}) {
    const hist::HistogramParts& parts = action_of<frame::HistogramAction>(of, place).histogram().parts();
    add(parts.contents);
    add(parts.squares);
    add(parts.moments.weighted_values);
  }
  add(action_of<frame::SparseHistogramAction>(of, 5).histogram().parts().contents);
  add(action_of<frame::AutomaticHistogramAction>(of, 6).histogram().contents());
  return all;
}

/// The results of the first entries, by a run of its own that stops behind them.
std::vector<double> numbers_of_first(const Frame& frame, std::uint64_t entries) {
  const Results results(frame);
  const StopCondition until{.results = {results.count.booked},
                            .holds = [&](const PartialResults& of) { return of.report.covered[0].size() == entries; },
                            .entries = 1};
  results.count.run({.until = &until});
  return numbers_of(results.all());
}

}  // namespace

TEST_CASE("a condition stops at the same entry with the same bits, whatever the number of threads") {
  std::vector<double> wanted;
  std::uint64_t entries = 0;
  for (const std::size_t count : {1U, 2U, 5U}) {
    CAPTURE(count);
    const sample::Threads threads(count);
    const Results results(threads.counting(10 * sample::many).filter("x % 3 != 0", "some"));
    std::vector<std::uint64_t> seen;
    std::vector<double> last;
    const StopCondition until{.results = results.all(),
                              .holds =
                                  [&](const PartialResults& of) {
                                    seen.push_back(of.report.covered.at(0).last.number);
                                    CHECK(of.report.covered.size() == 1);
                                    CHECK(of.report.covered[0].first.number == 0);
                                    last = numbers_of(of.results);
                                    return action_of<CountAction>(of.results, 1).count() > 200'000;
                                  },
                              .entries = 40'000};
    const frame::RunOptions options{.until = &until};
    results.count.run(options);
    const frame::RunReport report = results.count.booked.report();
    CHECK(report.was_stopped);
    CHECK(!report.is_complete());
    CHECK(report.covered == std::vector<EntryRange>{{{0}, {seen.back()}}});
    CHECK(std::ranges::is_sorted(seen));
    CHECK(numbers_of(results.all()) == last);
    CHECK(results.count.action->count() > 200'000);
    CHECK(results.count.action->count() < 250'000);
    if (count == 1) {
      wanted = last;
      entries = seen.back();
    }
    CHECK(seen.back() == entries);
    CHECK(last == wanted);
  }
}

TEST_CASE("a condition that never holds changes nothing") {
  const sample::Threads threads(3);
  const Frame all = threads.counting(5 * sample::many);
  const Results plain(all);
  plain.count.run();
  const Results asked(all);
  std::size_t questions = 0;
  const StopCondition until{.results = asked.all(), .holds = [&](const PartialResults&) { return ++questions == 0; }};
  asked.count.run({.until = &until});
  CHECK(questions > 1);
  CHECK(asked.count.booked.report().is_complete());
  CHECK(!asked.count.booked.report().was_stopped);
  CHECK(numbers_of(asked.all()) == numbers_of(plain.all()));
}

TEST_CASE("results are looked at while the run goes on, and have exactly the entries that are told") {
  for (const std::size_t count : {1U, 2U, 4U}) {
    CAPTURE(count);
    const sample::Threads threads(count);
    const Frame frame = threads.counting(10 * sample::many);
    const Results results(frame);
    const frame::Filters filters = frame.filter("x % 2 == 0", "even").filters();
    std::size_t looks = 0;
    std::vector<Booked> looked_at = results.all();
    looked_at.push_back(filters.booked());
    const LiveLook live{
        .results = looked_at,
        .look =
            [&](const PartialResults& of) {
              ++looks;
              std::uint64_t entries = 0;
              double sum = 0;
              for (const EntryRange& range : of.report.covered) {
                entries += range.size();
                for (std::uint64_t x = range.first.number; x < range.last.number; ++x)
                  sum += static_cast<double>(x) / 2;
              }
              CHECK(action_of<CountAction>(of.results, 1).count() == entries);
              CHECK(action_of<NumbersAction>(of.results, 0).sums().weights == sum);
              CHECK(action_of<frame::TakeAction>(of.results, 2).entries() == entries);
              CHECK(action_of<frame::HistogramAction>(of.results, 4).histogram().parts().moments.entries ==
                    static_cast<double>(entries));
              const auto counts = frame::Filters::counts_of(of.results.back());
              REQUIRE(counts.size() == 1);
              CHECK(counts[0].all == entries);
              CHECK(of.results[0].is_ready());
              CHECK(of.results[0].report().covered == of.report.covered);
            },
        .seconds = 0};
    results.count.run({.live = &live});
    if (count == 1) CHECK(looks > 3);
    CHECK(results.count.action->count() == 10 * sample::many);
    CHECK(filters.counts() == std::vector<frame::FilterCount>{{"even", 10 * sample::many, 5 * sample::many}});
  }
}

TEST_CASE("a copy of the first entries has the bits of a run of these") {
  const sample::Threads threads(2);
  const Frame frame = threads.counting(5 * sample::many);
  const Results results(frame);
  std::map<std::uint64_t, std::vector<double>> copies;
  const StopCondition until{.results = results.all(),
                            .holds =
                                [&](const PartialResults& of) {
                                  copies[of.report.covered[0].size()] = numbers_of(of.results);
                                  return copies.size() == 3;
                                },
                            .entries = 30'000};
  results.count.run({.until = &until});
  REQUIRE(copies.size() == 3);
  for (const auto& [entries, numbers] : copies)
    CHECK(numbers_of_first(threads.counting(5 * sample::many), entries) == numbers);
}

TEST_CASE("what cannot be looked at is refused, and its results wait on") {
  const sample::Threads threads;
  const Frame frame = threads.counting(100), other = threads.counting(100);
  const auto count = ask<CountAction>(frame), foreign = ask<CountAction>(other);
  const LiveLook live{.results = {foreign.booked}, .look = [](const PartialResults&) {}};
  CHECK(error_of([&] { count.run({.live = &live}); }) == "misuse: a look at a result that the run does not compute");
  CHECK(!count.booked.is_ready());
  CHECK(count.run().count() == 100);
  foreign.run();
  const auto again = ask<CountAction>(frame);
  again.run({.live = &live});  // it is there
  CHECK(again.action->count() == 100);
}

TEST_CASE("what a look throws ends the run") {
  const sample::Threads threads(2);
  const auto count = ask<CountAction>(threads.counting(5 * sample::many));
  const StopCondition until{.results = {count.booked},
                            .holds = [](const PartialResults&) -> bool { throw std::out_of_range("too far"); }};
  CHECK_THROWS_AS(count.run({.until = &until}), std::out_of_range);
  CHECK(error_of([&] { count.run(); }).ends_with(": too far"));
}

TEST_CASE("covered entries are joined") {
  const frame::Task tasks[] = {{0, {{0}, {5}}}, {1, {{5}, {9}}}, {2, {{9}, {12}}}, {3, {{12}, {20}}}};
  const std::uint8_t done[] = {1, 1, 0, 1};
  CHECK(frame::internal::covered_entries(tasks, done) == std::vector<EntryRange>{{{0}, {9}}, {{12}, {20}}});
}
