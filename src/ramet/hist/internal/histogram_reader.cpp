#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/root_histogram.hpp"
#include "ramet/object/member_plan.hpp"

namespace ramet::inline v1::hist {
namespace {

using object::ObjectReader;

constexpr std::array<std::string_view, 6> readable_classes = {"TH1C", "TH1S", "TH1I", "TH1L", "TH1F", "TH1D"};

/// What is wanted of a TAxis. Threads: a value.
struct AxisFields {
  std::string title;
  std::int32_t bins = 0;
  double low = 0;
  double high = 0;
  std::vector<double> edges;
};

using AxisPlans = object::MemberPlans<AxisFields>;

AxisPlans axis_plans() {
  using Field = object::Member<AxisFields>;
  return AxisPlans({Field::at<&AxisFields::title>("fTitle"), Field::at<&AxisFields::bins>("fNbins"),
                    Field::at<&AxisFields::low>("fXmin"), Field::at<&AxisFields::high>("fXmax"),
                    Field::at<&AxisFields::edges>("fXbins")});
}

/// What is wanted of a TH1. Threads: a value; it borrows the plans for its axes.
struct HistogramFields {
  AxisPlans* axis_plans = nullptr;
  std::string name;
  std::string title;
  std::int32_t cells = 0;
  AxisFields axis;
  AxisFields value_axis;
  double entries = 0;
  double weights = 0;
  double squared_weights = 0;
  double weighted_values = 0;
  double weighted_squares = 0;
  std::vector<double> cell_squares;
  std::vector<double> buffer;
  std::vector<double> contents;

  void read_axis(ObjectReader& reader) { axis_plans->read(reader, "TAxis", axis); }
  void read_value_axis(ObjectReader& reader) { axis_plans->read(reader, "TAxis", value_axis); }
};

using HistogramPlans = object::MemberPlans<HistogramFields>;

HistogramPlans histogram_plans() {
  using Fields = HistogramFields;
  using Field = object::Member<Fields>;
  return HistogramPlans({Field::at<&Fields::name>("fName"), Field::at<&Fields::title>("fTitle"),
                         Field::at<&Fields::cells>("fNcells"), Field::at<&Fields::read_axis>("fXaxis"),
                         Field::at<&Fields::read_value_axis>("fYaxis"), Field::at<&Fields::entries>("fEntries"),
                         Field::at<&Fields::weights>("fTsumw"), Field::at<&Fields::squared_weights>("fTsumw2"),
                         Field::at<&Fields::weighted_values>("fTsumwx"),
                         Field::at<&Fields::weighted_squares>("fTsumwx2"), Field::at<&Fields::cell_squares>("fSumw2"),
                         Field::at<&Fields::buffer>("fBuffer"), Field::at<&Fields::contents>("fArray")});
}

/// The axis, which takes the edges; there are `bins + 1` or none. What is misuse in a program is an axis of another
/// kind in a file.
Axis make_axis(AxisFields& fields) {
  if (fields.bins < 1) fail(ErrorKind::corrupt, "the axis has {} bins", fields.bins);
  const auto bins = static_cast<std::uint32_t>(fields.bins);
  if (!fields.edges.empty() && fields.edges.size() != std::size_t{bins} + 1)
    fail(ErrorKind::corrupt, "the axis has {} bins, but {} edges", bins, fields.edges.size());
  try {
    if (!fields.edges.empty()) return VariableAxis{std::move(fields.edges)};
    if (fields.low == fields.high) return Axis::without_range(bins, fields.low);
    return RegularAxis{bins, fields.low, fields.high};
  } catch (const Error& error) {
    throw Error(ErrorKind::unsupported, error.what());
  }
}

/// How many values ROOT had kept in the buffer to fill them later:
///   | how many, negative when they were filled, too | weight | value | weight ...
std::size_t buffered_count(std::span<const double> buffer) {
  if (buffer.empty() || !(buffer[0] > 0)) return 0;
  const std::size_t most = (buffer.size() - 1) / 2;
  if (!(buffer[0] <= static_cast<double>(most)))
    fail(ErrorKind::corrupt, "the buffer has {} values, but room for {}", buffer[0], most);
  return static_cast<std::size_t>(buffer[0]);
}

Histogram1D make_histogram(HistogramFields fields) {
  Axis axis = make_axis(fields.axis);
  const auto check = [&](std::string_view what, std::size_t count) {
    if (count != axis.cells()) fail(ErrorKind::corrupt, "there are {} {}, but {} bins", count, what, axis.bins());
  };
  check("contents", fields.contents.size());
  check("cells", static_cast<std::size_t>(std::max(fields.cells, 0)));
  if (!fields.cell_squares.empty()) check("sums of squared weights", fields.cell_squares.size());
  const std::size_t buffered = buffered_count(fields.buffer);
  const bool has_range = axis.has_range();
  // Without a range there is no cell for them; that there are such values shows in the number of entries.
  if (!has_range) fields.entries = std::max(fields.entries, static_cast<double>(buffered));
  Histogram1D histogram({.name = std::move(fields.name),
                         .title = std::move(fields.title),
                         .axis_title = std::move(fields.axis.title),
                         .value_title = std::move(fields.value_axis.title)},
                        std::move(axis), std::move(fields.contents), std::move(fields.cell_squares),
                        {.entries = fields.entries,
                         .weights = fields.weights,
                         .squared_weights = fields.squared_weights,
                         .weighted_values = fields.weighted_values,
                         .weighted_squares = fields.weighted_squares});
  for (std::size_t i = 0; has_range && i < buffered; ++i)
    histogram.fill(fields.buffer[2 * i + 2], fields.buffer[2 * i + 1]);
  return histogram;
}

}  // namespace

bool is_histogram(std::string_view class_name) noexcept {
  return std::ranges::find(readable_classes, class_name) != readable_classes.end();
}

struct HistogramReader::Plans {
  AxisPlans axis = axis_plans();
  HistogramPlans histogram = histogram_plans();
};

HistogramReader::HistogramReader(object::Layouts layouts) : layouts_(layouts), plans_(std::make_unique<Plans>()) {}
HistogramReader::~HistogramReader() = default;
HistogramReader::HistogramReader(HistogramReader&&) noexcept = default;
HistogramReader& HistogramReader::operator=(HistogramReader&&) noexcept = default;

Histogram1D HistogramReader::read(std::span<const std::byte> record, std::size_t key_length,
                                  std::string_view class_name) {
  if (!is_histogram(class_name)) fail(ErrorKind::misuse, "an object of class '{}' is no TH1C to TH1D", class_name);
  ObjectReader reader(record, key_length, layouts_);
  HistogramFields fields;
  fields.axis_plans = &plans_->axis;
  plans_->histogram.read(reader, class_name, fields);
  return while_doing([name = fields.name] { return fmt::format("histogram '{}'", name); },
                     [&] { return make_histogram(std::move(fields)); });
}

}  // namespace ramet::inline v1::hist
