// Histograms of several axes, profiles and graphs: made, filled on all cores, projected, written and read.
// Says: 4 x 2 bins, along x 1 1 1 0, mean mass 88.3
// Says: mean pt 25 40
// Says: read again: the same plane, a graph of 2 points
#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ramet/file.hpp"
#include "ramet/histogram.hpp"
#include "ramet/session.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

int main() {
  const std::vector<double> mass = {75, 85, 105, 300}, charge = {-1, 1, 1, 1};
  const std::vector<float> pt = {20, 30, 40, 50};
  const dataset::Session session;

  // docs: begin axes
  auto plane = hist::Histogram::empty({.name = "plane",
                                       .axes = {{.bins = hist::RegularAxis{4, 60, 140}, .title = "mass [GeV]"},
                                                {.bins = hist::VariableAxis{{-2, 0, 2}}, .title = "charge"}}});
  const std::array<hist::NumberView, 2> columns = {mass, charge};  // views of std::vector, std::span, ...
  hist::parallel_fill(plane, columns, {session.executor()});
  const auto along_x = hist::project(plane, std::array<std::size_t, 1>{0});

  auto means = hist::Histogram::empty(
      {.name = "means", .axes = {{.bins = hist::RegularAxis{2, 60, 140}}}, .profile = hist::ProfileSums{}});
  const std::array<hist::NumberView, 2> heights = {mass, pt};  // of a profile the last one is averaged
  hist::parallel_fill(means, heights, {session.executor()});
  // docs: end axes

  // docs: begin files
  const auto writer = write::ParallelWriter::recreate("plots.root");
  writer->put("plots/plane", plane);
  writer->put("plots/means", means);
  writer->put("plots/graph", hist::Graph{.title = "two points", .coordinates = {{1, 2}, {3, 4}}});
  writer->close();

  const ramet::File file("plots.root");
  const auto again = file.read<hist::Histogram>("plots/plane");
  const auto graph = file.read<hist::Graph>("plots/graph");
  // docs: end files
  const auto& axes = plane.parts().axes;
  fmt::print("{} x {} bins, along x {}, mean mass {:.1f}\n", axes[0].bins.bins(), axes[1].bins.bins(),
             fmt::join(along_x.values(), " "), plane.mean(0));
  fmt::print("mean pt {}\n", fmt::join(means.values(), " "));
  fmt::print("read again: {} plane, a graph of {} points\n", again.values() == plane.values() ? "the same" : "another",
             graph.coordinates[0].size());
}
