// Sum one column of many small files, as one dataset. usage: many_files FOLDER THREADS TIMES
#include <atomic>
#include <numeric>
#include <string>
#include <vector>

#include "measure.hpp"

#include "ramet/dataset/dataset.hpp"

using namespace ramet;

int main(int count, char** values) {
  const std::string pattern = std::string(values[1]) + "/*.root:t";
  const auto threads = static_cast<int>(scenario::argument(count, values, 2, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 3, 4));
  const dataset::Session session({.threads = static_cast<std::size_t>(threads)});
  const dataset::ReadOptions options{session.executor()};
  const std::vector<std::string> names = {"x"};
  scenario::repeat("ramet", "many", threads, times, 0, [&] {
    const auto begin = std::chrono::steady_clock::now();
    const dataset::Dataset files(session, pattern);
    const double serial = scenario::seconds_since(begin);
    std::atomic<double> sum = 0;
    files.for_each_batch(names, 16384, options, [&](const dataset::Batch& batch) {
      const auto x = batch.columns[0].numbers<float>();
      sum += std::accumulate(x.begin(), x.end(), 0.0);
    });
    return scenario::Outcome(sum, serial);
  });
}
