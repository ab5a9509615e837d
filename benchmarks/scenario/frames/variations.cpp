// Ten histograms, with a hundred variations or without. usage: variations jets|number varied|nominal FILE THREADS TIMES
#include "../measure.hpp"
#include "steps.hpp"
#include "varied.hpp"

using namespace ramet;

namespace {

double run(const dataset::Session& session, const std::string& path, const scenario::VariedAnalysis& analysis,
           bool is_varied) {
  frame::Frame all = scenario::frame_of(session, path);
  if (is_varied) all = all.vary({analysis.varied}, analysis.variations(), scenario::VariedAnalysis::tag_names(), "s");
  const frame::Frame kept = all.define("d", analysis.defined).filter(analysis.filter);
  std::vector<scenario::BookedHistogram> nominal;
  std::vector<frame::Booked> booked;
  for (const std::string& column : scenario::VariedAnalysis::columns()) {
    nominal.emplace_back(kept, column, hist::RegularAxis{100, 0, 400});
    booked.push_back(nominal.back().booked);
    for (const auto& [name, one] : nominal.back().booked.varied()) booked.push_back(one);
  }
  frame::run(booked);
  double entries = 0;
  for (const frame::Booked& one : booked)
    entries += static_cast<const frame::HistogramAction&>(*one.action()).histogram().parts().moments.entries;
  return entries;
}

}  // namespace

int main(int count, char** values) {
  const std::string of = values[1], how = values[2];
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 4, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 5, 3));
  const dataset::Session session({.threads = threads});
  scenario::repeat("ramet", of + ", " + how, static_cast<int>(threads), times, 0,
                   [&] { return run(session, values[3], scenario::VariedAnalysis(of), how == "varied"); });
}
