#include "ramet/write/context_pool.hpp"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/schedule/executor.hpp"

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

namespace {

struct Output {
  explicit Output(TableOptions options = {}, WriterOptions writer_options = {})
      : writer(sample::writer_to(disk, writer_options)), tree(writer->add_table(sample::counting_schema(), options)) {}

  std::vector<std::int64_t> numbers() const {
    const auto columns = sample::read_all(sample::source_of(disk), sample::counting_schema());
    const auto found = columns[0].numbers<std::int64_t>();
    return {found.begin(), found.end()};
  }

  sample::Disk disk = sample::empty_disk();
  std::unique_ptr<ParallelWriter> writer;
  TableWriter tree;
};

}  // namespace

TEST_CASE("context pool: it lends the free context with the most entries, and makes a new one only when all are lent") {
  Output output;
  ContextPool pool(output.tree, 3);
  {
    const auto first = pool.lend();
    const auto second = pool.lend();
    first->extend(sample::counting(0, 3));
    second->extend(sample::counting(3, 5));
    CHECK(pool.lent() == 2);
  }
  {
    const auto fullest = pool.lend();
    CHECK(fullest->held_entries() == 5);
    CHECK(pool.lend()->held_entries() == 3);
  }
  pool.close();
  output.writer->close();
  CHECK(output.tree.report().contexts.size() == 2);
  CHECK(output.numbers().size() == 8);
}

TEST_CASE("context pool: at the limit of contexts, callers wait, or learn that none is free") {
  Output output;
  ContextPool pool(output.tree, 1);
  std::optional<ContextPool::Lease> lease = pool.lend();
  CHECK_FALSE(pool.try_lend().has_value());
  std::jthread other([&] { pool.lend()->extend(sample::counting(0, 1)); });
  while (pool.waiting() == 0) std::this_thread::yield();
  CHECK(error_of([&] { pool.close(); }) == "misuse: 1 contexts of the pool are lent");
  lease.reset();
  other.join();
  StopSource stop;
  stop.request_stop();
  lease.emplace(pool.lend());
  CHECK(error_of([&] { pool.lend(stop.get_token()); }) == "cancelled: stopped on request");
  lease.reset();
  CHECK(pool.try_lend().has_value());
  pool.close();
  output.writer->close();
  CHECK(output.numbers() == std::vector<std::int64_t>{0});
  CHECK(error_of([&] { ContextPool(output.tree, 0); }) == "misuse: a pool of 0 contexts");
}

TEST_CASE("context pool: parts are in the tree in the order of their numbers, in reproducible files too") {
  for (const bool reproducible : {false, true}) {
    Output output({}, {.reproducible = reproducible});
    ContextPool pool(output.tree, 2);
    for (const std::uint64_t part : {3U, 1U, 0U, 2U, 5U, 4U}) {
      auto lease = pool.lend(part);
      lease->extend(sample::counting(static_cast<std::int64_t>(4 * part), 4));
      lease.end_part();
    }
    CHECK(pool.lent() == 0);
    pool.close();
    output.writer->close();
    const auto numbers = output.numbers();
    CHECK(numbers.size() == 24);
    CHECK(std::ranges::is_sorted(numbers));
  }
}

TEST_CASE("context pool: many threads share few contexts") {
  Output output({.order = Order::arrival, .cluster_entries = 50});
  ContextPool pool(output.tree, 2);
  {
    std::vector<std::jthread> threads;
    for (std::int64_t thread = 0; thread < 6; ++thread)
      threads.emplace_back([&, thread] {
        for (std::int64_t turn = 0; turn < 40; ++turn) {
          const auto lease = pool.lend();
          CHECK(pool.lent() <= 2);
          lease->extend(sample::counting(1000 * thread + 10 * turn, 10));
          lease->hand_over();
        }
      });
  }
  pool.close();
  output.writer->close();
  CHECK(output.tree.report().contexts.size() <= 2);
  auto numbers = output.numbers();
  std::ranges::sort(numbers);
  CHECK(numbers.size() == 2400);
  CHECK(std::ranges::adjacent_find(numbers) == numbers.end());
}

namespace {

/// Runs tasks in order, and inspects a pool before each call. Threads: any.
class WatchingExecutor final : public schedule::Executor {
 public:
  std::size_t concurrency() const noexcept override { return 1; }
  void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> body, const StopToken&) override {
    if (pool != nullptr) {
      counts.push_back(count);
      lent.push_back(pool->lent());
      CHECK_FALSE(pool->try_lend().has_value());
    }
    for (std::size_t index = 0; index < count; ++index) body(index);
  }

  ContextPool* pool = nullptr;
  std::vector<std::size_t> counts;
  std::vector<std::size_t> lent;
};

}  // namespace

TEST_CASE("context pool: its contexts are closed as tasks of the executor that encodes, outside of its lock") {
  WatchingExecutor executor;
  Output output({.executor = &executor});
  ContextPool pool(output.tree, 3);
  {
    const auto first = pool.lend();
    const auto second = pool.lend();
    first->extend(sample::counting(0, 3));
    second->extend(sample::counting(3, 5));
  }
  executor.pool = &pool;
  pool.close();
  CHECK(executor.counts.at(0) == 2);
  CHECK(executor.lent.at(0) == 0);
  executor.pool = nullptr;
  CHECK(pool.try_lend().has_value());
  pool.close();
  output.writer->close();
  CHECK(output.numbers().size() == 8);
}

TEST_CASE("context pool: contexts that cannot be closed stay in it, and it may be closed again") {
  const auto threads = schedule::make_thread_executor(2);
  for (schedule::Executor* executor : {static_cast<schedule::Executor*>(nullptr), threads.get()}) {
    Output output({.executor = executor});
    ContextPool pool(output.tree, 2);
    {
      const auto half_filled = pool.lend();
      pool.lend()->extend(sample::counting(0, 3));
      half_filled->column<std::int64_t>("n").append(3);
    }
    CHECK(error_of([&] { pool.close(); }) == "misuse: column 'n' has 1 values for 0 entries");
    {
      auto one = pool.lend();
      auto other = pool.lend();
      (one->held_entries() == 0 ? one : other)->end_entry();
    }
    pool.close();
    output.writer->close();
    CHECK(output.numbers().size() == 4);
  }
}

TEST_CASE("context pool: a recorder has each stream's filling and writing, and its waits for a context") {
  const auto recorder = std::make_shared<TraceRecorder>(TraceRecorder::Options{.resolution = {}});
  Output output({.order = Order::arrival, .cluster_bytes = 4000});
  output.writer->trace(recorder);
  ContextPool pool(output.tree, 1);
  std::barrier start(2);
  const auto fill = [&](std::uint32_t row) {
    start.arrive_and_wait();
    for (std::int64_t event = 0; event < 40; ++event) {
      const auto lease = pool.lend();
      const auto scope = lease->trace_fill({row, static_cast<std::uint64_t>(event)});
      lease->extend(sample::counting(event, 100));
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  };
  const std::uint32_t first = recorder->add_row("stream 0");
  const std::uint32_t second = recorder->add_row("stream 1");
  {
    const std::jthread other([&] { fill(second); });
    fill(first);
  }
  pool.close();
  output.writer->close();
  std::map<std::uint32_t, std::set<TraceState>> states;
  std::uint64_t written = 0;
  for (const TraceSpan* span : recorder->spans()) {
    states[span->row].insert(span->state);
    if (span->state == TraceState::write) written += span->bytes;
  }
  CHECK(states[first].contains(TraceState::fill));
  CHECK(states[second].contains(TraceState::fill));
  std::set<TraceState> either = states[first];
  either.merge(states[second]);
  for (const TraceState state : {TraceState::compress, TraceState::write, TraceState::wait_concurrency})
    CHECK(either.contains(state));
  CHECK(written >= output.tree.report().compressed_bytes * 9 / 10);
  CHECK(recorder->rows().back() == "close");
  CHECK(output.numbers().size() == 8000);
}
