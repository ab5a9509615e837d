#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/root_histogram.hpp"
#include "ramet/object/object_writer.hpp"

// Class versions and defaults are those of ROOT 6.40 (TH1.h, TAxis.h, TAttAxis.cxx, TAttLine.h, ...): the bytes are the
// ones that it writes for the same histogram.

namespace ramet::inline v1::hist {
namespace {

using object::ObjectWriter;

constexpr std::size_t largest_payload = 0x3fff'fff0;  // a byte count has 30 bits
constexpr std::uint32_t uses_lock = 1U << 16;         // TCollection::kUseRWLock, which TH1 sets in its functions
constexpr double automatic = -1111;                   // fMaximum and fMinimum: not set by the user

using BinLabels = std::map<std::uint32_t, std::string>;

// TAxis::kAlphanumeric and kCanExtend, of fBits2: without the second one ROOT merges by the places of labels, not by
// what they say.
constexpr std::uint16_t alphanumeric_bits = 3;

/// How an axis looks, and what stands at it. Threads: a value.
struct AxisStyle {
  std::string_view name;
  float title_offset;
  std::string_view title = "";
  const BinLabels* labels = nullptr;
  bool is_alphanumeric = false;
};

void write_axis_attributes(ObjectWriter& writer, const AxisStyle& style) {
  constexpr std::int16_t black = 1;
  constexpr std::int16_t helvetica = 42;
  constexpr float text_size = 0.035F;
  writer.versioned(4, [&] {
    writer.write(std::int32_t{510});  // fNdivisions: 10 and 5
    writer.write(black);              // fAxisColor
    writer.write(black);              // fLabelColor
    writer.write(helvetica);          // fLabelFont
    writer.write(0.005F);             // fLabelOffset
    writer.write(text_size);          // fLabelSize
    writer.write(0.03F);              // fTickLength
    writer.write(style.title_offset);
    writer.write(text_size);  // fTitleSize
    writer.write(black);      // fTitleColor
    writer.write(helvetica);  // fTitleFont
  });
}

/// A THashList of TObjString, whose fUniqueID is the bin (TAxis::SetBinLabel).
void write_labels(ObjectWriter& writer, const BinLabels* labels) {
  if (labels == nullptr || labels->empty()) return writer.null();
  auto label = labels->begin();
  writer.object("THashList", [&] {
    writer.list("", labels->size(), [&](std::size_t) {
      writer.object("TObjString", [&] { writer.object_string(label->second, label->first); });
      ++label;
    });
  });
}

void write_axis(ObjectWriter& writer, const AxisStyle& style, const Axis& axis) {
  writer.versioned(10, [&] {
    writer.tnamed(style.name, style.title);
    write_axis_attributes(writer, style);
    writer.write(static_cast<std::int32_t>(axis.bins()));
    writer.write(axis.low());
    writer.write(axis.high());
    const auto* variable = std::get_if<VariableAxis>(&axis.binning());
    writer.array(variable == nullptr ? std::span<const double>() : std::span<const double>(variable->edges));
    writer.write(std::int32_t{0});                                               // fFirst
    writer.write(std::int32_t{0});                                               // fLast
    writer.write(style.is_alphanumeric ? alphanumeric_bits : std::uint16_t{0});  // fBits2
    writer.write(false);                                                         // fTimeDisplay
    writer.string("");                                                           // fTimeFormat
    write_labels(writer, style.labels);
    writer.null();  // fModLabs
  });
}

void write_attributes(ObjectWriter& writer) {
  writer.versioned(2, [&] {  // TAttLine
    writer.write(std::int16_t{602});
    writer.write(std::int16_t{1});
    writer.write(std::int16_t{1});
  });
  writer.versioned(2, [&] {  // TAttFill
    writer.write(std::int16_t{0});
    writer.write(std::int16_t{1001});
  });
  writer.versioned(3, [&] {  // TAttMarker
    writer.write(std::int16_t{1});
    writer.write(std::int16_t{1});
    writer.write(1.0F);
  });
}

void write_statistics(ObjectWriter& writer, const Statistics& statistics) {
  writer.write(statistics.entries);
  writer.write(statistics.weights);
  writer.write(statistics.squared_weights);
  writer.write(statistics.weighted_values);
  writer.write(statistics.weighted_squares);
}

/// An empty TList that is a member, not a pointer.
void write_functions(ObjectWriter& writer) {
  writer.versioned(5, [&] {
    writer.tobject(uses_lock);
    writer.string("");
    writer.write(std::int32_t{0});
  });
}

void write_th1(ObjectWriter& writer, const Histogram1D& histogram) {
  const HistogramLabels& labels = histogram.labels();
  const Axis unused = RegularAxis{};
  writer.tnamed(labels.name, labels.title, object::must_cleanup);
  write_attributes(writer);
  writer.write(static_cast<std::int32_t>(histogram.axis().cells()));
  write_axis(writer, {"xaxis", 1, labels.axis_title, &labels.bin_labels, labels.is_alphanumeric}, histogram.axis());
  write_axis(writer, {"yaxis", 0, labels.value_title}, unused);
  write_axis(writer, {"zaxis", 1}, unused);
  writer.write(std::int16_t{0});     // fBarOffset
  writer.write(std::int16_t{1000});  // fBarWidth
  write_statistics(writer, histogram.statistics());
  writer.write(automatic);                  // fMaximum
  writer.write(automatic);                  // fMinimum
  writer.write(0.0);                        // fNormFactor
  writer.array(std::span<const double>());  // fContour
  writer.array(histogram.squared_weights());
  writer.string("");  // fOption
  write_functions(writer);
  writer.write(std::int32_t{0});              // fBufferSize
  writer.counted(std::span<const double>());  // fBuffer
  writer.write(std::int32_t{0});              // fBinStatErrOpt: normal errors
  writer.write(std::int32_t{2});              // fStatOverflows: as the reading program wants it
}

template <class Number>
bool holds_all(std::span<const double> contents) noexcept {
  return std::ranges::all_of(contents, [](double content) {
    if constexpr (std::is_integral_v<Number>) {
      return content >= std::numeric_limits<Number>::min() && content <= std::numeric_limits<Number>::max() &&
             std::trunc(content) == content;
    } else {
      constexpr double largest = std::numeric_limits<Number>::max();
      return !std::isfinite(content) ||
             (std::abs(content) <= largest && static_cast<double>(static_cast<Number>(content)) == content);
    }
  });
}

template <class Number>
void write_contents(ObjectWriter& writer, std::span<const double> contents) {
  std::vector<Number> numbers(contents.size());
  std::ranges::transform(contents, numbers.begin(), [](double content) { return static_cast<Number>(content); });
  writer.array(std::span<const Number>(numbers));
}

/// The base TArrayC, TArrayS, ... of a class.
void write_contents(ObjectWriter& writer, std::string_view class_name, std::span<const double> contents) {
  if (class_name == "TH1C") return write_contents<std::int8_t>(writer, contents);
  if (class_name == "TH1S") return write_contents<std::int16_t>(writer, contents);
  if (class_name == "TH1I") return write_contents<std::int32_t>(writer, contents);
  if (class_name == "TH1F") return write_contents<float>(writer, contents);
  writer.array(contents);
}

}  // namespace

std::string_view stored_class(std::string_view class_name, std::span<const double> contents) noexcept {
  if (class_name == "TH1C" && holds_all<std::int8_t>(contents)) return "TH1C";
  if (class_name == "TH1S" && holds_all<std::int16_t>(contents)) return "TH1S";
  if (class_name == "TH1I" && holds_all<std::int32_t>(contents)) return "TH1I";
  if (class_name == "TH1F" && holds_all<float>(contents)) return "TH1F";
  return histogram_class;
}

bytes::Buffer histogram_payload(const Histogram1D& histogram, std::size_t key_length, std::string_view class_name) {
  constexpr std::size_t numbers_per_cell = 3;  // contents, squared weights, edges
  if (histogram.axis().cells() > largest_payload / (numbers_per_cell * sizeof(double)))
    fail(ErrorKind::unsupported, "histogram '{}' is too large for the format: it has {} cells", histogram.labels().name,
         histogram.axis().cells());
  ObjectWriter writer(key_length);
  writer.versioned(3, [&] {
    writer.versioned(8, [&] { write_th1(writer, histogram); });
    write_contents(writer, class_name, histogram.contents());
  });
  bytes::Buffer payload;
  payload.append(writer.payload());
  return payload;
}

}  // namespace ramet::inline v1::hist
