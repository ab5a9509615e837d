#include "ramet/frame/pass.hpp"

#include <mutex>

#include "unit/frame/sample_source.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::Pass;
using frame::TaskBatches;

namespace {

/// The sum of x and of y over all tasks, each task's in its place.
std::vector<double> sums(const frame::Source& source, const frame::ReadOptions& options,
                         const frame::PassOptions& cutting) {
  const Pass pass(source, {{"x"}, {"y"}}, {{0}, {source.entries(options)}}, options, cutting);
  std::vector<double> sums(pass.tasks().size());
  pass.for_each_task(options, [&](TaskBatches& batches) {
    while (batches.next()) {
      CHECK(batches.entries().size() <= cutting.batch_entries);
      for (const std::int32_t x : batches.columns(0)[0].numbers<std::int32_t>()) sums[batches.task().number] += x;
      for (const double y : batches.columns(1)[0].numbers<double>()) sums[batches.task().number] += y;
    }
  });
  return sums;
}

double total(const std::vector<double>& numbers) {
  double all = 0;
  for (const double number : numbers) all += number;
  return all;
}

}  // namespace

TEST_CASE("tasks have each entry of the range once, in order; small clusters are joined") {
  const sample::Place place;
  const Pass pass(sample::hundred(place), {{"x"}}, {{3}, {77}}, place.options, {.least_entries = 20});
  std::uint64_t next = 3;
  for (const frame::Task& task : pass.tasks()) {
    CHECK(task.entries.first.number == next);
    next = task.entries.last.number;
  }
  CHECK(next == 77);
  CHECK(pass.tasks().size() == 4);
  CHECK(pass.tasks()[0].entries == EntryRange{{3}, {24}});
  CHECK(Pass(sample::hundred(place), {{"x"}}, {{5}, {5}}, place.options).tasks().empty());
}

TEST_CASE("the sums of tasks are the same for any number of threads and entries in a batch") {
  const sample::Place one;
  const auto alone = sums(sample::two_hundred(one), one.options, {.least_entries = 8});
  CHECK(total(alone) == 2 * 99 * 50 * 1.5);
  for (const std::size_t threads : {2, 5}) {
    const sample::Place many(threads);
    for (const std::size_t batch : {1, 3, 4096})
      CHECK(sums(sample::two_hundred(many), many.options, {.batch_entries = batch, .least_entries = 8}) == alone);
    CHECK(total(sums(sample::hundred(many), many.options, {.least_entries = 8})) == 99 * 50 * 1.5);
  }
}

TEST_CASE("parts of a large cluster are worked on side by side, and the columns are read once") {
  const sample::Place place(4);
  constexpr std::size_t entries = 75'000;
  sample::write_tree(place.folder / "large.root", {{"x", sample::count_from<std::int32_t>(0, entries)}}, entries);
  const frame::Source source(dataset::open_table(place.session.open(place.folder / "large.root"), "Events"));
  const Pass pass(source, {{"x"}}, {{0}, {entries}}, place.options);
  CHECK(pass.tasks().size() == 2);
  std::vector<std::int64_t> sums(2);
  pass.for_each_task(place.options, [&](TaskBatches& batches) {
    while (batches.next())
      for (const std::int32_t x : batches.columns(0)[0].numbers<std::int32_t>()) sums[batches.task().number] += x;
  });
  CHECK(sums[0] + sums[1] == std::int64_t{entries} * (entries - 1) / 2);
}

TEST_CASE("progress counts entries, and a stop ends the pass") {
  class Count final : public ProgressSink {
   public:
    void advance(std::uint64_t entries, std::uint64_t /*bytes*/) override { seen += entries; }
    std::atomic<std::uint64_t> seen = 0;
  };
  const sample::Place place(2);
  Count count;
  StopSource stop;
  frame::ReadOptions options{*place.executor, stop.get_token(), &count};
  const Pass pass(sample::hundred(place), {{"x"}}, {{0}, {100}}, options, {.least_entries = 8});
  pass.for_each_task(options, [](TaskBatches& batches) {
    while (batches.next()) batches.columns(0);
  });
  CHECK(count.seen == 100);
  const auto stopping = [&] {
    pass.for_each_task(options, [&](TaskBatches& batches) {
      stop.request_stop();
      while (batches.next()) {
      }
    });
  };
  CHECK(sample::error_of(stopping).starts_with("cancelled"));
}

TEST_CASE("what a pass cannot read is said") {
  const sample::Place place;
  const frame::Source source = sample::hundred(place);
  CHECK(sample::error_of([&] { Pass(source, {{"z"}}, {{0}, {1}}, place.options); }).starts_with("not_found"));
  CHECK(sample::error_of([&] { Pass(source, {{"x"}}, {{0}, {101}}, place.options); }).starts_with("not_found"));
  CHECK(sample::error_of([&] {
          Pass(source, {{"x"}}, {{0}, {1}}, place.options, {.batch_entries = 0});
        }).starts_with("misuse"));
}
