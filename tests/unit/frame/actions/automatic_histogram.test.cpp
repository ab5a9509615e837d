#include <limits>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/actions/histograms.hpp"

using namespace ramet;
using frame::AutomaticHistogramAction;
using frame::Frame;
using sample::ask;

namespace {

hist::Histogram1D histogram_of(const Frame& of, const std::string& column, std::uint32_t bins = 10,
                               std::optional<std::string> weight = {}) {
  return ask<AutomaticHistogramAction>(of, hist::HistogramLabels{.name = "h"}, bins, column, std::move(weight))
      .run()
      .histogram();
}

}  // namespace

TEST_CASE("of fewer than 1,000 fills the range has all, as ROOT chooses it") {
  const sample::Threads threads;
  const hist::Histogram1D histogram = histogram_of(threads.counting(10).define("d", "1.5 * x"), "d");
  CHECK(histogram.axis().low() == -0.135);
  CHECK(histogram.axis().high() == 14);
  CHECK(histogram.values() == std::vector<double>(10, 1));
  CHECK(histogram.mean() == 6.75);
  CHECK(histogram.standard_deviation() == doctest::Approx(4.3084219849035215));
}

TEST_CASE("the range of the first 1,000 fills is doubled until it has the later ones, as in ROOT") {
  for (const std::size_t count : {1, 3}) {
    const sample::Threads threads(count);
    const Frame all = threads.counting(1500).define("d", "x < 1000 ? x * 0.01 : x * 0.1");
    const hist::Histogram1D histogram = histogram_of(all, "d");
    CHECK(histogram.axis().low() == doctest::Approx(-0.0999));
    CHECK(histogram.axis().high() == doctest::Approx(162.93689999999998));
    CHECK(histogram.values() == std::vector<double>{1000, 0, 0, 0, 0, 0, 141, 163, 163, 33});
    CHECK(histogram.mean() == doctest::Approx(44.98));
    CHECK(histogram.standard_deviation() == doctest::Approx(57.20664442760707));
    CHECK(histogram.statistics().entries == 1500);
  }
}

TEST_CASE("values that came before an extension are where the narrow bins had them, as in ROOT") {
  const sample::Threads threads;
  const Frame all = threads.counting(2700).define("d", "x < 2500 ? 0.7 + (x % 40) / 25. : 3.");
  const hist::Histogram1D histogram = histogram_of(all, "d", 20);
  CHECK(histogram.axis().high() == 4.199999999999999);
  CHECK(histogram.values() ==
        std::vector<double>{189, 252, 315, 252, 252, 310, 248, 310, 248, 124, 0, 0, 0, 200, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("a value that no axis can be extended to is outside") {
  const sample::Threads threads;
  const Frame all = threads.counting(1100).define("d", "x < 1050 ? 1. * x : x % 2 ? 1.7e308 : -1.7e308");
  CHECK(histogram_of(all, "d").statistics().entries == 1100);
}

TEST_CASE("tasks are taken in their order, for any number of threads and whichever ends first") {
  std::optional<hist::Histogram1D> of_one;
  for (const std::size_t count : {1, 2, 7}) {
    const sample::Threads threads(count);
    const Frame all = threads.counting(200'000).define("d", "(x % 1000) * (x < 150'000 ? 0.5 : -40.)");
    const hist::Histogram1D histogram = histogram_of(all.define("w", "z / 3"), "d", 100, "w");
    if (!of_one) of_one = histogram;
    CHECK(histogram == *of_one);
    CHECK(histogram.axis().low() < -39'000);
    CHECK(histogram.contents().front() == 0);
    CHECK(histogram.contents().back() == 0);
    CHECK(histogram.squared_weights().size() == 102);
  }
}

TEST_CASE("lists are filled element by element, and what no range can have is outside") {
  const sample::Threads threads;
  CHECK(histogram_of(threads.counting(6), "v").statistics().entries == 6);
  const Frame all = threads.counting(3000).define("d", "x == 2000 ? 1. / 0. : x == 2500 ? 0. / 0. : 1. * x");
  const hist::Histogram1D histogram = histogram_of(all, "d");
  CHECK(histogram.statistics().entries == 3000);
  CHECK(histogram.contents().back() == 2);
  CHECK(histogram.sum() == 2998);
}

TEST_CASE("without fills there is no range") {
  const sample::Threads threads;
  const hist::Histogram1D histogram = histogram_of(threads.counting(10).filter("false"), "x", 5, "y");
  CHECK(histogram.axis().bins() == 5);
  CHECK(!histogram.axis().has_range());
  CHECK(histogram.sum(hist::Flow::included) == 0);
}

TEST_CASE("variations have ranges of their own") {
  const sample::Threads threads;
  const Frame varied = threads.counting(100).define("d", "1. * x").vary({"d"}, "RVecD{100 * d}", {"up"}, "n");
  const auto nominal = ask<AutomaticHistogramAction>(varied, hist::HistogramLabels{.name = "h"}, 10U, "d");
  const auto up = nominal.booked.varied().at("n:up");
  CHECK(nominal.run().histogram().axis().high() < 200);
  const auto& histogram = static_cast<const AutomaticHistogramAction&>(*up.action()).histogram();
  CHECK(histogram.axis().high() > 9900);
  CHECK(histogram.labels().name == "h_n_up");
  CHECK(histogram.sum() == 100);
}
