// The NanoAOD-like tree. usage: nano_read selected|all FILE THREADS TIMES [PARTS]: of so many parts of the entries, the
// first
//   selected  the mass of the two muons of opposite charge, and the sum of the jets' pt
//   all       every branch of every entry, decoded; the sum of the jets' pt
#include <atomic>
#include <string>
#include <vector>

#include "dimuon.hpp"
#include "measure.hpp"
#include "sums.hpp"

#include "ramet/dataset/dataset.hpp"

using namespace ramet;

namespace {

constexpr std::size_t batch_entries = 8192;

double sum_of(const array::Array& lists) {
  double sum = 0;
  for (const float value : lists.content(0).numbers<float>()) sum += value;
  return sum;
}

double selected(const dataset::Batch& batch) {
  const auto offsets = batch.columns[0].list_offsets();
  const auto of = [&](std::size_t column) { return batch.columns[column].content(0).numbers<float>().data(); };
  const float* const pt = of(0);
  const float* const eta = of(1);
  const float* const phi = of(2);
  const int* const charge = batch.columns[3].content(0).numbers<int>().data();
  double sum = sum_of(batch.columns[4]);
  for (std::size_t entry = 0; entry + 1 < offsets.size(); ++entry) {
    const auto at = offsets[entry];
    sum += scenario::dimuon(offsets[entry + 1] - at, pt + at, eta + at, phi + at, charge + at);
  }
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const std::string how = values[1];
  const auto threads = static_cast<int>(scenario::argument(count, values, 3, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 4, 4));
  const auto parts = static_cast<std::uint64_t>(scenario::argument(count, values, 5, 1));
  const dataset::Session session({.threads = static_cast<std::size_t>(threads)});
  const dataset::ReadOptions options{session.executor()};
  scenario::repeat("ramet", how, threads, times, 0, [&] {
    const auto begin = std::chrono::steady_clock::now();
    const dataset::Dataset events(session, std::string(values[2]) + ":Events");
    std::vector<std::string> names = {"Muon_pt", "Muon_eta", "Muon_phi", "Muon_charge", "Jet_pt"};
    std::size_t jets = 4;
    if (how == "all") {
      names.clear();
      for (const dataset::Column& column : events.columns()) {
        if (column.name == "Jet_pt") jets = names.size();
        names.push_back(column.name);
      }
    }
    const double serial = scenario::seconds_since(begin);
    std::atomic<double> sum = 0;
    const auto sum_batch = [&](const dataset::Batch& batch) {
      sum += how == "all" ? sum_of(batch.columns[jets]) : selected(batch);
    };
    events.for_each_batch(names, scenario::first_part({{0}, {events.entries(options)}}, parts), batch_entries, options,
                          sum_batch);
    return scenario::Outcome(sum, serial);
  });
}
