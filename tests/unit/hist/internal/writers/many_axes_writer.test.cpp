#include <array>
#include <string>
#include <variant>
#include <vector>

#include "unit/hist/histogram_payloads.hpp"
#include "unit/hist/stored/figure_payloads.hpp"
#include "unit/hist/stored/written_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/root_histogram.hpp"

using namespace ramet;
using namespace ramet::hist;
using histogram_payloads::copy_of;
using histogram_payloads::from_hex;
using histogram_payloads::written;

TEST_CASE("histograms of many axes are written byte by byte as ROOT writes them, of floats and doubles") {
  for (const stored_payloads::Payload& payload :
       {stored_payloads::thn, stored_payloads::weighted_thn, stored_payloads::counted_thn}) {
    const auto histogram = std::get<Histogram>(stored_payloads::read(payload));
    CAPTURE(histogram.parts().name);
    CHECK(stored_class(histogram) == payload.class_name);
    CHECK(copy_of(written(histogram, payload.key_length).span()) == from_hex(payload.hex));
    CHECK(object::payload_of(histogram).known_classes.front() == payload.class_name);
  }
}

TEST_CASE("a histogram of four axes is a THnD, and is read as it was written") {
  HistogramParts parts{.class_name = "THnT<double>", .name = "four", .title = "t"};
  std::size_t cells = 1;
  for (const std::uint32_t bins : {1U, 2U, 3U, 4U}) {
    parts.axes.push_back({.bins = RegularAxis{bins, 0, static_cast<double>(bins)},
                          .name = fmt::format("axis{}", parts.axes.size()),
                          .title = "x"});
    cells *= bins + 2;
  }
  parts.axes[1].bin_labels = {{1, "b"}, {2, "c"}};
  parts.contents.resize(cells);
  for (const double weight : {1.0, 0.5}) {
    Histogram histogram(parts);
    histogram.fill(std::array{0.5, 1.5, 2.5, 3.5}, weight);
    histogram.fill(std::array{0.5, 0.5, -1.0, 3.5}, weight);
    CHECK(stored_class(histogram) == "THnT<double>");
    const bytes::Buffer payload = written(histogram);
    const Figure read = FigureReader(stored_payloads::layouts()).read(copy_of(payload.span()), 0, "THnT<double>");
    CHECK(std::get<Histogram>(read) == histogram);
  }
}

TEST_CASE("a histogram of many axes stays of its class as long as that holds all contents") {
  auto parts = std::get<Histogram>(stored_payloads::read(stored_payloads::thn)).parts();
  parts.contents.front() = 0.1;  // no float
  CHECK(stored_class(Histogram(parts)) == "TH2D");
  parts.class_name = "THnT<double>";
  CHECK(stored_class(Histogram(parts)) == "THnT<double>");
  parts.class_name = "THnT<int>";
  CHECK(stored_class(Histogram(parts)) == "TH2D");
}

TEST_CASE("a sparse histogram is read as it was written, of each class and more cells than a block has") {
  for (const char* letter : {"C", "S", "I", "L", "L64", "F", "D"}) {
    SparseHistogramParts parts{.class_name = fmt::format("THnSparseT<TArray{}>", letter), .name = "s", .title = "t"};
    for (const std::uint32_t bins : {200U, 3U, 100U})
      parts.axes.push_back({.bins = RegularAxis{bins, 0, static_cast<double>(bins)},
                            .name = fmt::format("axis{}", parts.axes.size()),
                            .title = "x"});
    parts.axes[1].bin_labels = {{1, "b"}, {2, "c"}};
    for (std::uint32_t cell = 0; cell < 20'000; ++cell) {
      parts.bins.insert(parts.bins.end(), {cell % 202, cell / 202 % 5, cell / 1010});
      parts.contents.push_back(cell % 100);
      parts.squares.push_back(cell);
    }
    parts.moments = {
        .entries = 7, .weights = 8, .squared_weights = 9, .weighted_values = {1, 2, 3}, .weighted_squares = {4, 5, 6}};
    const SparseHistogram histogram(parts);
    const auto payload = object::payload_of(histogram).make("s", 0);
    const Figure read = FigureReader(stored_payloads::layouts()).read(copy_of(payload.span()), 0, parts.class_name);
    CHECK(std::get<SparseHistogram>(read) == histogram);
  }
}

TEST_CASE("a sparse histogram is of its class as long as that has room for all contents") {
  SparseHistogramParts parts = std::get<SparseHistogram>(stored_payloads::read(stored_payloads::sparse)).parts();
  parts.class_name = "THnSparseT<TArrayC>";
  parts.contents.front() = 127;
  CHECK(stored_class(SparseHistogram(parts)) == "THnSparseT<TArrayC>");
  parts.contents.front() = 128;
  CHECK(stored_class(SparseHistogram(parts)) == "THnSparseT<TArrayD>");
  parts.class_name.clear();
  const SparseHistogram nameless(parts);
  const object::Payload payload = object::payload_of(nameless);
  CHECK(payload.class_name == "THnSparseT<TArrayD>");
}
