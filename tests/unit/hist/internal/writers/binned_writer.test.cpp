#include "ramet/hist/internal/writers/binned_writer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "unit/hist/histogram_payloads.hpp"
#include "unit/hist/stored/binned_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/hist/figure_reader.hpp"
#include "ramet/hist/internal/root_histogram.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using namespace ramet::hist;
using histogram_payloads::copy_of;
using histogram_payloads::from_hex;
using histogram_payloads::written;

namespace {

/// The bytes of ROOT of a histogram that no directory holds, with the two bits that it sets when one does: kMustCleanup
/// of the object, in the last byte before the name's length, and kUseRWLock of its list of functions.
std::vector<std::byte> held_by_a_directory(std::vector<std::byte> payload, const std::string& name) {
  const auto wanted = std::as_bytes(std::span(name));
  const auto found = std::ranges::search(payload, wanted).begin();
  REQUIRE(found != payload.end());
  CHECK(*(found - 2) == std::byte{0});
  *(found - 2) = std::byte{object::must_cleanup};
  const auto list = from_hex("400000110005000100000000");  // its size, two versions, its number; then come the bits
  const auto functions = std::ranges::search(payload, list).begin();
  REQUIRE(functions != payload.end());
  *(functions + static_cast<std::ptrdiff_t>(list.size()) + 1) = std::byte{1};
  return payload;
}

}  // namespace

TEST_CASE("a histogram is written byte by byte as ROOT writes it, with bins of equal and of other widths") {
  const auto counts = written(histogram_payloads::counts_histogram(), 48);
  CHECK(copy_of(counts.span()) == from_hex(histogram_payloads::counts));
  const auto weighted = written(histogram_payloads::weighted_histogram(), 42);
  CHECK(copy_of(weighted.span()) == from_hex(histogram_payloads::weighted));
}

TEST_CASE("a histogram whose bins have labels is read with them, and written again as it was") {
  const HistogramLabels labels{
      .name = "h", .axis_title = "flavour", .bin_labels = {{1, "b"}, {3, "light ü"}}, .is_alphanumeric = true};
  Histogram1D histogram(labels, RegularAxis{3, 0, 3});
  histogram.fill(2.5);
  const auto catalogue = schema::make_catalogue();
  for (const std::size_t key_length : {0, 40}) {
    const auto payload = written(histogram, key_length);
    std::vector<std::byte> record(key_length);
    record.insert(record.end(), payload.span().begin(), payload.span().end());
    HistogramReader reader({.file = nullptr, .catalogue = catalogue.get()});
    const Histogram1D read = reader.read(record, key_length, "TH1D");
    CHECK(read == histogram);
    CHECK(copy_of(written(read, key_length).span()) == copy_of(payload.span()));
  }
  const auto classes = object::payload_of(histogram).known_classes;
  CHECK(classes == std::vector<std::string>{"TH1D", "THashList", "TObjString"});
  for (const std::string& known : classes) CHECK(catalogue->find_latest(known) != nullptr);
}

TEST_CASE("histograms and profiles of several axes are written byte by byte as ROOT writes them") {
  for (const stored_payloads::Payload& payload :
       {stored_payloads::th2, stored_payloads::th3, stored_payloads::tprofile, stored_payloads::tprofile2}) {
    CAPTURE(payload.class_name);
    const auto histogram = std::get<Histogram>(stored_payloads::read(payload));
    CHECK(stored_class(histogram) == payload.class_name);
    const auto ours = copy_of(written(histogram, payload.key_length).span());
    const auto roots = held_by_a_directory(from_hex(payload.hex), histogram.parts().name);
    const auto differs = std::ranges::mismatch(ours, roots).in1 - ours.begin();
    CAPTURE(differs);  // where the first byte is another one
    CHECK(ours.size() == roots.size());
    CHECK(ours == roots);
  }
}

TEST_CASE("a profile of three axes is read as it was written") {
  HistogramParts parts{.class_name = "TProfile3D", .name = "h", .profile = ProfileSums{}};
  for (const std::uint32_t bins : {1U, 2U, 3U}) parts.axes.push_back({.bins = RegularAxis{bins, 0, 1}, .title = "t"});
  parts.contents.assign(std::size_t{3} * 4 * 5, 0);
  parts.squares = parts.profile->weights = parts.contents;
  for (std::size_t i = 0; NamedAxis& axis : parts.axes) axis.name = std::array{"xaxis", "yaxis", "zaxis"}.at(i++);
  Histogram histogram(std::move(parts));
  histogram.fill(std::array{0.5, 0.1, 0.9, 7.0}, 2);
  const bytes::Buffer payload = written(histogram, 0);
  const Histogram read =
      std::get<Histogram>(FigureReader(stored_payloads::layouts()).read(copy_of(payload.span()), 0, "TProfile3D"));
  CHECK(read == histogram);
  CHECK(read.parts().moments.weighted_heights == 14);
}

TEST_CASE("a histogram stays of its class as long as that holds all contents") {
  const auto class_of = [](const char* name, double content) {
    HistogramParts parts{.class_name = name, .contents = std::vector<double>(3, content)};
    std::size_t cells = 1;
    for (int i = 0; i < name[2] - '0'; ++i, cells *= 3) parts.axes.push_back({.bins = RegularAxis{1, 0, 1}});
    parts.contents.resize(cells);
    return std::string(stored_class(Histogram(std::move(parts))));
  };
  for (const char* name : {"TH1C", "TH1S", "TH1I", "TH1F", "TH1D", "TH2C", "TH2F", "TH2D", "TH3S", "TH3I", "TH3D"}) {
    CHECK(class_of(name, -128) == name);
    CHECK(class_of(name, 127) == name);
  }
  CHECK(class_of("TH1C", 128) == "TH1D");
  CHECK(class_of("TH2S", -32769) == "TH2D");
  CHECK(class_of("TH3I", 0.5) == "TH3D");
  CHECK(class_of("TH1I", std::numeric_limits<double>::quiet_NaN()) == "TH1D");
  CHECK(class_of("TH1F", -std::numeric_limits<double>::infinity()) == "TH1F");
  CHECK(class_of("TH2F", 0.1) == "TH2D");
  CHECK(class_of("TH1F", 1e300) == "TH1D");
  CHECK(class_of("TH1L", 1) == "TH1D");
  CHECK(class_of("TH2Poly", 1) == "TH2D");
}

TEST_CASE("a profile of more than three axes has no class") {
  HistogramParts parts{.name = "many", .contents = std::vector<double>(81, 0), .profile = ProfileSums{}};
  parts.squares = parts.profile->weights = parts.contents;
  for (int i = 0; i < 4; ++i) parts.axes.push_back({.bins = RegularAxis{1, 0, 1}});
  CHECK_THROWS_WITH_AS(written(Histogram(std::move(parts))), "profile 'many' has 4 axes: ROOT has profiles of 1 to 3",
                       Error);
}

TEST_CASE("a histogram of any class is read as it was written, in as many bytes as its numbers take") {
  HistogramParts parts = Histogram(histogram_payloads::counts_histogram()).parts();
  const auto catalogue = schema::make_catalogue();
  const std::size_t large = written(Histogram(parts), 0).size();
  for (const auto& [name, size] : std::vector<std::pair<const char*, std::size_t>>{
           {"TH1C", 1}, {"TH1S", 2}, {"TH1I", 4}, {"TH1F", 4}, {"TH1D", 8}}) {
    CAPTURE(name);
    parts.class_name = name;
    const bytes::Buffer payload = written(Histogram(parts), 0);
    CHECK(payload.size() == large - parts.contents.size() * (8 - size));
    HistogramReader reader({.file = nullptr, .catalogue = catalogue.get()});
    CHECK(reader.read(payload.span(), 0, name) == histogram_payloads::counts_histogram());
  }
}

TEST_CASE("a histogram beyond what a byte count can say is unsupported") {
  const Histogram1D histogram({}, RegularAxis{60'000'000, 0, 1});
  try {
    written(histogram, 50);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
  }
}

TEST_CASE("a histogram gets the name that it is written as, and its key has its class and title") {
  const Histogram1D histogram = histogram_payloads::counts_histogram();
  const Histogram same(histogram);
  for (const object::Payload& payload : {object::payload_of(histogram), object::payload_of(same)}) {
    CHECK(payload.class_name == "TH1D");
    CHECK(payload.title == "dimuon mass");
    CHECK(payload.known_classes == std::vector<std::string>{"TH1D"});
    CHECK(payload.layouts.empty());
    const bytes::Buffer made = payload.make("other", 0);
    HistogramReader reader({.file = nullptr, .catalogue = &stored_payloads::catalogue()});
    CHECK(reader.read(made.span(), 0, "TH1D").labels().name == "other");
  }
}

TEST_CASE("the streamer infos of a file with histograms are those of TH1D, its bases and its members") {
  const auto catalogue = schema::make_catalogue();
  std::vector<std::string> names;
  for (const auto& info : schema::catalogue_infos_for(*catalogue, std::array<std::string_view, 1>{"TH1D"}))
    names.push_back(info.class_name);
  for (const char* wanted : {"TH1D", "TH1", "TNamed", "TObject", "TAttLine", "TAttFill", "TAttMarker", "TAxis",
                             "TAttAxis", "TList", "THashList", "TString"}) {
    CAPTURE(wanted);
    const bool is_known = catalogue->find_latest(wanted) != nullptr;
    CHECK((std::ranges::find(names, wanted) != names.end()) == is_known);
  }
}
