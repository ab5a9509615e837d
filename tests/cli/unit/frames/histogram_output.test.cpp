#include "cli/frames/histogram_output.hpp"

#include <fstream>
#include <vector>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::cli;

namespace {

hist::Histogram sample(std::size_t axes) {
  hist::HistogramParts parts{.name = "h", .title = "a title"};
  for (std::size_t axis = 0; axis < axes; ++axis)
    parts.axes.push_back({.bins = hist::RegularAxis{4, 0, 4}, .title = "x"});
  hist::Histogram histogram = hist::Histogram::empty(parts);
  for (const double value : {0.5, 1.5, 1.5, 9.0}) histogram.fill(std::vector<double>(axes, value));
  return histogram;
}

}  // namespace

TEST_CASE("text has a picture and statistics, for any number of axes") {
  const std::string one = histogram_text(sample(1), {}, Terminal{});
  CHECK(one.find("entries 4  mean 1.16667") != std::string::npos);
  CHECK(one.find("overflow 1") != std::string::npos);
  CHECK(histogram_text(sample(2), {}, Terminal{}).find("outside 1") != std::string::npos);
  CHECK(histogram_text(sample(3), {}, Terminal{}).find("mean z") != std::string::npos);
}

TEST_CASE("JSON has the values and edges") {
  const Json json = histogram_json(sample(1));
  CHECK(json["values"] == Json({1.0, 2.0, 0.0, 0.0}));
  CHECK(json["overflow"] == 1.0);
  CHECK(json["edges"].size() == 5);
}

TEST_CASE("a picture or a ROOT file is written, others are refused") {
  const TemporaryFolder folder;
  const std::string svg = (folder / "h.svg").string();
  write_histogram(sample(2), svg, false);
  CHECK(std::filesystem::file_size(svg) > 500);
  const std::string root = (folder / "h.root").string();
  write_histogram(sample(1), root + ":dir/mass", false);
  write_histogram(sample(1), root + ":again", false);
  CHECK(std::filesystem::file_size(root) > 500);
  CHECK_THROWS_AS(check_output("h.jpg"), UsageError);
  CHECK_THROWS_AS(check_output("h.root"), UsageError);
}
