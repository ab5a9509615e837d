#include "ramet/merge/internal/objects/histogram_union.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

namespace {

hist::NamedAxis axis_of(hist::Axis bins) { return {.bins = std::move(bins)}; }

hist::HistogramParts named(const std::vector<std::pair<std::string, double>>& contents) {
  hist::HistogramParts parts =
      sample::histogram_of({}, hist::RegularAxis{static_cast<std::uint32_t>(contents.size()), 0, 2}).parts();
  std::uint32_t bin = 0;
  for (const auto& [name, content] : contents) {
    parts.axes[0].bin_labels.emplace(++bin, name);
    parts.contents[bin] = content;
  }
  return parts;
}

}  // namespace

TEST_CASE("histogram union: an axis has the coarser bins and the longer range") {
  const AxisUnion joined = union_of(axis_of(hist::RegularAxis{4, 0, 4}), axis_of(hist::RegularAxis{3, 0, 6}));
  REQUIRE(joined.problem.empty());
  CHECK(joined.axis.bins == hist::Axis(hist::RegularAxis{3, 0, 6}));
  CHECK(joined.left == std::vector<std::uint32_t>{0, 1, 1, 2, 2, 4});
  CHECK(joined.right == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
}

TEST_CASE("histogram union: edges that lie between those of the other do not fit") {
  for (const hist::Axis& axis : {hist::Axis(hist::RegularAxis{4, 0, 3.7}), hist::Axis(hist::RegularAxis{4, 0.5, 4.5}),
                                 hist::Axis(hist::VariableAxis{{0, 1, 4}})})
    CHECK_FALSE(union_of(axis_of(hist::RegularAxis{4, 0, 4}), axis_of(axis)).problem.empty());
}

TEST_CASE("histogram union: contents, sums and squares are those of both") {
  hist::Histogram weighted = sample::histogram_of({}, hist::RegularAxis{2, 0, 4});
  weighted.keep_squared_weights();
  weighted.fill(std::vector{0.5}, 3);
  const HistogramUnion joined = union_of(sample::histogram_of({0.5, 1.5, 3.5}).parts(), weighted.parts());
  REQUIRE(joined.problem.empty());
  CHECK(joined.sum.contents == std::vector<double>{0, 5, 1, 0});
  CHECK(joined.sum.squares == std::vector<double>{0, 11, 1, 0});
  CHECK(joined.sum.moments.entries == 4);
  CHECK(joined.sum.moments.weights == 6);
}

TEST_CASE("histogram union: an overflow has no place when the range grows") {
  const auto wide = sample::histogram_of({0.5}, hist::RegularAxis{8, 0, 8}).parts();
  CHECK(union_of(sample::histogram_of({0.5}).parts(), wide).problem.empty());
  const HistogramUnion refused = union_of(sample::histogram_of({5}).parts(), wide);
  CHECK_FALSE(refused.problem.empty());
  CHECK(refused.axis == "x");
}

TEST_CASE("histogram union: bins of the same name are the same, and others follow") {
  const HistogramUnion joined = union_of(named({{"a", 1}, {"b", 2}}), named({{"b", 5}, {"c", 7}}));
  REQUIRE(joined.problem.empty());
  CHECK(joined.sum.axes[0].bins == hist::Axis(hist::RegularAxis{4, 0, 4}));
  CHECK(joined.sum.axes[0].bin_labels == std::map<std::uint32_t, std::string>{{1, "a"}, {2, "b"}, {3, "c"}});
  CHECK(joined.sum.contents == std::vector<double>{0, 1, 7, 7, 0, 0});
  CHECK_FALSE(union_of(named({{"a", 1}, {"a", 2}}), named({{"b", 5}, {"c", 7}})).problem.empty());
  CHECK_FALSE(union_of(named({{"a", 1}, {"b", 2}}), sample::histogram_of({}, hist::RegularAxis{2, 0, 2}).parts())
                  .problem.empty());
}

TEST_CASE("histogram union: contents that were set give no sums along an axis of names, as in ROOT") {
  hist::HistogramParts parts = named({{"a", 2}, {"b", 3}});
  parts.moments.entries = 2;
  const hist::Moments along_intervals = statistics_of(parts);
  CHECK(along_intervals.weights == 5);
  CHECK(along_intervals.weighted_values == std::vector<double>{2 * 0.5 + 3 * 1.5});
  parts.axes[0].is_alphanumeric = true;
  const hist::Moments along_names = statistics_of(parts);
  CHECK(along_names.entries == 2);
  CHECK(along_names.weights == 5);
  CHECK(along_names.squared_weights == 5);
  CHECK(along_names.weighted_values == std::vector<double>{0});
  CHECK(along_names.weighted_squares == std::vector<double>{0});
}
