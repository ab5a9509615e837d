#include "ramet/merge/internal/objects/sparse_sum.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

#include "ramet/hist/binned/sparse_histogram.hpp"

using namespace ramet;

namespace {

hist::SparseHistogramParts parts_of(std::vector<std::uint32_t> bins, std::vector<double> contents) {
  return {.class_name = "THnSparseT<TArrayI>",
          .name = "s",
          .title = "first",
          .axes = {{.bins = hist::RegularAxis{2, 0, 2}, .name = "axis0"},
                   {.bins = hist::RegularAxis{3, 0, 3}, .name = "axis1"}},
          .bins = std::move(bins),
          .contents = std::move(contents),
          .moments = {
              .entries = 2, .weights = 3, .squared_weights = 3, .weighted_values = {1, 2}, .weighted_squares = {3, 4}}};
}

/// What the merge of sparse histograms gives.
hist::SparseHistogramParts sum_of(const std::vector<hist::SparseHistogramParts>& all) {
  sample::Inputs files;
  for (const hist::SparseHistogramParts& parts : all)
    files.add([&](write::ParallelWriter& writer) { writer.put("dir/s", hist::SparseHistogram(parts)); });
  REQUIRE(files.merged().is_written);
  const auto file = files.result();
  const file::Key key = file->reader().key("dir/s");
  const file::Record record = file->reader().read_record(key);
  hist::FigureReader reader(file->forms().layouts());
  return std::get<hist::SparseHistogram>(reader.read(record.bytes.span(), record.key_length, key.class_name)).parts();
}

}  // namespace

TEST_CASE("sparse sum: cells are added by their bins, in the order in which they were first filled") {
  hist::SparseHistogramParts other = parts_of({3, 4, 1, 1}, {5, 7});
  other.title = "other";
  const hist::SparseHistogramParts sum = sum_of({parts_of({1, 1, 2, 0}, {1, 2}), other, parts_of({}, {})});
  CHECK(sum.title == "first");
  CHECK(sum.bins == std::vector<std::uint32_t>{1, 1, 2, 0, 3, 4});
  CHECK(sum.contents == std::vector<double>{8, 2, 5});
  CHECK(sum.squares.empty());
  CHECK(sum.moments.entries == 6);
  CHECK(sum.moments.weights == 9);
  CHECK(sum.moments.weighted_values == std::vector<double>{3, 6});
  CHECK(sum.moments.weighted_squares == std::vector<double>{9, 12});
}

TEST_CASE("sparse sum: squared weights of one are those of all, whichever comes first") {
  hist::SparseHistogramParts weighted = parts_of({1, 1, 3, 1}, {4, 6});
  weighted.squares = {16, 36};
  const hist::SparseHistogramParts plain = parts_of({1, 1, 2, 0}, {1, 2});
  CHECK(sum_of({weighted, plain}).squares == std::vector<double>{17, 36, 2});
  CHECK(sum_of({plain, weighted}).squares == std::vector<double>{17, 2, 36});
}

TEST_CASE("sparse sum: other bins are refused, and so are contents that the class has no room for") {
  sample::Inputs files;
  const auto add = [&](const hist::SparseHistogramParts& parts) {
    files.add([&](write::ParallelWriter& writer) { writer.put("s", hist::SparseHistogram(parts)); });
  };
  add(parts_of({1, 1}, {2'000'000'000}));
  hist::SparseHistogramParts other = parts_of({1, 1}, {1});
  other.axes[1].bins = hist::RegularAxis{4, 0, 4};
  add(other);
  const merge::MergeReport report = files.merged();
  CHECK_FALSE(report.is_written);
  REQUIRE(report.plan.differences.size() == 1);
  CHECK(report.plan.differences[0].kind == merge::DifferenceKind::axes);
  sample::Inputs large;
  for (int number = 0; number < 2; ++number)
    large.add([&](write::ParallelWriter& writer) {
      writer.put("s", hist::SparseHistogram(parts_of({1, 1}, {2'000'000'000})));
    });
  const merge::MergeReport overflow = large.merged();
  CHECK_FALSE(overflow.is_written);
  REQUIRE(overflow.plan.differences.size() == 1);
  CHECK(overflow.plan.differences[0].kind == merge::DifferenceKind::overflow);
}

TEST_CASE("sparse sum: which classes are sparse histograms") {
  CHECK(merge::internal::is_sparse_class("THnSparseT<TArrayD>"));
  CHECK_FALSE(merge::internal::is_sparse_class("THnT<double>"));
}
