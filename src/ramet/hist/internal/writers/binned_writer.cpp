#include "ramet/hist/internal/writers/binned_writer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/writers/function_writer.hpp"

// Class versions and defaults are those of ROOT 6.40 (TH1.h, TAxis.h, TAttAxis.cxx, TAttLine.h, ...): the bytes are the
// same as ROOT's for the same histogram.

namespace ramet::inline v1::hist {
namespace {

using internal::AxisLook;
using internal::HistogramLook;
using object::ObjectWriter;

constexpr std::size_t largest_payload = 0x3fff'fff0;  // a byte count has 30 bits

using BinLabels = std::map<std::uint32_t, std::string>;

constexpr std::uint16_t alphanumeric_bit = 1;  // TAxis::kAlphanumeric, of fBits2
constexpr std::uint16_t extending_bit = 2;     // TAxis::kCanExtend

constexpr std::uint32_t axis_range = 1U << 11;  // TAxis::kAxisRange: the range that is drawn was set

constexpr std::array<std::string_view, 3> axis_names = {"xaxis", "yaxis", "zaxis"};

void write_axis_attributes(ObjectWriter& writer, const AxisLook& look) {
  writer.versioned(4, [&] {
    writer.write(look.divisions);
    writer.write(look.color);  // fAxisColor
    writer.write(look.color);  // fLabelColor
    writer.write(look.label_font);
    writer.write(look.label_offset);
    writer.write(look.label_size);
    writer.write(look.tick_length);
    writer.write(look.title_offset);
    writer.write(look.title_size);
    writer.write(std::int16_t{1});   // fTitleColor: black
    writer.write(std::int16_t{42});  // fTitleFont: helvetica
  });
}

/// Names of bins can always be extended: otherwise ROOT merges them by position instead of by text.
std::uint16_t bits_of(const NamedAxis& axis) noexcept {
  if (axis.is_alphanumeric) return alphanumeric_bit | extending_bit;
  return axis.can_extend ? extending_bit : std::uint16_t{0};
}

/// A THashList of TObjString, whose fUniqueID is the bin (TAxis::SetBinLabel).
void write_labels(ObjectWriter& writer, const BinLabels& labels) {
  if (labels.empty()) return writer.null();
  auto label = labels.begin();
  writer.object("THashList", [&] {
    writer.list("", labels.size(), [&](std::size_t) {
      writer.object("TObjString", [&] { writer.object_string(label->second, label->first); });
      ++label;
    });
  });
}

}  // namespace

void internal::write_axis(ObjectWriter& writer, const NamedAxis& axis, std::string_view name, const AxisLook& look) {
  writer.versioned(10, [&] {
    const bool shows_part = axis.first_shown != 0 || axis.last_shown != 0;
    writer.tnamed(name, axis.title, shows_part ? axis_range : 0);
    write_axis_attributes(writer, look);
    writer.write(static_cast<std::int32_t>(axis.bins.bins()));
    writer.write(axis.bins.low());
    writer.write(axis.bins.high());
    const auto* variable = std::get_if<VariableAxis>(&axis.bins.binning());
    writer.array(variable == nullptr ? std::span<const double>() : std::span<const double>(variable->edges));
    writer.write(static_cast<std::int32_t>(axis.first_shown));
    writer.write(static_cast<std::int32_t>(axis.last_shown));
    writer.write(bits_of(axis));  // fBits2
    writer.write(axis.time_format.has_value());
    writer.string(axis.time_format.value_or(""));
    write_labels(writer, axis.bin_labels);
    writer.null();  // fModLabs
  });
}

void internal::write_attributes(ObjectWriter& writer, const FigureLook& look) {
  writer.versioned(2, [&] {  // TAttLine
    writer.write(look.line_color);
    writer.write(std::int16_t{1});
    writer.write(std::int16_t{1});
  });
  writer.versioned(2, [&] {  // TAttFill
    writer.write(look.fill_color);
    writer.write(look.fill_style);
  });
  writer.versioned(3, [&] {  // TAttMarker
    writer.write(std::int16_t{1});
    writer.write(std::int16_t{1});
    writer.write(1.0F);
  });
}

void internal::require_writable(std::string_view name, std::size_t cells, std::size_t bytes_per_cell) {
  if (cells > largest_payload / bytes_per_cell)
    detail::fail(ErrorKind::unsupported, "'{}' is too large for a record: it has {} cells or points", name, cells);
}

void internal::add_label_classes(std::vector<std::string>& classes, std::span<const NamedAxis> axes) {
  const auto has_labels = [](const NamedAxis& axis) { return !axis.bin_labels.empty(); };
  if (std::ranges::none_of(axes, has_labels)) return;
  classes.emplace_back("THashList");
  classes.emplace_back("TObjString");
}

std::vector<std::string> internal::known_classes_of(const Histogram& histogram) {
  std::vector<std::string> classes = {std::string(stored_class(histogram))};
  add_label_classes(classes, histogram.parts().axes);
  add_function_classes(classes, histogram.parts().functions);
  return classes;
}

namespace {

/// Write all three axes: those of the histogram, then axes with one bin, the first of which has the label of the
/// counts.
void write_axes(ObjectWriter& writer, const HistogramParts& parts, const HistogramLook& look) {
  for (std::size_t number = 0; number < axis_names.size(); ++number) {
    const AxisLook axis_look{.title_offset = number == 1 ? 0.0F : 1.0F};
    const std::string_view name = axis_names.at(number);
    if (number < parts.axes.size()) {
      internal::write_axis(writer, parts.axes[number], name, axis_look);
    } else if (number == parts.axes.size()) {
      internal::write_axis(writer, {.bins = look.values, .title = parts.value_title}, name, axis_look);
    } else {
      internal::write_axis(writer, {.bins = RegularAxis{}}, name, axis_look);
    }
  }
}

void write_statistics(ObjectWriter& writer, const Moments& moments) {
  writer.write(moments.entries);
  writer.write(moments.weights);
  writer.write(moments.squared_weights);
  writer.write(moments.weighted_values.at(0));
  writer.write(moments.weighted_squares.at(0));
}

void write_th1(ObjectWriter& writer, const Histogram& histogram, const HistogramLook& look) {
  const HistogramParts& parts = histogram.parts();
  writer.versioned(8, [&] {
    writer.tnamed(look.name, parts.title, look.bits);
    internal::write_attributes(writer, {.line_color = 602});
    writer.write(static_cast<std::int32_t>(histogram.cells()));
    write_axes(writer, parts, look);
    writer.write(std::int16_t{0});     // fBarOffset
    writer.write(std::int16_t{1000});  // fBarWidth
    write_statistics(writer, parts.moments);
    writer.write(look.maximum);
    writer.write(look.minimum);
    writer.write(0.0);                        // fNormFactor
    writer.array(std::span<const double>());  // fContour
    writer.array(std::span<const double>(parts.squares));
    writer.string("");  // fOption
    internal::write_functions(writer, parts.functions, look.list_bits);
    writer.write(std::int32_t{0});              // fBufferSize
    writer.counted(std::span<const double>());  // fBuffer
    writer.write(std::int32_t{0});              // fBinStatErrOpt: normal errors
    writer.write(std::int32_t{2});              // fStatOverflows: as set in the reading program
  });
}

void write_th2(ObjectWriter& writer, const Histogram& histogram, const HistogramLook& look) {
  const Moments& moments = histogram.parts().moments;
  writer.versioned(5, [&] {
    write_th1(writer, histogram, look);
    writer.write(1.0);  // fScalefactor
    writer.write(moments.weighted_values.at(1));
    writer.write(moments.weighted_squares.at(1));
    writer.write(moments.weighted_products.at(0));
  });
}

void write_th3(ObjectWriter& writer, const Histogram& histogram, const HistogramLook& look) {
  const Moments& moments = histogram.parts().moments;
  writer.versioned(6, [&] {
    write_th1(writer, histogram, look);
    writer.versioned(1, [] {});  // TAtt3D, which has no members
    writer.write(moments.weighted_values.at(1));
    writer.write(moments.weighted_squares.at(1));
    writer.write(moments.weighted_products.at(0));  // x * y
    writer.write(moments.weighted_values.at(2));
    writer.write(moments.weighted_squares.at(2));
    writer.write(moments.weighted_products.at(1));  // x * z
    writer.write(moments.weighted_products.at(2));  // y * z
  });
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

/// Whether a TArrayC, TArrayS, ..., given by the last letter of the class, can represent the contents exactly.
bool holds_all(char letter, std::span<const double> contents) noexcept {
  switch (letter) {
    case 'C':
      return holds_all<std::int8_t>(contents);
    case 'S':
      return holds_all<std::int16_t>(contents);
    case 'I':
      return holds_all<std::int32_t>(contents);
    case 'F':
      return holds_all<float>(contents);
    default:
      return letter == 'D';
  }
}

/// Write the base TArrayC, TArrayS, ...
void write_contents(ObjectWriter& writer, char letter, std::span<const double> contents) {
  if (letter == 'C') return write_contents<std::int8_t>(writer, contents);
  if (letter == 'S') return write_contents<std::int16_t>(writer, contents);
  if (letter == 'I') return write_contents<std::int32_t>(writer, contents);
  if (letter == 'F') return write_contents<float>(writer, contents);
  writer.array(contents);
}

/// Write a TH1D, TH2F, ... with the histogram's axes.
void write_counts(ObjectWriter& writer, const Histogram& histogram, const HistogramLook& look, char letter) {
  constexpr std::array<std::uint16_t, 3> versions = {3, 4, 4};
  constexpr std::array bases = {&write_th1, &write_th2, &write_th3};
  const std::size_t axes = histogram.dimensions();
  writer.versioned(versions.at(axes - 1), [&] {
    bases.at(axes - 1)(writer, histogram, look);
    write_contents(writer, letter, histogram.parts().contents);
  });
}

/// Write a TProfile, TProfile2D or TProfile3D, whose base has sums of heights in place of sums of weights.
void write_profile(ObjectWriter& writer, const Histogram& histogram, const HistogramLook& look) {
  constexpr std::array<std::uint16_t, 3> versions = {7, 8, 8};
  const ProfileSums& sums = *histogram.parts().profile;
  const Moments& moments = histogram.parts().moments;
  writer.versioned(versions.at(histogram.dimensions() - 1), [&] {
    write_counts(writer, histogram, look, 'D');
    writer.array(std::span<const double>(sums.weights));
    writer.write(static_cast<std::int32_t>(sums.errors));
    writer.write(sums.lowest_height);
    writer.write(sums.highest_height);
    writer.write(moments.weighted_heights);
    writer.write(moments.weighted_squared_heights);
    writer.array(std::span<const double>(sums.squared_weights));
  });
}

void require_writable(std::string_view name, std::size_t cells, bool is_profile) {
  const std::size_t numbers_per_cell = is_profile ? 5 : 3;  // contents, squares, weights, their squares, edges
  internal::require_writable(name, cells, numbers_per_cell * sizeof(double));
}

constexpr std::array<std::array<std::string_view, 5>, 3> counted_classes = {{
    {"TH1C", "TH1S", "TH1I", "TH1F", "TH1D"},
    {"TH2C", "TH2S", "TH2I", "TH2F", "TH2D"},
    {"TH3C", "TH3S", "TH3I", "TH3F", "TH3D"},
}};
constexpr std::array<std::string_view, 3> profile_classes = {"TProfile", "TProfile2D", "TProfile3D"};

constexpr std::array<std::string_view, 2> many_axes_classes = {"THnT<float>", "THnT<double>"};

bytes::Buffer bytes_of(const Histogram& histogram, std::string_view class_name, std::string_view name,
                       std::size_t key_length) {
  ObjectWriter writer(key_length);
  if (class_name.starts_with("THn")) {
    internal::write_many_axes(writer, histogram, class_name, name);
  } else {
    internal::write_binned(writer, histogram, {.name = name});
  }
  return std::move(writer).take_payload();
}

/// The payload without its bytes.
object::Payload payload_without_bytes(const Histogram& histogram) {
  const HistogramParts& parts = histogram.parts();
  std::vector<std::string> classes = internal::known_classes_of(histogram);
  require_writable(parts.name, histogram.cells(), histogram.is_profile());
  return {.class_name = classes.front(), .title = parts.title, .known_classes = std::move(classes), .make = {}};
}

}  // namespace

void internal::write_binned(ObjectWriter& writer, const Histogram& histogram, const HistogramLook& look) {
  if (histogram.is_profile()) return write_profile(writer, histogram, look);
  write_counts(writer, histogram, look, stored_class(histogram).back());
}

std::string_view stored_class(const Histogram& histogram) {
  const HistogramParts& parts = histogram.parts();
  const std::size_t axes = histogram.dimensions();
  const bool is_many = axes > counted_classes.size();
  if (histogram.is_profile() && is_many)
    detail::fail(ErrorKind::unsupported, "profile '{}' has {} axes: ROOT has profiles of 1 to {}", parts.name, axes,
                 profile_classes.size());
  if (histogram.is_profile()) return profile_classes.at(axes - 1);
  // A THn with up to three axes stays a THn.
  for (const std::string_view name : many_axes_classes)
    if (name == parts.class_name && (name == "THnT<double>" || holds_all<float>(parts.contents))) return name;
  if (is_many) return many_axes_classes.back();
  const auto& classes = counted_classes.at(axes - 1);
  for (const std::string_view name : classes)
    if (name == parts.class_name && holds_all(name.back(), parts.contents)) return name;
  return classes.back();
}

}  // namespace ramet::inline v1::hist

namespace ramet::inline v1::object {

Payload PayloadOf<hist::Histogram>::of(const hist::Histogram& histogram) {
  Payload payload = hist::payload_without_bytes(histogram);
  payload.make = [&histogram, class_name = payload.class_name](std::string_view name, std::size_t key_length) {
    return hist::bytes_of(histogram, class_name, name, key_length);
  };
  return payload;
}

Payload PayloadOf<hist::Histogram1D>::of(const hist::Histogram1D& histogram) {
  hist::require_writable(histogram.labels().name, histogram.axis().cells(), false);  // before copying it
  const auto copy = std::make_shared<const hist::Histogram>(histogram);
  Payload payload = hist::payload_without_bytes(*copy);
  payload.make = [copy, class_name = payload.class_name](std::string_view name, std::size_t key_length) {
    return hist::bytes_of(*copy, class_name, name, key_length);
  };
  return payload;
}

}  // namespace ramet::inline v1::object
