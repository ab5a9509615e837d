// One reader, one session, many threads.
#include <atomic>
#include <barrier>
#include <thread>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/session.hpp"

using namespace ramet;

namespace {

constexpr std::size_t entries = 400;
constexpr std::size_t threads = 8;

sample::TreeRecipe some_recipe() {
  const std::vector<std::string> types = {"int64", "var * float32", "string", "{a: int8, b: float64}"};
  sample::TreeRecipe recipe{sample::schema_of(types), {}, {100, 100, 150, 50}};
  for (const std::string& type : types) recipe.columns.push_back(sample::noise_of(type, entries));
  return recipe;
}

/// Runs `work` on many threads that start together.
template <class Work>
void together(Work&& work) {
  std::barrier start(threads);
  std::vector<std::jthread> all;
  for (std::size_t thread = 0; thread < threads; ++thread)
    all.emplace_back([&, thread] {
      start.arrive_and_wait();
      work(thread);
    });
}

}  // namespace

TEST_CASE("parallel reading: one tree reader read by many threads at once, each with its own range and executor") {
  const sample::TreeRecipe recipe = some_recipe();
  for (const bool in_memory : {true, false}) {
    auto source = sample::file_of(recipe);
    if (!in_memory) source = std::make_shared<sample::ReadOnlySource>(source);
    const auto reader = sample::tree_of(source);
    const auto shared = schedule::make_thread_executor(3);
    std::atomic<int> wrong = 0;
    together([&](std::size_t thread) {
      const auto own = schedule::make_serial_executor();
      std::vector<const tree::Branch*> branches;
      for (const table::Column& column : recipe.schema.columns) branches.push_back(&reader->tree().at(column.name));
      for (std::size_t round = 0; round < 20; ++round) {
        const std::size_t first = (37 * thread + 11 * round) % entries;
        const std::size_t last = first + (entries - first) / (1 + round % 3);
        schedule::Executor& executor = round % 2 == 0 ? *own : *shared;
        if (!sample::is_same(reader->read(branches, {{first}, {last}}, {executor}),
                             sample::slices(recipe.columns, first, last)))
          ++wrong;
      }
    });
    CHECK(wrong == 0);
  }
}

TEST_CASE("parallel reading: batches for many callers at once") {
  const sample::TreeRecipe recipe = some_recipe();
  const auto reader = sample::tree_of(sample::file_of(recipe));
  const auto executor = schedule::make_thread_executor(4);
  const tree::Branch* const branch = &reader->tree().at("c0");
  std::atomic<std::uint64_t> seen = 0;
  together([&](std::size_t) {
    reader->for_each_batch({&branch, 1}, {{0}, {entries}}, 30, {*executor},
                           [&](const tree::Batch& batch) { seen += batch.columns[0].length(); });
  });
  CHECK(seen == threads * entries);
}

TEST_CASE("parallel reading: one session opens files for many threads at once") {
  const auto source = sample::file_of(some_recipe());
  const auto executor = schedule::make_serial_executor();
  const dataset::Session session(*executor);
  std::vector<const schema::StreamerInfos*> infos(threads);
  together([&](std::size_t thread) {
    for (int round = 0; round < 10; ++round) {
      const auto file = session.open(source);
      infos[thread] = &file->streamer_infos();
      if (file->tree("Events")->tree().entries != entries) infos[thread] = nullptr;
    }
  });
  for (const auto* const one : infos) CHECK(one == infos.front());
  CHECK(infos.front() != nullptr);
}
