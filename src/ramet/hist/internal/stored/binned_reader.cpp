#include "ramet/hist/internal/stored/binned_reader.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/detail/waiting_fills.hpp"
#include "ramet/hist/internal/stored/class_family.hpp"

// Member names are those of TH1.h, TH2.h, TH3.h, TProfile.h, TProfile2D.h and TProfile3D.h.

namespace ramet::inline v1::hist::internal {

using object::ObjectReader;

/// The fields that are read of a TH1 and derived classes. Threads: a value; it borrows the readers.
struct BinnedFields {
  AxisReader* axis_reader = nullptr;
  FunctionReader* function_reader = nullptr;
  std::string name;
  std::string title;
  std::int32_t cells = 0;
  AxisFields x_axis, y_axis, z_axis;
  double entries = 0, weights = 0, squared_weights = 0;
  double x = 0, xx = 0, y = 0, yy = 0, z = 0, zz = 0, t = 0, tt = 0;  // sums of weight * these
  double xy = 0, xz = 0, yz = 0;
  std::vector<double> contents, squares, buffer;
  std::vector<double> cell_weights, cell_squared_weights;  // of a profile, like all below
  std::int32_t error_option = 0;
  double y_low = 0, y_high = 0, z_low = 0, z_high = 0, t_low = 0, t_high = 0;
  std::vector<Function> functions;

  void read_x_axis(ObjectReader& reader) { x_axis = axis_reader->read(reader); }
  void read_y_axis(ObjectReader& reader) { y_axis = axis_reader->read(reader); }
  void read_z_axis(ObjectReader& reader) { z_axis = axis_reader->read(reader); }
  void read_functions(ObjectReader& reader) { functions = function_reader->read_listed(reader); }
};

namespace {

using BinnedPlans = object::MemberPlans<BinnedFields>;

BinnedPlans binned_plans() {
  using Fields = BinnedFields;
  using Field = object::Member<Fields>;
  return BinnedPlans({Field::at<&Fields::name>("fName"),
                      Field::at<&Fields::title>("fTitle"),
                      Field::at<&Fields::cells>("fNcells"),
                      Field::at<&Fields::read_x_axis>("fXaxis"),
                      Field::at<&Fields::read_y_axis>("fYaxis"),
                      Field::at<&Fields::read_z_axis>("fZaxis"),
                      Field::at<&Fields::entries>("fEntries"),
                      Field::at<&Fields::weights>("fTsumw"),
                      Field::at<&Fields::squared_weights>("fTsumw2"),
                      Field::at<&Fields::x>("fTsumwx"),
                      Field::at<&Fields::xx>("fTsumwx2"),
                      Field::at<&Fields::y>("fTsumwy"),
                      Field::at<&Fields::yy>("fTsumwy2"),
                      Field::at<&Fields::xy>("fTsumwxy"),
                      Field::at<&Fields::z>("fTsumwz"),
                      Field::at<&Fields::zz>("fTsumwz2"),
                      Field::at<&Fields::xz>("fTsumwxz"),
                      Field::at<&Fields::yz>("fTsumwyz"),
                      Field::at<&Fields::t>("fTsumwt"),
                      Field::at<&Fields::tt>("fTsumwt2"),
                      Field::at<&Fields::contents>("fArray"),
                      Field::at<&Fields::squares>("fSumw2"),
                      Field::at<&Fields::buffer>("fBuffer"),
                      Field::at<&Fields::cell_weights>("fBinEntries"),
                      Field::at<&Fields::cell_squared_weights>("fBinSumw2"),
                      Field::at<&Fields::error_option>("fErrorMode"),
                      Field::at<&Fields::y_low>("fYmin"),
                      Field::at<&Fields::y_high>("fYmax"),
                      Field::at<&Fields::z_low>("fZmin"),
                      Field::at<&Fields::z_high>("fZmax"),
                      Field::at<&Fields::t_low>("fTmin"),
                      Field::at<&Fields::t_high>("fTmax"),
                      Field::at<&Fields::read_functions>("fFunctions")});
}

/// The properties of a class. Threads: a value.
struct Shape {
  std::size_t dimensions;
  bool is_profile;
};

Shape shape_of(const object::Layouts& layouts, std::string_view class_name) {
  constexpr std::array<std::string_view, 3> profiles = {"TProfile", "TProfile2D", "TProfile3D"};
  constexpr std::array<std::string_view, 3> histograms = {"TH1", "TH2", "TH3"};
  for (std::size_t i = profiles.size(); i-- > 0;)
    if (is_a(layouts, class_name, profiles[i])) return {i + 1, true};
  for (std::size_t i = histograms.size(); i-- > 0;)
    if (is_a(layouts, class_name, histograms[i])) return {i + 1, false};
  detail::fail(ErrorKind::unsupported, "the object has class '{}', expected a histogram", class_name);
}

Moments moments_of(const BinnedFields& fields, Shape shape) {
  Moments moments{.entries = fields.entries,
                  .weights = fields.weights,
                  .squared_weights = fields.squared_weights,
                  .weighted_values = {fields.x, fields.y, fields.z},
                  .weighted_squares = {fields.xx, fields.yy, fields.zz},
                  .weighted_products = {fields.xy, fields.xz, fields.yz}};
  if (shape.is_profile) {  // the heights are on the axis after the last one
    const std::array<FunctionRange, 3> heights{{{fields.y, fields.yy}, {fields.z, fields.zz}, {fields.t, fields.tt}}};
    moments.weighted_heights = heights[shape.dimensions - 1].low;
    moments.weighted_squared_heights = heights[shape.dimensions - 1].high;
  }
  return moments;  // a Histogram has only the sums for its axes
}

ProfileErrors errors_of(std::int32_t option) {
  constexpr auto last = static_cast<std::int32_t>(ProfileErrors::from_weights);
  if (option < 0 || option > last) detail::fail(ErrorKind::corrupt, "the error option of a profile is {}", option);
  return static_cast<ProfileErrors>(option);
}

ProfileSums profile_of(BinnedFields& fields, Shape shape) {
  const std::array<FunctionRange, 3> heights{
      {{fields.y_low, fields.y_high}, {fields.z_low, fields.z_high}, {fields.t_low, fields.t_high}}};
  ProfileSums sums{.weights = std::move(fields.cell_weights),
                   .squared_weights = std::move(fields.cell_squared_weights),
                   .errors = errors_of(fields.error_option),
                   .lowest_height = heights[shape.dimensions - 1].low,
                   .highest_height = heights[shape.dimensions - 1].high};
  // ROOT also ignores them unless there is one for each cell.
  if (sums.squared_weights.size() != sums.weights.size()) sums.squared_weights.clear();
  return sums;
}

void check_cells(const BinnedFields& fields, const std::vector<NamedAxis>& axes) {
  std::size_t cells = 1;
  for (const NamedAxis& axis : axes)
    if (__builtin_mul_overflow(cells, axis.bins.cells(), &cells)) cells = 0;
  const auto check = [&](std::string_view what, std::size_t count) {
    if (count != cells) detail::fail(ErrorKind::corrupt, "there are {} {}, but {} cells", count, what, cells);
  };
  check("contents", fields.contents.size());
  check("cells", static_cast<std::size_t>(std::max(fields.cells, 0)));
}

HistogramParts parts_of(BinnedFields& fields, Shape shape) {
  HistogramParts parts{.name = std::move(fields.name), .title = std::move(fields.title)};
  const std::array<AxisFields*, 3> axes = {&fields.x_axis, &fields.y_axis, &fields.z_axis};
  for (std::size_t i = 0; i < shape.dimensions; ++i) parts.axes.push_back(make_axis(std::move(*axes[i])));
  if (shape.dimensions < axes.size()) parts.value_title = std::move(axes[shape.dimensions]->title);
  check_cells(fields, parts.axes);
  const std::size_t cells = fields.contents.size();
  if ((!fields.squares.empty() || shape.is_profile) && fields.squares.size() != cells)
    detail::fail(ErrorKind::corrupt, "there are {} sums of squares, but {} cells", fields.squares.size(), cells);
  if (shape.is_profile) {
    parts.profile = profile_of(fields, shape);
    if (parts.profile->weights.size() != cells)
      detail::fail(ErrorKind::corrupt, "there are {} sums of weights, but {} cells", parts.profile->weights.size(),
                   cells);
  }
  parts.moments = moments_of(fields, shape);
  parts.contents = std::move(fields.contents);
  parts.squares = std::move(fields.squares);
  parts.functions = std::move(fields.functions);
  return parts;
}

/// The number of fills that ROOT kept in the buffer for later, `numbers` numbers each:
///   | count, negative if they were filled as well | weight | value(s) | weight ...
std::size_t buffered_count(std::span<const double> buffer, std::size_t numbers) {
  if (buffer.empty() || !(buffer[0] > 0)) return 0;
  const std::size_t most = (buffer.size() - 1) / numbers;
  if (!(buffer[0] <= static_cast<double>(most)))
    detail::fail(ErrorKind::corrupt, "the buffer has {} values, but room for {}", buffer[0], most);
  return static_cast<std::size_t>(buffer[0]);
}

Histogram make_histogram(BinnedFields fields, std::string_view class_name, Shape shape) {
  HistogramParts parts = parts_of(fields, shape);
  parts.class_name = class_name;
  const std::size_t numbers = numbers_of_fill(parts);
  const std::size_t buffered = buffered_count(fields.buffer, numbers);
  const bool have_range = std::ranges::all_of(parts.axes, [](const NamedAxis& axis) { return axis.bins.has_range(); });
  if (!have_range) {
    parts.moments.entries = std::max(parts.moments.entries, static_cast<double>(buffered));
    return Histogram(std::move(parts));
  }
  if (buffered == 0) return Histogram(std::move(parts));
  return with_buffer(std::move(parts), std::span(fields.buffer).subspan(1, buffered * numbers));
}

}  // namespace

BinnedReader::BinnedReader() : plans_(std::make_unique<BinnedPlans>(binned_plans())) {}
BinnedReader::~BinnedReader() = default;

Histogram BinnedReader::read(ObjectReader& reader, std::string_view class_name) {
  const Shape shape = shape_of(reader.layouts(), class_name);
  BinnedFields fields;
  fields.axis_reader = &axes_;
  fields.function_reader = &functions_;
  plans_->read(reader, class_name, fields);
  return detail::while_doing([name = fields.name] { return fmt::format("histogram '{}'", name); },
                             [&] { return make_histogram(std::move(fields), class_name, shape); });
}

}  // namespace ramet::inline v1::hist::internal
