#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "unit/hist/histogram_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/hist/root_histogram.hpp"
#include "ramet/schema/catalogue.hpp"

using namespace ramet;
using namespace ramet::hist;
using histogram_payloads::copy_of;
using histogram_payloads::from_hex;

TEST_CASE("a histogram is written byte by byte as ROOT writes it, with bins of equal and of other widths") {
  const auto counts = histogram_payload(histogram_payloads::counts_histogram(), 48);
  CHECK(copy_of(counts.span()) == from_hex(histogram_payloads::counts));
  const auto weighted = histogram_payload(histogram_payloads::weighted_histogram(), 42);
  CHECK(copy_of(weighted.span()) == from_hex(histogram_payloads::weighted));
}

TEST_CASE("a histogram whose bins have labels is read with them, and written again as it was") {
  const HistogramLabels labels{
      .name = "h", .axis_title = "flavour", .bin_labels = {{1, "b"}, {3, "light ü"}}, .is_alphanumeric = true};
  Histogram1D histogram(labels, RegularAxis{3, 0, 3});
  histogram.fill(2.5);
  const auto catalogue = schema::make_catalogue();
  for (const std::size_t key_length : {0, 40}) {
    const auto payload = histogram_payload(histogram, key_length);
    std::vector<std::byte> record(key_length);
    record.insert(record.end(), payload.span().begin(), payload.span().end());
    HistogramReader reader({.file = nullptr, .catalogue = catalogue.get()});
    const Histogram1D read = reader.read(record, key_length, histogram_class);
    CHECK(read == histogram);
    CHECK(copy_of(histogram_payload(read, key_length).span()) == copy_of(payload.span()));
  }
  for (const std::string_view known : labelled_info_classes) CHECK(catalogue->find_latest(known) != nullptr);
}

TEST_CASE("a histogram stays of its class as long as that holds all contents") {
  const std::vector<double> whole = {-128, 0, 127};
  for (const char* name : {"TH1C", "TH1S", "TH1I", "TH1F", "TH1D"}) CHECK(stored_class(name, whole) == name);
  CHECK(stored_class("TH1C", std::vector<double>{128}) == "TH1D");
  CHECK(stored_class("TH1S", std::vector<double>{-32769}) == "TH1D");
  CHECK(stored_class("TH1I", std::vector<double>{0.5}) == "TH1D");
  CHECK(stored_class("TH1I", std::vector<double>{std::numeric_limits<double>::quiet_NaN()}) == "TH1D");
  CHECK(stored_class("TH1F", std::vector<double>{0.5, -std::numeric_limits<double>::infinity()}) == "TH1F");
  CHECK(stored_class("TH1F", std::vector<double>{0.1}) == "TH1D");
  CHECK(stored_class("TH1F", std::vector<double>{1e300}) == "TH1D");
  CHECK(stored_class("TH1L", whole) == "TH1D");
  CHECK(stored_class("TProfile", whole) == "TH1D");
}

TEST_CASE("a histogram of any class is read as it was written, in as many bytes as its numbers take") {
  const Histogram1D histogram = histogram_payloads::counts_histogram();
  const auto catalogue = schema::make_catalogue();
  const std::size_t large = histogram_payload(histogram, 0).size();
  const std::size_t cells = histogram.contents().size();
  for (const auto& [name, size] : std::vector<std::pair<const char*, std::size_t>>{
           {"TH1C", 1}, {"TH1S", 2}, {"TH1I", 4}, {"TH1F", 4}, {"TH1D", 8}}) {
    CAPTURE(name);
    const bytes::Buffer payload = histogram_payload(histogram, 0, name);
    CHECK(payload.size() == large - cells * (8 - size));
    HistogramReader reader({.file = nullptr, .catalogue = catalogue.get()});
    CHECK(reader.read(payload.span(), 0, name) == histogram);
  }
}

TEST_CASE("a histogram beyond what a byte count can say is unsupported") {
  const Histogram1D histogram({}, RegularAxis{60'000'000, 0, 1});
  try {
    histogram_payload(histogram, 50);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
  }
}

TEST_CASE("the streamer infos of a file with histograms are those of TH1D, its bases and its members") {
  const auto catalogue = schema::make_catalogue();
  std::vector<std::string> names;
  for (const auto& info : schema::catalogue_infos_for(*catalogue, histogram_info_classes))
    names.push_back(info.class_name);
  for (const char* wanted : {"TH1D", "TH1", "TNamed", "TObject", "TAttLine", "TAttFill", "TAttMarker", "TAxis",
                             "TAttAxis", "TList", "THashList", "TString"}) {
    CAPTURE(wanted);
    const bool is_known = catalogue->find_latest(wanted) != nullptr;
    CHECK((std::ranges::find(names, wanted) != names.end()) == is_known);
  }
}
