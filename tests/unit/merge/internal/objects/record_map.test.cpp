#include "ramet/merge/internal/objects/record_map.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

namespace {

RecordMap map_of(const hist::Histogram& histogram) {
  sample::Inputs files;
  files.add([&](write::ParallelWriter& writer) { writer.put("h", histogram); });
  const auto file = files.session().open(std::filesystem::path(files.paths()[0]));
  const file::Key key = file->reader().key("h");
  const file::Record record = file->reader().read_record(key);
  return map_record(record.bytes.span(), record.key_length, key.class_name, file->forms().layouts());
}

std::size_t numbers_in(const RecordMap& map, std::string_view part) {
  for (std::size_t run = 0; run < map.runs.size(); ++run)
    if (map.parts[run] == part) return map.runs[run].count;
  return 0;
}

}  // namespace

TEST_CASE("record map: contents, sums and squared weights are added, and axes must be equal") {
  hist::Histogram histogram = sample::histogram_of({0.5});
  CHECK(numbers_in(map_of(histogram), "TArrayD") == 6);
  CHECK(numbers_in(map_of(histogram), "fEntries") == 1);
  CHECK(numbers_in(map_of(histogram), "fSumw2") == 0);
  histogram.keep_squared_weights();
  const RecordMap map = map_of(histogram);
  CHECK(numbers_in(map, "fSumw2") == 6);
  for (std::size_t run = 0; run < map.runs.size(); ++run) {
    const bool is_axis = map.parts[run] == "fNbins" || map.parts[run] == "fXmin" || map.parts[run] == "fXbins";
    if (is_axis) CHECK(map.runs[run].treatment == Treatment::equal);
    if (run > 0) CHECK(map.runs[run].offset >= map.runs[run - 1].end());
  }
  CHECK_FALSE(map.is_average);
  CHECK_FALSE(map.has_labels);
  CHECK_FALSE(map.is_buffered);
}

TEST_CASE("record map: the shape is that of the numbers, not their values") {
  CHECK(map_of(sample::histogram_of({0.5})).has_shape_of(map_of(sample::histogram_of({1.5, 2.5}))));
  CHECK_FALSE(map_of(sample::histogram_of({0.5}))
                  .has_shape_of(map_of(sample::histogram_of({0.5}, hist::RegularAxis{5, 0, 4}))));
}

TEST_CASE("record map: names of bins are noticed") {
  hist::HistogramParts parts = sample::histogram_of({0.5}).parts();
  parts.axes[0].bin_labels = {{1, "a"}, {2, "b"}};
  CHECK(map_of(hist::Histogram(parts)).has_labels);
}

TEST_CASE("record map: only known classes are added") {
  CHECK(is_summed_class("TProfile2D"));
  CHECK_FALSE(is_summed_class("TH2Poly"));
  CHECK_FALSE(is_summed_class("TNamed"));
}
