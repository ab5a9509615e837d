#include "ramet/merge/internal/objects/histogram_average.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

namespace {

hist::HistogramParts average_parts(std::vector<double> contents, std::vector<double> squares) {
  hist::HistogramParts parts = sample::histogram_of({}, hist::RegularAxis{2, 0, 2}).parts();
  contents.insert(contents.begin(), 0);
  contents.push_back(0);
  parts.contents = std::move(contents);
  if (!squares.empty()) {
    squares.insert(squares.begin(), 0);
    squares.push_back(0);
    parts.squares = std::move(squares);
  }
  return parts;
}

}  // namespace

TEST_CASE("histogram_average: values are averaged by their errors") {
  const HistogramAverage joined = average_of(average_parts({1, 2}, {1, 1}), average_parts({3, 2}, {1, 3}));
  CHECK(joined.problem.empty());
  CHECK(joined.average.contents == std::vector<double>{0, 2, 2, 0});
  CHECK(joined.average.squares[1] == doctest::Approx(0.5));
  CHECK(joined.average.squares[2] == doctest::Approx(0.75));
}

TEST_CASE("histogram_average: a value without error is exact, one that was not filled weighs little") {
  const HistogramAverage exact = average_of(average_parts({1, 2}, {0, 1}), average_parts({3, 2}, {1, 1}));
  CHECK(exact.average.contents[1] == 1);
  const HistogramAverage plain = average_of(average_parts({4, 2}, {}), average_parts({4, 2}, {}));
  CHECK(plain.average.contents == std::vector<double>{0, 4, 2, 0});
}

TEST_CASE("histogram_average: there is none of other bins") {
  const hist::HistogramParts other = sample::histogram_of({}, hist::RegularAxis{2, 0, 3}).parts();
  CHECK_FALSE(average_of(average_parts({1, 2}, {}), other).problem.empty());
}
