// Gaudi's way: algorithms say which data they read and write, and a scheduler runs each as a task of its own once its
// inputs are there, for several events at a time. An output algorithm has so many instances, each with its own fill
// context; an event waits, without a thread, until an instance is free.
// Says: 2000 events in 4 slots, 10000 tasks; out.root has each once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <numeric>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <tbb/task_group.h>

#include "ramet/session.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

/// The data of an event; a slot's transient store. Threads: an algorithm writes what no other reads meanwhile.
struct Store {
  int number = 0;
  std::vector<float> digits, clusters, tracks;
  float vertex = 0;
};

enum Data : std::uint32_t { digits = 1, clusters = 2, tracks = 4, vertex = 8, output = 16, everything = 31 };

// docs: begin algorithm
/// An algorithm, as Gaudi's with DataHandles and a cardinality. Threads: `execute` as many at a time as instances, each
/// with another one.
struct Algorithm {
  std::uint32_t inputs;   // of Data
  std::uint32_t outputs;  // of Data
  std::size_t instances;
  std::function<void(Store&, std::size_t instance)> execute;
};
// docs: end algorithm

// docs: begin scheduler
/// Runs algorithms on events. Threads: one thread calls run.
class Scheduler {
 public:
  Scheduler(std::vector<Algorithm> algorithms, std::size_t slots) : slots_(slots) {
    for (Algorithm& algorithm : algorithms) {
      State state{std::move(algorithm), {}, {}};
      for (std::size_t instance = 0; instance < state.algorithm.instances; ++instance) state.free.push_back(instance);
      states_.push_back(std::move(state));
    }
  }

  /// Run events 0 to `count`; returns how many tasks that took.
  std::size_t run(int count) {
    count_ = count;
    {
      const std::scoped_lock lock(mutex_);
      for (Slot& slot : slots_) begin_event(slot);
    }
    group_.wait();
    return tasks_;
  }

 private:
  struct Slot {
    Store store;
    std::uint32_t ready = 0;    // the data that are there
    std::uint32_t started = 0;  // a bit for each algorithm
  };
  struct State {
    Algorithm algorithm;
    std::vector<std::size_t> free;  // instances
    std::deque<Slot*> waiting;      // events whose inputs are there
  };

  // All with the lock, which is held for decisions only, never while an algorithm runs.
  void begin_event(Slot& slot) {
    if (next_ == count_) return;
    slot = {.store = {.number = next_++}};
    schedule(slot);
  }

  void schedule(Slot& slot) {
    for (std::size_t number = 0; number < states_.size(); ++number) {
      const std::uint32_t inputs = states_[number].algorithm.inputs;
      const std::uint32_t bit = 1U << number;
      if ((slot.started & bit) != 0 || (slot.ready & inputs) != inputs) continue;
      slot.started |= bit;
      states_[number].waiting.push_back(&slot);
      start(states_[number]);
    }
  }

  void start(State& state) {
    while (!state.free.empty() && !state.waiting.empty()) {
      const std::size_t instance = state.free.back();
      Slot& slot = *state.waiting.front();
      state.free.pop_back();
      state.waiting.pop_front();
      ++tasks_;
      group_.run([this, &state, &slot, instance] {
        state.algorithm.execute(slot.store, instance);
        const std::scoped_lock lock(mutex_);
        state.free.push_back(instance);
        start(state);
        slot.ready |= state.algorithm.outputs;
        if (slot.ready == Data::everything) return begin_event(slot);
        schedule(slot);
      });
    }
  }

  std::mutex mutex_;
  tbb::task_group group_;
  std::vector<State> states_;
  std::vector<Slot> slots_;
  int next_ = 0;
  int count_ = 0;
  std::size_t tasks_ = 0;
};
// docs: end scheduler

struct Event {
  int number;
  std::vector<float> clusters, tracks;
  float vertex;
};

template <>
struct ramet::array::Description<Event> {
  static constexpr auto members = std::tuple(member("number", &Event::number), member("cluster", &Event::clusters),
                                             member("track", &Event::tracks), member("vertex", &Event::vertex));
};

// docs: begin output
/// The instances of an output algorithm: each fills with a context of its own.
class OutputAlgorithm {
 public:
  OutputAlgorithm(write::TableWriter& table, std::size_t instances) {
    for (std::size_t instance = 0; instance < instances; ++instance) contexts_.push_back(table.context());
    const write::EntryPlan<Event> plan(table);
    for (write::FillContext& context : contexts_) fillers_.emplace_back(context, plan);
  }

  void execute(const Store& store, std::size_t instance) {
    fillers_[instance].fill({store.number, store.clusters, store.tracks, store.vertex});
  }

  void close() {
    for (write::FillContext& context : contexts_) context.close();
  }

 private:
  std::deque<write::FillContext> contexts_;
  std::deque<write::EntryFiller<Event>> fillers_;
};
// docs: end output

std::vector<Algorithm> algorithms(OutputAlgorithm& writing, std::size_t instances) {
  const std::size_t any = 16;  // reentrant ones
  return {
      {0, digits, 1, [](Store& event, std::size_t) { event.digits.assign(50 + event.number % 20, 1.F); }},
      {digits, clusters, any, [](Store& event, std::size_t) { event.clusters.assign(event.digits.size() / 5, 2.F); }},
      {clusters, tracks, any, [](Store& event, std::size_t) { event.tracks.assign(event.clusters.size() / 2, 3.F); }},
      {clusters, vertex, any, [](Store& event, std::size_t) { event.vertex = 0.1F * event.clusters[0]; }},
      {clusters | tracks | vertex, output, instances,
       [&](Store& event, std::size_t instance) { writing.execute(event, instance); }},
  };
}

/// The numbers of the events in the file, sorted.
std::vector<std::int32_t> numbers_in(const char* file) {
  const dataset::Session session;
  const auto reader = session.open(file)->tree("Events");
  const auto column = reader->read(reader->tree().at("number"), reader->tree().all_entries(), {session.executor()});
  const auto numbers = column.numbers<std::int32_t>();
  std::vector<std::int32_t> sorted(numbers.begin(), numbers.end());
  std::ranges::sort(sorted);
  return sorted;
}

int main() {
  constexpr int count = 2000;
  constexpr std::size_t slots = 4;
  constexpr std::size_t outputs = 2;
  const auto writer = write::ParallelWriter::recreate("out.root");
  auto table = writer->add_table(table::schema_of<Event>("Events"), {.order = write::Order::arrival});
  OutputAlgorithm writing(table, outputs);
  Scheduler scheduler(algorithms(writing, outputs), slots);
  const std::size_t tasks = scheduler.run(count);
  writing.close();
  writer->close();

  std::vector<std::int32_t> all(count);
  std::iota(all.begin(), all.end(), 0);
  const bool has_each = numbers_in("out.root") == all;
  fmt::print("{} events in {} slots, {} tasks; out.root {}\n", count, slots, tasks,
             has_each ? "has each once" : "is wrong");
}
