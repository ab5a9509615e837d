#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/actions/histograms.hpp"

using namespace ramet;
using frame::Frame;
using frame::NumbersAction;
using frame::OnError;
using sample::ask;

namespace {

/// Asks for a stop when it has counted so many entries. Threads: const-safe.
class StopAfter final : public ProgressSink {
 public:
  explicit StopAfter(std::uint64_t entries) : entries_(entries) {}
  void advance(std::uint64_t entries, std::uint64_t) override {
    if ((seen_ += entries) >= entries_) stop_.request_stop();
  }
  StopToken token() const { return stop_.get_token(); }
  std::uint64_t seen() const { return seen_; }

 private:
  std::uint64_t entries_;
  std::atomic<std::uint64_t> seen_ = 0;
  StopSource stop_;
};

/// The sum of x over ranges of entries.
double sum_over(const std::vector<EntryRange>& ranges) {
  double sum = 0;
  for (const EntryRange& range : ranges)
    for (std::uint64_t x = range.first.number; x < range.last.number; ++x) sum += static_cast<double>(x);
  return sum;
}

hist::Histogram large_model() {
  hist::HistogramParts parts;
  parts.name = "h";
  parts.axes = {{.bins = hist::RegularAxis{10'000, 0, 100'000}}};
  return hist::Histogram::empty(std::move(parts));
}

}  // namespace

TEST_CASE("sums have the same bits for any number of threads") {
  const auto sums_with = [](std::size_t count, std::uint64_t cluster) {
    const sample::Threads threads(count);
    const Frame all = threads.counting(200'000, cluster).define("w", "z * 0.1 + y / 7");
    const auto weighted = ask<NumbersAction>(all.filter("x % 3 != 1"), "z", "w");
    const auto lists = ask<NumbersAction>(all, "v", "w");
    return std::pair(weighted.run().sums(), lists.run().sums());
  };
  for (const std::uint64_t cluster : {1000, 50'000, 200'000}) {
    const auto alone = sums_with(1, cluster);
    CHECK(alone.first.count > 130'000);
    for (const std::size_t count : {2, 7}) CHECK(sums_with(count, cluster) == alone);
  }
}

TEST_CASE("a run that is stopped has the entries of the tasks that were done, and says which") {
  for (const std::size_t count : {1, 3}) {
    const sample::Threads threads(count);
    const Frame all = threads.counting(500'000);
    const auto sum = ask<NumbersAction>(all, "x");
    const auto histogram = ask<frame::HistogramAction>(all, large_model(), std::vector<std::string>{"x"});
    const frame::Filters filters = all.filter("x >= 0", "all").filters();
    StopAfter stop(100'000);
    sum.run({.stop = stop.token(), .progress = &stop});
    const frame::RunReport report = sum.booked.report();
    CHECK(report.was_stopped);
    CHECK(!report.is_complete());
    std::uint64_t covered = 0;
    for (const EntryRange& range : report.covered) covered += range.size();
    CHECK(covered > 0);
    CHECK(covered < 500'000);
    CHECK(sum.action->sums().count == covered);
    CHECK(sum.action->sums().sum == sum_over(report.covered));
    CHECK(filters.counts() == std::vector<frame::FilterCount>{{"all", covered, covered}});
    double filled = 0;
    for (const double content : histogram.action->histogram().parts().contents) filled += content;
    CHECK(filled == static_cast<double>(covered));
  }
}

TEST_CASE("a run that may lose entries goes on without those that cannot be read, and lists them") {
  for (const std::size_t count : {1, 3}) {
    const sample::Threads threads(count);
    const auto rows = sample::counting_rows(200'000);
    rows->damaged = {{50'500}, {52'700}};  // in two tasks
    const Frame all = threads.of(rows);
    const auto sum = ask<NumbersAction>(all, "x");
    const auto filters = all.filter("x >= 0", "all").filters();
    const auto histogram = ask<frame::HistogramAction>(all, large_model(), std::vector<std::string>{"x"});
    const auto folded = all.fold([](std::uint64_t n, std::int32_t) { return n + 1; }, {"x"});
    sum.run({.on_error = OnError::skip});
    const frame::RunReport report = sum.booked.report();
    REQUIRE(report.lost.size() == 1);
    CHECK(report.lost[0].entries == rows->damaged);
    CHECK(report.lost[0].reason == "entry 50500 is damaged");
    CHECK(report.covered == std::vector<EntryRange>{{{0}, {50'500}}, {{52'700}, {200'000}}});
    CHECK(!report.is_complete());
    CHECK(!report.was_stopped);
    CHECK(sum.action->sums().sum == sum_over(report.covered));
    CHECK(filters.counts() == std::vector<frame::FilterCount>{{"all", 197'800, 197'800}});
    CHECK(*folded == 197'800);
    CHECK(histogram.action->histogram().parts().moments.entries == 197'800);
    double filled = 0;
    for (const double content : histogram.action->histogram().parts().contents) filled += content;
    CHECK(filled == 197'800);
  }
}

TEST_CASE("what a filter leaves out is not lost when it cannot be read") {
  const sample::Threads threads(2);
  const auto rows = sample::counting_rows(200'000);
  const Frame all = threads.of(rows);
  rows->damaged = {{50'000}, {50'010}};
  rows->damaged_column = "y";
  const auto sum = ask<NumbersAction>(all.filter("x < 40'000 || x > 60'000"), "y");
  sum.run({.on_error = OnError::skip});
  CHECK(sum.booked.report().is_complete());
  const auto some = ask<NumbersAction>(all.filter("x < 50'003"), "y");
  some.run({.on_error = OnError::skip});
  REQUIRE(some.booked.report().lost.size() == 1);
  CHECK(some.booked.report().lost[0].entries == rows->damaged);
  CHECK(some.action->sums().count == 50'000);
}

TEST_CASE("several damaged places are found one by one, and a file of nothing else leaves nothing") {
  const sample::Threads threads(2);
  const auto rows = sample::counting_rows(100'000);
  const Frame all = threads.of(rows);
  rows->also_damaged = {{{0}, {1}}, {{5}, {8}}, {{4'000}, {4'500}}, {{99'999}, {100'000}}};
  const auto sum = ask<NumbersAction>(all, "x");
  sum.run({.on_error = OnError::skip});
  std::vector<EntryRange> found;
  for (const frame::LostEntries& one : sum.booked.report().lost) found.push_back(one.entries);
  CHECK(found == rows->also_damaged);
  CHECK(sum.action->sums().sum == sum_over(sum.booked.report().covered));
  rows->also_damaged = {{{0}, {100'000}}};
  const auto none = ask<frame::CountAction>(all.filter("x >= 0"));
  none.run({.on_error = OnError::skip});
  CHECK(none.action->count() == 0);
  CHECK(none.booked.report().covered.empty());
  REQUIRE(none.booked.report().lost.size() == 1);
  CHECK(none.booked.report().lost[0].entries == EntryRange{{0}, {100'000}});
}

TEST_CASE("misuse is no loss of data: the run fails") {
  const sample::Threads threads;
  const auto of_another_length = std::make_shared<sample::Function>(
      [](std::span<const array::Array> columns, std::size_t) { return columns[0].slice(0, 1); });
  const Frame all = threads.counting(10).define("f", of_another_length, {"x"}, array::parse_type("int32"));
  const auto sum = ask<NumbersAction>(all, "f");
  CHECK(sample::error_of([&] { sum.run({.on_error = OnError::skip}); }) ==
        "misuse: the function of column 'f' gave 1 values of type int32 for 10 of type int32");
}

TEST_CASE("an action that fails at the end of a task ends the run, also one that may lose entries") {
  class Failing final : public frame::Action {
   public:
    class Nothing final : public frame::Partial {
      void add(const frame::Chosen&) override {}
    };
    std::string name() const override { return "failing"; }
    std::vector<std::string> columns() const override { return {"x"}; }
    void check(std::span<const array::Type>) const override {}
    void begin(std::span<const array::Type>, std::span<const frame::Task>, const frame::ReadOptions&) override {}
    std::unique_ptr<frame::Partial> partial(const frame::Task&) override { return std::make_unique<Nothing>(); }
    void end_task(const frame::Task&, std::unique_ptr<frame::Partial>) override {
      throw Error(ErrorKind::io, "the disk is full");
    }
    void finish() override {}
    void abandon() noexcept override { is_abandoned = true; }
    std::shared_ptr<frame::Action> varied(std::string_view) const override { return std::make_shared<Failing>(); }
    bool is_abandoned = false;
  };
  const sample::Threads threads(2);
  const Frame all = threads.counting(sample::many);
  const auto sum = ask<NumbersAction>(all, "x");
  const auto failing = ask<Failing>(all);
  CHECK(sample::error_of([&] { sum.run({.on_error = OnError::skip}); }) == "io: the disk is full");
  CHECK(failing.action->is_abandoned);
}

TEST_CASE("progress is told of all entries") {
  const sample::Threads threads(2);
  StopAfter progress(~std::uint64_t{0});
  ask<NumbersAction>(threads.counting(sample::many), "x").run({.progress = &progress});
  CHECK(progress.seen() == sample::many);
}

TEST_CASE("a run of no entries gives results without entries") {
  const sample::Threads threads(2);
  const Frame all = threads.counting(0);
  const auto sum = ask<NumbersAction>(all, "x");
  const auto values = ask<frame::TakeAction>(all, std::vector<std::string>{"v"});
  const auto histogram = ask<frame::HistogramAction>(all, large_model(), std::vector<std::string>{"x"});
  CHECK(sum.run().sums().count == 0);
  CHECK(values.run().values()[0].length() == 0);
  CHECK(histogram.run().histogram().parts().moments.entries == 0);
  CHECK(sum.booked.report().is_complete());
}
