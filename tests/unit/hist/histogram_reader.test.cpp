#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "unit/hist/histogram_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/root_histogram.hpp"
#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using namespace ramet::hist;
using namespace histogram_payloads;

namespace {

constexpr std::size_t size_of_buffer_members = 13;  // size, its array's first byte, and the two options after it

const schema::StreamerInfos& catalogue() {
  static const auto infos = schema::make_catalogue();
  return *infos;
}

Histogram1D read(const Bytes& payload, std::string_view class_name = "TH1D") {
  HistogramReader reader({.file = nullptr, .catalogue = &catalogue()});
  return reader.read(payload, 0, class_name);
}

ErrorKind kind_of_error(const Bytes& payload, std::string_view class_name = "TH1D") {
  try {
    read(payload, class_name);
  } catch (const Error& error) {
    return error.kind();
  }
  return ErrorKind::io;
}

Bytes payload(const Histogram1D& histogram) { return copy_of(written(histogram).span()); }

template <class Number>
void check_class(std::string_view class_name, std::uint16_t version = 3, std::uint32_t checksum = 0) {
  CAPTURE(class_name);
  const Bytes bytes = payload_of(base_members(from_hex(counts)), std::vector<Number>{1, 1, 2, 0, 1}, version, checksum);
  CHECK(read(bytes, class_name) == counts_histogram());
}

/// The payload of a TH1D with an axis of 10 bins from `low` to `high`, and values that wait in its buffer.
Bytes with_buffer(double high, const std::vector<double>& buffer) {
  Bytes base = base_members(payload(Histogram1D({.name = "h"}, RegularAxis{10, 0, 987654321})));
  Bytes wanted;
  append(wanted, 987654321.0);
  const auto place = std::ranges::search(base, wanted).begin();
  bytes::store_big_endian(&*place, high);
  Bytes tail(base.end() - 8, base.end());
  base.resize(base.size() - size_of_buffer_members);
  append(base, static_cast<std::uint32_t>(buffer.size()));
  append(base, std::uint8_t{1});
  for (const double number : buffer) append(base, number);
  base.insert(base.end(), tail.begin(), tail.end());
  return payload_of(base, std::vector<double>(12));
}

}  // namespace

TEST_CASE("histograms that ROOT wrote are read with contents, squares, statistics, edges and titles") {
  CHECK(read(from_hex(counts)) == counts_histogram());
  CHECK(read(from_hex(weighted)) == weighted_histogram());
}

TEST_CASE("one reader reads many histograms, behind keys of any length") {
  HistogramReader reader({.file = nullptr, .catalogue = &catalogue()});
  for (const std::size_t key_length : {0, 1, 60}) {
    Bytes record(key_length, std::byte{0xee});
    const Bytes bytes = from_hex(weighted);
    record.insert(record.end(), bytes.begin(), bytes.end());
    CHECK(reader.read(record, key_length, "TH1D") == weighted_histogram());
  }
  HistogramReader moved = std::move(reader);
  CHECK(moved.read(from_hex(counts), 0, "TH1D") == counts_histogram());
}

TEST_CASE("histograms with contents of every type are read") {
  check_class<std::int8_t>("TH1C");
  check_class<std::int16_t>("TH1S");
  check_class<std::int32_t>("TH1I");
  check_class<float>("TH1F");
  check_class<double>("TH1D");
  const schema::StreamerInfo* th1l = catalogue().find_latest("TH1L");
  REQUIRE(th1l != nullptr);
  check_class<std::int64_t>("TH1L", 0, th1l->checksum);
}

TEST_CASE("what is written is read back, bit by bit") {
  Histogram1D histogram({.name = "name", .title = std::string(300, 't'), .axis_title = "x", .value_title = "y"},
                        VariableAxis{{-1e9, -0.1, 1e-300, 3}});
  histogram.fill(std::vector<double>{1, 2, -5, 0.1, 1e10}, std::vector<double>{0.1, 0.2, -0.3, 1e-9, 7});
  CHECK(read(payload(histogram)) == histogram);
  const Histogram1D empty({}, RegularAxis{1, 0, 1});
  CHECK(read(payload(empty)) == empty);
}

TEST_CASE("other classes are not histograms") {
  for (const char* class_name : {"TH1C", "TH1S", "TH1I", "TH1L", "TH1F", "TH1D"}) CHECK(is_histogram(class_name));
  for (const char* class_name : {"", "TH1", "TH1K", "TH2D", "TProfile", "TTree"}) {
    CAPTURE(class_name);
    CHECK_FALSE(is_histogram(class_name));
    CHECK(kind_of_error(from_hex(counts), class_name) == ErrorKind::misuse);
  }
}

TEST_CASE("values that wait in the buffer are filled") {
  const Histogram1D histogram = read(with_buffer(10, {3, 1, 2.5, 1, 2.5, 0.5, 7, 99, 99}));
  CHECK(histogram.values() == std::vector<double>{0, 0, 2, 0, 0, 0, 0, 0.5, 0, 0});
  CHECK(histogram.variances()[7] == 0.25);
  CHECK(histogram.statistics().entries == 3);
}

TEST_CASE("values in the buffer that were filled already are left alone") {
  for (const double count : {-2.0, 0.0}) CHECK(read(with_buffer(10, {count, 1, 2, 1, 3})).sum(Flow::included) == 0);
}

TEST_CASE("a buffer with more values than it has room for is corrupt") {
  CHECK(kind_of_error(with_buffer(10, {3, 1, 2, 1, 3})) == ErrorKind::corrupt);
  CHECK(kind_of_error(with_buffer(10, {1e300, 1, 2, 1, 3})) == ErrorKind::corrupt);
}

TEST_CASE("without a range, values in the buffer count as entries only") {
  const Histogram1D histogram = read(with_buffer(0, {2, 1, 2, 1, 3}));
  CHECK_FALSE(histogram.axis().has_range());
  CHECK(histogram.statistics().entries == 2);
  CHECK(histogram.sum(Flow::included) == 0);
  CHECK(read(payload(histogram)) == histogram);
}

TEST_CASE("contents that do not fit the bins are corrupt") {
  const Bytes base = base_members(from_hex(counts));
  CHECK(kind_of_error(payload_of(base, std::vector<double>(4))) == ErrorKind::corrupt);
  CHECK(kind_of_error(payload_of(base, std::vector<double>(6))) == ErrorKind::corrupt);
  CHECK(kind_of_error(payload_of(base, std::vector<double>())) == ErrorKind::corrupt);
}

TEST_CASE("an axis that falls is unsupported, and the message has the histogram's name") {
  try {
    read(with_buffer(-1, {}));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
    CHECK(std::string(error.what()).starts_with("histogram 'h': an axis cannot go from 0 to -1"));
  }
}

TEST_CASE("a version without a description is unsupported") {
  CHECK(kind_of_error(payload_of(base_members(from_hex(counts)), std::vector<double>(5), 77)) ==
        ErrorKind::unsupported);
}

TEST_CASE("a record that is cut anywhere is corrupt, or has another version where the cut leaves no more") {
  for (const auto text : {counts, weighted}) {
    const Bytes whole = from_hex(text);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      CAPTURE(size);
      const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const bool is_version_only = size == 2 || size == 3;
      CHECK(kind_of_error(cut) == (is_version_only ? ErrorKind::unsupported : ErrorKind::corrupt));
    }
  }
}

TEST_CASE("a record with any byte changed gives a histogram whose parts fit, or an error that blames the file") {
  for (const auto text : {counts, weighted}) {
    const Bytes whole = from_hex(text);
    for (std::size_t place = 0; place < whole.size(); ++place) {
      for (const unsigned change : {0x01U, 0x02U, 0x40U, 0x80U, 0x7fU, 0xffU}) {
        CAPTURE(place);
        CAPTURE(change);
        Bytes damaged = whole;
        damaged[place] ^= static_cast<std::byte>(change);
        try {
          const Histogram1D histogram = read(damaged);
          CHECK(histogram.contents().size() == histogram.axis().cells());
        } catch (const Error& error) {
          CHECK((error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported));
        }
      }
    }
  }
}
