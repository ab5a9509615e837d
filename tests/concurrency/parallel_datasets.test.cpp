// One dataset, many threads: files are opened, cached and closed while other threads read them.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <mutex>
#include <numeric>
#include <thread>

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using sample::numbers_of;

namespace {

constexpr std::size_t threads = 6;
constexpr std::size_t files = 12;
constexpr std::size_t entries = files * 9;
const std::vector<std::string> names = {"n"};

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

void write_files(const sample::Place& place) {
  for (std::size_t file = 0; file < files; ++file)
    sample::write_tree(place.folder / fmt::format("part{:02}.root", file),
                       {{"n", sample::count_from<std::int32_t>(static_cast<int>(9 * file), 9)}});
}

}  // namespace

TEST_CASE("parallel datasets: one dataset read by many threads, more files than stay open") {
  const sample::Place place(3);
  write_files(place);
  for (const std::size_t kept : {0U, 2U, 32U}) {
    const dataset::Dataset dataset(place.session, place.at("part*.root:Events"), {.most_kept_open = kept});
    std::atomic<int> wrong = 0;
    together([&](std::size_t thread) {
      const auto own = schedule::make_serial_executor();
      for (std::size_t round = 0; round < 8; ++round) {
        const std::size_t first = (17 * thread + 29 * round) % entries;
        const std::size_t last = first + (entries - first) / (1 + round % 3);
        schedule::Executor& executor = round % 2 == 0 ? *own : *place.executor;
        std::vector<std::int32_t> expected(last - first);
        std::iota(expected.begin(), expected.end(), static_cast<std::int32_t>(first));
        if (numbers_of<std::int32_t>(dataset.read(names, {{first}, {last}}, {executor})[0]) != expected) ++wrong;
      }
    });
    CHECK(wrong == 0);
  }
}

TEST_CASE("parallel datasets: batches for many callers at once, each of all entries") {
  const sample::Place place(4);
  write_files(place);
  const dataset::Dataset dataset(place.session, place.at("part*.root:Events"), {.most_kept_open = 3});
  std::atomic<std::uint64_t> sum = 0;
  together([&](std::size_t) {
    dataset.for_each_batch(names, 4, place.options, [&](const dataset::Batch& batch) {
      for (const std::int32_t number : batch.columns[0].numbers<std::int32_t>())
        sum += static_cast<std::uint64_t>(number);
    });
  });
  CHECK(sum == threads * entries * (entries - 1) / 2);
}

TEST_CASE("parallel datasets: many threads share one index and one friend") {
  const sample::Place place(3);
  write_files(place);
  std::vector<std::int32_t> backwards(entries);
  std::iota(backwards.rbegin(), backwards.rend(), 0);
  std::vector<float> weights(entries);
  std::iota(weights.begin(), weights.end(), 0.F);
  sample::write_tree(place.folder / "friend.root",
                     {{"n", sample::column_of(backwards)}, {"w", sample::column_of(weights)}});
  const auto other = std::make_shared<const dataset::Dataset>(place.session, place.at("friend.root:Events"));
  const auto index = dataset::make_index(*other, "n", "", place.options);
  const dataset::Dataset dataset(place.session, place.at("part*.root:Events"), {.friends = {{"f", other, index, "n"}}});
  std::atomic<int> wrong = 0;
  together([&](std::size_t thread) {
    const std::vector<std::string> both = {"n", "f.w"};
    const auto columns = dataset.read(both, {{thread}, {entries}}, place.options);
    for (std::size_t entry = 0; entry < columns[0].length(); ++entry)
      if (columns[1].numbers<float>()[entry] !=
          static_cast<float>(static_cast<std::int32_t>(entries) - 1 - columns[0].numbers<std::int32_t>()[entry]))
        ++wrong;
  });
  CHECK(wrong == 0);
}
