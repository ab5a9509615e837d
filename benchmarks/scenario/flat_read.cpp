// Sum eight flat columns. usage: flat_read FILE THREADS TIMES [mapped]
#include <chrono>
#include <numeric>
#include <string_view>
#include <vector>

#include "measure.hpp"

#include "ramet/dataset/session.hpp"

using namespace ramet;

namespace {

template <class Number>
double sum_of(const array::Array& column) {
  const auto values = column.numbers<Number>();
  // Four sums side by side, as compilers may not reorder additions of floating-point numbers.
  double sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= values.size(); i += 8)
    for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += static_cast<double>(values[i + lane]);
  for (; i < values.size(); ++i) sums[0] += static_cast<double>(values[i]);
  return std::accumulate(std::begin(sums), std::end(sums), 0.0);
}

scenario::Outcome sum_all(const dataset::Session& session, const char* path) {
  const auto begin = std::chrono::steady_clock::now();
  const auto file = session.open(path);
  const auto reader = file->tree("t");
  std::vector<const tree::Branch*> branches;
  for (const char* name : {"f0", "f1", "f2", "f3", "i0", "i1", "d0", "d1"})
    branches.push_back(&reader->tree().at(name));
  constexpr std::size_t batch = 8192;
  const std::uint64_t entries = reader->tree().entries;
  std::vector<double> sums(entries / batch + reader->tree().cluster_count() + 1);
  const double opening = scenario::seconds_since(begin);
  reader->for_each_batch(branches, reader->tree().all_entries(), batch, {session.executor()},
                         [&](const tree::Batch& part) {
                           double sum = 0;
                           for (int column = 0; column < 4; ++column) sum += sum_of<float>(part.columns[column]);
                           for (int column = 4; column < 6; ++column) sum += sum_of<std::int32_t>(part.columns[column]);
                           for (int column = 6; column < 8; ++column) sum += sum_of<double>(part.columns[column]);
                           sums[part.entries.first.number / batch] += sum;
                         });
  const auto end = std::chrono::steady_clock::now();
  const double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
  return {sum, opening + scenario::seconds_since(end)};
}

}  // namespace

int main(int count, char** values) {
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 2, 1));
  const auto executor = threads == 1 ? schedule::make_serial_executor() : schedule::make_tbb_executor(threads);
  const bool is_mapped = count > 4 && std::string_view(values[4]) == "mapped";
  const dataset::Session session(*executor,
                                 {.local_access = is_mapped ? io::LocalAccess::mapped : io::LocalAccess::positional});
  const auto entries = session.open(values[1])->tree("t")->tree().entries;
  scenario::repeat(is_mapped ? "ramet-mapped" : "ramet", values[1], static_cast<int>(threads),
                   static_cast<int>(scenario::argument(count, values, 3, 4)), 40.0 * static_cast<double>(entries),
                   [&] { return sum_all(session, values[1]); });
}
