// One-dimensional histograms. Input: an ObjectInput, read with the layouts of the catalogue.

#include <array>
#include <cstdint>
#include <string_view>

#include "fuzz_target.hpp"

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/root_histogram.hpp"
#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using namespace ramet::hist;

namespace {

constexpr std::array<std::string_view, 6> class_names = {"TH1D", "TH1F", "TH1L", "TH1I", "TH1S", "TH1C"};

const schema::StreamerInfos& catalogue() {
  static const auto infos = schema::make_catalogue();
  return *infos;
}

Histogram1D read(std::span<const std::byte> record, std::size_t key_length, std::string_view class_name) {
  return HistogramReader({.file = nullptr, .catalogue = &catalogue()}).read(record, key_length, class_name);
}

bytes::Buffer written(const Histogram1D& histogram) {
  return object::payload_of(histogram).make(histogram.labels().name, 0);
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  const ObjectInput object = object_input(input);
  const auto class_name = class_names[object.class_number % class_names.size()];
  const Histogram1D histogram = read(object.record, object.key_length, class_name);
  require(histogram.contents().size() == histogram.axis().cells(), "there is a content for each cell");
  const auto& squares = histogram.squared_weights();
  require(squares.empty() || squares.size() == histogram.axis().cells(), "there are squares for all cells or none");

  // NaN is unequal to itself, so bytes are compared; what is too large to be written again is let go.
  bytes::Buffer first;
  try {
    first = written(histogram);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::unsupported, error.what());
    return;
  }
  const bytes::Buffer second = written(read(first.span(), 0, "TH1D"));
  require(std::ranges::equal(first.span(), second.span()), "what is written is read back");

  Histogram1D filled = histogram;
  filled.fill(std::array{histogram.axis().low(), histogram.axis().high()}, std::array{0.5, 2.0});
  filled += histogram;
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> all;
  for (const Axis& axis : {Axis(RegularAxis{3, 0, 3}), Axis(VariableAxis{{0, 1, 4}}), Axis::without_range(2)}) {
    Histogram1D histogram({.name = "h", .title = "t", .axis_title = "x", .value_title = "y"}, axis);
    for (int round = 0; round < 2; ++round) {
      const bytes::Buffer payload = written(histogram);
      for (std::size_t number = 0; number < class_names.size(); ++number)
        all.push_back(object_seed(number, 0, payload.span()));
      histogram.fill(1.5, 2);
    }
  }
  return all;
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const file::FileReader& file) {
  return object_seeds_of(file, [](std::string_view class_name) {
    const auto found = std::ranges::find(class_names, class_name);
    return found == class_names.end() ? -1 : found - class_names.begin();
  });
}
