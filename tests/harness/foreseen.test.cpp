#include "harness/shared/foreseen.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace harness;

namespace {

/// Keeps nothing, and takes some time to end. Threads: as Output.
class SlowToClose final : public Output {
 public:
  explicit SlowToClose(std::optional<double> told) : told_(told) {}
  void write(int, std::uint64_t, const EventData&) override {}
  void close() override { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }
  std::uint64_t file_bytes() const override { return 68'000'000; }
  OutputCosts costs() const override {
    OutputCosts costs;
    costs.serial_close = told_;
    return costs;
  }

 private:
  const std::optional<double> told_;
};

Options small_run() {
  Options options;
  options.streams = 8;
  options.threads = 2;
  options.events = 60;
  options.event_ms = 1;
  options.branches = 0.01;
  options.outputs = {{"RECO", "test", 0, 0}, {"AOD", "test", 1, 0}};
  return options;
}

Recording recording_of_one(double module, double output) { return {{{{-1, module}, {0, output}}}, {1}}; }

}  // namespace

TEST_CASE("foreseen, a run of tbb tasks: the device's part and the end's are those of an event") {
  std::vector<std::unique_ptr<Output>> outputs;
  outputs.push_back(std::make_unique<SlowToClose>(std::nullopt));
  outputs.push_back(std::make_unique<SlowToClose>(0.068));
  const FutexCalls futex_calls;
  Job job(small_run(), std::move(outputs), futex_calls);
  const Record record = job.run();
  REQUIRE(record.closes.size() == 2);
  CHECK(record.closes[0] >= 0.02);
  const Serial serial = serial_of(job, record, {1e-6, 1e-5, 0, 0}, 1e9);
  CHECK(serial.commit == 1e-6);
  CHECK(serial.every_commit == 1e-5);
  CHECK(serial.device == doctest::Approx(2e-3));  // 2 MB of each of 68 events
  CHECK(serial.close == doctest::Approx((record.closes[0] + 0.068) / 68));
  CHECK(serial_of(job, record, {}, 0).device == 0);
  CHECK(json_of_prediction(job, record, {}).find("\"most_256\":") != std::string::npos);
}

TEST_CASE("foreseen: serial parts bound what more threads do, each of them") {
  const Foreseen free = foresee(recording_of_one(1, 0), {}, {});
  REQUIRE(free.ranges.size() == 3);
  CHECK(free.ranges[2].least == doctest::Approx(1).epsilon(1e-3));
  for (const Serial& serial : {Serial{0.02, 0, 0, 0}, Serial{0, 0, 0.02, 0}, Serial{0, 0, 0, 0.02}}) {
    const Foreseen found = foresee(recording_of_one(1, 0), serial, {});
    CHECK(found.event_seconds == doctest::Approx(1));
    CHECK(found.ranges[2].threads == 256);
    CHECK(found.ranges[2].most < 0.22);  // 50 of 256
    CHECK(found.ranges[0].least > 0.9);
    CHECK(found.ranges[0].least <= found.ranges[0].most);
  }
  CHECK(foresee(recording_of_one(1, 0.1), {}, {}).output == doctest::Approx(0.1));
}

TEST_CASE("foreseen: CMS's events of full size are as busy as an analysis of their parts says") {
  Options options = small_run();
  options.outputs.clear();
  options.scale = 100;
  const FutexCalls futex_calls;
  const Job job(options, {}, futex_calls);
  const Foreseen found = foresee_full_size(job, recording_of_one(0.054, 0), {0, 1e-4, 5e-5, 1e-3}, {});
  CHECK(found.event_seconds == doctest::Approx(5.4));
  CHECK(found.serial.device == doctest::Approx(5e-3));
  CHECK(found.serial.commit == 1e-4);
  CHECK(found.ranges[2].most >= predict_utilisation({5.4, {1e-4, 5e-3, 1e-3}}, 256));
  CHECK(found.ranges[2].least > 0.98);
}
