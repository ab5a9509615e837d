// Histograms of any number of axes, graphs, functions, efficiencies. Input: an ObjectInput, its class that of
// one of the seeds, read with the layouts of the catalogue.

#include <array>
#include <cstdint>
#include <variant>

#include "fuzz_target.hpp"
#include "unit/hist/stored/figure_payloads.hpp"
#include "unit/hist/stored/group_payloads.hpp"

#include "ramet/core/error.hpp"

using namespace ramet::hist;
using namespace stored_payloads;

namespace {

constexpr std::array<const Payload*, 16> payloads = {
    &th2,    &th3,          &tprofile,   &tprofile2,          &fitted,   &buffered,    &tf2,   &thn,
    &sparse, &graph_errors, &graph_bent, &graph_multi_errors, &graph_2d, &multi_graph, &stack, &efficiency};

constexpr std::size_t most_cells = 1 << 16;

void use(const Histogram& histogram) {
  for (const Flow flow : {Flow::included, Flow::excluded}) {
    const std::size_t values = histogram.values(flow).size();
    fuzz::require(histogram.variances(flow).size() == values, "there is a variance for each value");
    fuzz::require(histogram.counts(flow).size() == values, "and a count");
  }
  for (std::size_t axis = 0; axis < histogram.dimensions(); ++axis) histogram.standard_deviation(axis);
  Histogram sum = histogram;
  sum += histogram;
}

/// What a program would do with each. Threads: a value.
struct Use {
  void operator()(const Histogram& histogram) const { use(histogram); }
  void operator()(const SparseHistogram& histogram) const {
    if (histogram.all_cells() <= most_cells) use(histogram.dense(most_cells));
  }
  void operator()(const HistogramStack& stacked) const {
    for (const Histogram& histogram : stacked.histograms) use(histogram);
  }
  void operator()(const Efficiency& ratio) const {
    use(ratio.total());
    if (ratio.total().cells() > 16) return;  // intervals take long
    fuzz::require(ratio.values(Flow::included).size() == ratio.total().cells(), "there is a value for each cell");
    if (ratio.parts().interval != IntervalKind::feldman_cousins) ratio.intervals();
  }
  void operator()(const Graph& graph) const {
    for (const auto& numbers : graph.coordinates)
      fuzz::require(numbers.size() == graph.coordinates[0].size(), "there are as many of each coordinate");
    for (const ErrorBars& bars : graph.errors)
      fuzz::require(bars.low.size() == graph.coordinates[0].size(), "there is an error for each point");
  }
  void operator()(const MultiGraph& together) const {
    for (const Graph& graph : together.graphs) (*this)(graph);
  }
  void operator()(const PolygonHistogram&) const {}
  void operator()(const Function&) const {}
};

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  const ObjectInput object = object_input(input);
  Payload payload = *payloads[object.class_number % payloads.size()];
  payload.key_length = object.key_length;
  std::visit(Use(), read(object.record, payload));
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> all;
  for (std::size_t number = 0; number < payloads.size(); ++number) {
    const Bytes record = record_of(*payloads[number]);
    const std::size_t key_length = payloads[number]->key_length;
    all.push_back(object_seed(number, key_length, std::span(record).subspan(key_length)));
  }
  return all;
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const ramet::file::FileReader& file) {
  return object_seeds_of(file, [](std::string_view class_name) {
    const auto found =
        std::ranges::find(payloads, class_name, [](const Payload* payload) { return payload->class_name; });
    return found == payloads.end() ? -1 : found - payloads.begin();
  });
}
