// Many histograms of the NanoAOD-like tree in one pass. usage: histograms HISTOGRAMS FILTERS BINS FILE THREADS TIMES
// scenario/frames/many.hpp says which.
#include <string>
#include <vector>

#include "../measure.hpp"
#include "many.hpp"
#include "steps.hpp"

using namespace ramet;

int main(int count, char** values) {
  const scenario::ManyHistograms many(count, values);
  const dataset::Session session({.threads = static_cast<std::size_t>(many.threads)});
  scenario::repeat("ramet", many.name(), many.threads, many.times, 0, [&] {
    const frame::Frame all = scenario::frame_of(session, many.path);
    std::vector<frame::Frame> filtered;
    for (int filter = 0; filter < many.filters; ++filter) filtered.push_back(all.filter(many.filter(filter)));
    if (filtered.empty()) filtered.push_back(all);
    std::vector<scenario::BookedHistogram> booked;
    for (int k = 0; k < many.histograms; ++k)
      booked.emplace_back(filtered[static_cast<std::size_t>(k) % filtered.size()], many.column(k),
                          hist::RegularAxis{static_cast<std::uint32_t>(many.bins), 0, 100},
                          std::string("h").append(std::to_string(k)));
    double entries = 0;
    for (const scenario::BookedHistogram& one : booked) {
      one.booked.run();
      entries += one.entries();
    }
    return entries / many.histograms;
  });
}
