// Inside a framework that owns the threads: its event loop runs on its oneTBB arena, each slot of the arena has a fill
// context, and ramet's own work runs on the same arena. No thread is started that the host does not know of.
// Says: 50000 events of 50000, numbers add up to 1249975000
#include <deque>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "ramet/executor.hpp"
#include "ramet/session.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

struct Event {
  int number;
  std::vector<float> energies;
};

template <>
struct ramet::array::Description<Event> {
  static constexpr auto members = std::tuple(member("number", &Event::number), member("energy", &Event::energies));
};

Event reconstruct(int number) { return {number, std::vector<float>(number % 4, 1.5F)}; }  // the host's algorithms

// docs: begin write
/// What a slot of the arena owns. A thread keeps its slot while a task runs, so nobody else touches it meanwhile.
struct Slot {
  explicit Slot(write::TableWriter& tree) : context(tree.context()), events(context) {}

  write::FillContext context;
  write::EntryFiller<Event> events;
};

void event_loop(tbb::task_arena& arena, schedule::Executor& executor, int count) {
  const auto writer = write::ParallelWriter::recreate("slots.root");
  auto tree = writer->add_table(table::schema_of<Event>("Events"),
                                {.order = write::Order::arrival, .cluster_bytes = 1 << 20, .executor = &executor});
  std::deque<Slot> slots;
  for (int slot = 0; slot < arena.max_concurrency(); ++slot) slots.emplace_back(tree);

  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range(0, count, 100), [&](const tbb::blocked_range<int>& some) {
      auto& slot = slots[tbb::this_task_arena::current_thread_index()];
      for (int number = some.begin(); number != some.end(); ++number) slot.events.fill(reconstruct(number));
    });
  });
  for (auto& slot : slots) slot.context.close();
  writer->close();
}
// docs: end write

// docs: begin read
std::int64_t sum_of_numbers(schedule::Executor& executor) {
  const dataset::Session session(executor);  // reads on the host's arena, too
  const auto reader = session.open("slots.root")->tree("Events");
  const auto column = reader->read(reader->tree().at("number"), reader->tree().all_entries(), {executor});
  const auto numbers = column.numbers<std::int32_t>();
  fmt::print("{} events of ", numbers.size());
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}
// docs: end read

// docs: begin main
int main() {
  constexpr int count = 50'000;
  tbb::task_arena arena;  // the host's: here one with a slot for each core
  const auto executor = schedule::make_arena_executor(arena, schedule::Isolation::isolated);
  event_loop(arena, *executor, count);
  const auto sum = sum_of_numbers(*executor);
  fmt::print("{}, numbers add up to {}\n", count, sum);
}
// docs: end main
