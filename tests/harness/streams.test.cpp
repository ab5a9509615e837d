#include "harness/shared/streams.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <vector>

#include "harness/shared/statistics.hpp"
#include <doctest/doctest.h>

using namespace harness;

namespace {

/// Counts what it gets. Threads: as Output.
class CountingOutput final : public Output {
 public:
  explicit CountingOutput(std::uint64_t broken_at = ~std::uint64_t{0}) : broken_at_(broken_at) {}

  void write(int, std::uint64_t event, const EventData&) override {
    if (event == broken_at_) throw std::runtime_error("broken");
    const int inside = ++inside_;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    const std::lock_guard lock(mutex_);
    most_ = std::max(most_, inside);
    events_.insert(event);
    --inside_;
  }
  void close() override { closed_ = true; }
  std::uint64_t file_bytes() const override { return 1'000'000; }

  int most() const { return most_; }
  std::size_t events() const { return events_.size(); }
  bool closed() const { return closed_; }

 private:
  const std::uint64_t broken_at_;
  std::atomic<int> inside_ = 0;
  std::mutex mutex_;
  int most_ = 0;
  std::set<std::uint64_t> events_;
  bool closed_ = false;
};

/// Holds memory. Threads: as Output.
class HoldingOutput final : public Output {
 public:
  explicit HoldingOutput(double bytes) : bytes_(bytes) {}
  void write(int, std::uint64_t, const EventData&) override {}
  void close() override {}
  std::uint64_t file_bytes() const override { return 0; }
  OutputCosts costs() const override {
    OutputCosts costs;
    costs.most_bytes_held = bytes_;
    costs.memory_budget = 1e9;
    return costs;
  }

 private:
  const double bytes_;
};

Options small_run(Work work) {
  Options options;
  options.streams = 8;
  options.threads = 2;
  options.events = 60;
  options.event_ms = 1;
  options.branches = 0.01;
  options.work = work;
  options.outputs = {{"RECO", "test", 1, 0}, {"AOD", "test", 3, 0}, {"MINIAOD", "test", 0, 0}};
  return options;
}

}  // namespace

TEST_CASE("harness streams on tbb: every output gets every event once, and as many streams as it may have") {
  for (const Work work : {Work::spin, Work::sleep, Work::mixed}) {
    const Options options = small_run(work);
    std::vector<CountingOutput*> seen;
    std::vector<std::unique_ptr<Output>> outputs;
    for (std::size_t output = 0; output < options.outputs.size(); ++output) {
      auto made = std::make_unique<CountingOutput>();
      seen.push_back(made.get());
      outputs.push_back(std::move(made));
    }
    const FutexCalls futex_calls;
    Job job(options, std::move(outputs), futex_calls);
    const Record record = job.run();
    for (const CountingOutput* output : seen) {
      CHECK(output->events() == 68);  // with those that warm up
      CHECK(output->closed());
    }
    CHECK(seen[0]->most() == 1);
    CHECK(seen[1]->most() <= 3);
    CHECK(record.foreign == 0);

    const Row row = row_of(job, record);
    CHECK(row.loop_seconds > 0);
    CHECK(row.busy > 0);
    CHECK(row.busy <= 1.01);
    CHECK(row.megabytes == doctest::Approx(3));
    const Recording recording = recording_of(job, record);
    CHECK(recording.limits == std::vector{1, 3, 0});
    const Demand demand = demand_of(recording, {0.001});
    CHECK(demand.total > 0);
    REQUIRE(demand.services.size() == 3);  // two outputs with limits, and the serial part
    CHECK(demand.services[2] == 0.001);
  }
}

TEST_CASE("harness streams on tbb: an output that fails ends the run with its error") {
  std::vector<std::unique_ptr<Output>> outputs;
  outputs.push_back(std::make_unique<CountingOutput>(20));
  Options options = small_run(Work::mixed);
  options.outputs.resize(1);
  const FutexCalls futex_calls;
  Job job(options, std::move(outputs), futex_calls);
  CHECK_THROWS_WITH(job.run(), "broken");
}

TEST_CASE("harness: the peak of memory grows with what is used, and stays") {
  const double before = peak_of_memory_mb();
  CHECK(before > 0);
  CHECK(std::vector<char>(static_cast<std::size_t>(before + 64) << 20, 'a').back() == 'a');
  CHECK(peak_of_memory_mb() > before + 60);
}

TEST_CASE("harness: the output whose budget is used up first says for how many streams it is enough") {
  const Options options = small_run(Work::spin);  // 8 streams
  std::vector<std::unique_ptr<Output>> outputs;
  for (const double bytes : {8e6, 80e6, 0.0}) outputs.push_back(std::make_unique<HoldingOutput>(bytes));
  const FutexCalls futex_calls;
  const Job job(options, std::move(outputs), futex_calls);
  const Sharing sharing = sharing_of(job);
  CHECK(sharing.held_bytes == 10e6);
  CHECK(sharing.budget == 1e9);
  CHECK(threads_of_budget(sharing) == doctest::Approx(100));
}
