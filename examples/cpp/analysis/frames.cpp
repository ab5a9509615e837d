// A dataframe: definitions by text and by functions, a filter, a variation, results of one pass.
// Says: 2 of 3 entries, mean HT 107.5
// Says: hardest 60, in all 175, 3 rises
// Says: jes:down: 1 entries, mean 54.0
// Says: jes:up: 2 entries, mean 60.5
// Says: 2 and 2 entries
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/frame.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

struct Event {
  std::vector<float> Jet_pt;
  float MET_pt;
};

template <>
struct array::Description<Event> {
  static constexpr auto members = std::tuple(member("Jet_pt", &Event::Jet_pt), member("MET_pt", &Event::MET_pt));
};

void write_some() {
  const auto writer = write::ParallelWriter::recreate("frames.root");
  auto tree = writer->add_table(table::schema_of<Event>("Events"));
  auto context = tree.context();
  write::EntryFiller<Event> rows(context);
  rows.fill({{50, 25}, 10});
  rows.fill({{}, 20});
  rows.fill({{60, 40}, 30});
  context.close();
  writer->close();
}

int main() {
  write_some();
  // docs: begin frame
  const frame::Frame events = open_frame("frames.root:Events");  // or frame_of(file.table("Events"))

  const auto sum = [](std::span<const float> pt, float met) {  // called for each entry, from many threads
    double total = met;
    for (const float one : pt) total += one;
    return total;
  };
  const frame::Frame busy = events.define("ht", sum, {"Jet_pt", "MET_pt"}).filter("Jet_pt.size() > 0", "jets");
  const auto count = busy.count();
  const auto mean = busy.mean("ht");
  const auto spectrum = busy.histogram("ht", hist::RegularAxis{40, 0, 200});
  fmt::print("{} of {} entries, mean HT {}\n", *count, events.source_entries(), *mean);  // one pass computes all three
  // docs: end frame

  // docs: begin fold
  const auto hardest = events.reduce([](float a, float b) { return a > b ? a : b; }, "Jet_pt", 0.f);
  const auto momenta = events.aggregate(
      [](double& sum, std::span<const float> pt) {
        for (const float one : pt) sum += one;
      },
      [](double one, double other) { return one + other; }, {"Jet_pt"});
  const auto rise = events.fold(  // one state, entries in their order
      [](std::pair<float, int> state, float met) { return std::pair(met, state.second + (met > state.first ? 1 : 0)); },
      {"MET_pt"});
  fmt::print("hardest {}, in all {}, {} rises\n", *hardest, *momenta, rise.value().second);
  // docs: end fold

  // docs: begin vary
  const auto varied = events.vary({"Jet_pt"}, "RVec<RVecF>{0.9f * Jet_pt, 1.1f * Jet_pt}", {"down", "up"}, "jes");
  const auto hard = varied.filter("Jet_pt.size() > 0").define("leading", "Max(Jet_pt)").filter("leading > 50");
  for (const auto& [name, result] : hard.stats("leading").varied())
    fmt::print("{}: {} entries, mean {:.1f}\n", name, result.value().count, result.value().mean);
  const auto shifted = events.vary(  // by a function: a value for each tag
      {"MET_pt"}, [](float met) { return std::array{met - 1, met + 1}; }, {"MET_pt"}, {"down", "up"}, "met");
  // docs: end vary

  // docs: begin snapshot
  const auto written = busy.snapshot("busy.root", "Events", {"ht", "Jet_pt"});
  const auto skimmed = busy.snapshot("all.root", "skims/Events");  // in a directory, with all columns
  fmt::print("{} and {} entries\n", written.value().entries, skimmed.value().entries);
  // docs: end snapshot
}
