// 200 threads with contexts that wait for memory: budgets from one cluster to plenty, random idling, stops, contexts
// that move between threads. All of them must end, with every entry in the file. RAMET_STRESS_SECONDS sets the
// duration; by default each kind of budget is tried once.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;
using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t cluster_bytes = 256 << 10;
constexpr std::size_t thread_count = 200;

/// Contexts that are not in use. Threads: any.
class Exchange {
 public:
  std::unique_ptr<FillContext> swap(std::unique_ptr<FillContext> context, std::uint64_t place) {
    const std::lock_guard lock(mutex_);
    if (contexts_.size() < 8) {
      contexts_.push_back(std::move(context));
      return nullptr;
    }
    std::swap(contexts_[place % contexts_.size()], context);
    return context;
  }
  std::vector<std::unique_ptr<FillContext>> all() { return std::exchange(contexts_, {}); }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<FillContext>> contexts_;
};

/// One job of 200 threads. Threads: each of its threads calls `work`.
class Job {
 public:
  Job(std::uint64_t seed, std::uint64_t budget)
      : seed_(seed),
        disk_(sample::empty_disk()),
        writer_(sample::writer_to(disk_, {.memory_budget = budget})),
        tree_(writer_->add_table(sample::counting_schema(),
                                 {.cluster_bytes = cluster_bytes, .when_full = WhenFull::wait})) {}

  /// The number of entries filled, and read back.
  std::pair<std::uint64_t, std::uint64_t> run() {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < thread_count; ++thread)
      threads.emplace_back([this, thread] { work(thread); });
    threads.clear();
    for (const auto& context : exchange_.all()) context->close();
    CHECK(writer_->status().contexts_waiting == 0);
    writer_->close();
    CHECK(writer_->budget().used() == 0);
    const auto columns = sample::read_all(sample::source_of(disk_), sample::counting_schema());
    return {filled_.load(), columns[0].length()};
  }

 private:
  void work(std::size_t thread) {
    std::mt19937_64 random(1000 * seed_ + thread);
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    std::unique_ptr<FillContext> context;
    for (int step = 0; step < 12; ++step) {
      if (!context && !(context = begin())) continue;
      if (below(6) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(below(80)));  // some do nothing
      fill(*context, below(4) == 0 ? 12'000 : below(3000), below(5) == 0, below(3));
      if (below(8) == 0) context->hand_over();
      if (below(5) == 0) context = exchange_.swap(std::move(context), below(8));
      if (context && below(12) == 0) {
        context->close();
        context.reset();
      }
    }
    if (context) context->close();
  }

  /// Open a context; none if there is no memory for one.
  std::unique_ptr<FillContext> begin() {
    try {
      return std::make_unique<FillContext>(tree_.context());
    } catch (const Error& error) {
      REQUIRE(error.kind() == ErrorKind::misuse);
      std::this_thread::sleep_for(1ms);
      return nullptr;
    }
  }

  /// Fill a batch, perhaps with a stop; returns the entries that were accepted.
  void fill(FillContext& context, std::size_t count, bool stops, std::uint64_t milliseconds) {
    const auto batch = sample::counting(0, count);
    const std::uint64_t before = context.entries();
    StopSource stop;
    std::jthread stopper;
    if (stops)
      stopper = std::jthread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        stop.request_stop();
      });
    try {
      context.extend(batch, {.stop = stop.get_token()});
    } catch (const Error& error) {
      REQUIRE(error.kind() == ErrorKind::cancelled);
    }
    filled_ += context.entries() - before;
  }

  const std::uint64_t seed_;
  sample::Disk disk_;
  std::unique_ptr<ParallelWriter> writer_;
  TableWriter tree_;
  Exchange exchange_;
  std::atomic<std::uint64_t> filled_ = 0;
};

}  // namespace

TEST_CASE("waiting contexts: 200 threads with little memory all end, and no entry is lost") {
  const char* const seconds = std::getenv("RAMET_STRESS_SECONDS");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds == nullptr ? 0 : std::atoi(seconds));
  const std::uint64_t shares = (thread_count + 10) * (256 << 10) * 4 / 3;  // the smallest shares of this many contexts
  std::uint64_t seed = 0;
  do {
    for (const std::uint64_t clusters : {0U, 1U, 3U, 30U, 1000U}) {
      CAPTURE(seed);
      CAPTURE(clusters);
      Job job(seed++, shares + clusters * 3 * cluster_bytes);
      const auto [filled, read] = job.run();
      CHECK(filled > 0);  // some contexts always get memory
      CHECK(filled == read);
    }
  } while (std::chrono::steady_clock::now() < end);
}

TEST_CASE("waiting contexts: 150 contexts that fill little, idle and close do not wait long") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(sample::counting_schema(),
                                       {.cluster_bytes = std::uint64_t{512} << 20, .when_full = WhenFull::wait});
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 150; ++thread)
      threads.emplace_back([&] {
        FillContext context = tree.context();
        context.extend(sample::counting(0, 1000));
        std::this_thread::sleep_for(500ms);
        context.close();
      });
  }
  CHECK(writer->status().seconds_waited < 1);
  writer->close();
  CHECK(tree.report().entries == 150'000);
}
