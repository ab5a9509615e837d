#include "ramet/fit/internal/general/convolution_shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/fit/internal/general/interpolant.hpp"
#include "ramet/fit/internal/general/kept_tables.hpp"
#include "ramet/fit/internal/general/quadrature.hpp"
#include "ramet/fit/internal/mixture.hpp"
#include "ramet/fit/internal/slopes.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

using Arguments = std::span<const double>;

constexpr std::size_t points = 2 * strands;  ///< of a part: 15 nodes, the last one twice
constexpr double tolerance = 1e-10;          ///< of the error of Gauss' rule: Kronrod's is much smaller
constexpr double negligible = 1e-14;
constexpr std::size_t most_integral_parts = 600, most_halvings = 30;

/// A model for values of its parameters. Threads: immutable.
struct Side {
  Side(const Mixture& of, Arguments at) : mixture(of), parameters(at) { mixture.prepare(at, point); }

  std::vector<double> bounds() const {
    std::vector<double> found;
    for (std::size_t k = 0; k < mixture.components().size(); ++k)
      std::ranges::copy(mixture.bounds(point.components[k], k), std::back_inserter(found));
    std::ranges::sort(found);
    return found;
  }

  const Mixture& mixture;
  Arguments parameters;
  MixturePoint point;
};

/// A part of the integral for one x. Threads: a value.
struct Part {
  double low, high, value, error;
};

/// The integral for one x after the other. Threads: one thread.
class Integrator {
 public:
  Integrator(const Side& shape, const Side& resolution)
      : shape_(shape),
        resolution_(resolution),
        bounds_of_shape_(shape.bounds()),
        bounds_of_resolution_(resolution.bounds()),
        slopes_(strands * std::max(shape.parameters.size(), resolution.parameters.size())) {}

  /// Write the integral, and its derivatives by the parameters.
  void integrate(double x, double* const* rows, std::size_t place) {
    const std::size_t count = shape_.parameters.size() + resolution_.parameters.size();
    for (std::size_t k = 0; k <= count; ++k) rows[k][place] = 0;
    begin(x);
    double sum = 0, absolute = 0;
    refine(x, sum, absolute);
    rows[0][place] = sum;
    for (const Part& part : parts_)
      if (std::abs(part.value) > negligible * absolute) add_slopes(x, part, rows, place);
  }

 private:
  /// Parts in which both are smooth.
  void begin(double x) {
    const Interval &of_shape = shape_.mixture.range(), &of_resolution = resolution_.mixture.range();
    double low = std::max(of_resolution.low, x - of_shape.high);
    double high = std::min(of_resolution.high, x - of_shape.low);
    ends_.clear();
    for (const double bound : bounds_of_resolution_) ends_.push_back(bound);
    for (const double bound : bounds_of_shape_) ends_.push_back(x - bound);
    std::ranges::sort(ends_);
    if (std::isinf(low)) low = ends_.front();
    if (std::isinf(high)) high = ends_.back();
    parts_.clear();
    double from = low;
    for (const double end : ends_) {
      if (!(end > from) || end >= high) continue;
      parts_.push_back(part_of(x, from, end));
      from = end;
    }
    if (from < high) parts_.push_back(part_of(x, from, high));
  }

  void refine(double x, double& sum, double& absolute) {
    for (std::size_t halving = 0; halving < most_halvings; ++halving) {
      sum = absolute = 0;
      for (const Part& part : parts_) sum += part.value, absolute += std::abs(part.value);
      const std::size_t before = parts_.size();
      for (std::size_t i = 0; i < before && parts_.size() < most_integral_parts; ++i) {
        if (!(parts_[i].error > tolerance * absolute)) continue;
        const double middle = 0.5 * (parts_[i].low + parts_[i].high), high = parts_[i].high;
        parts_[i] = part_of(x, parts_[i].low, middle);
        parts_.push_back(part_of(x, middle, high));
      }
      if (parts_.size() == before) return;
    }
  }

  void compute(double x, const Part& part) {
    const double middle = 0.5 * (part.low + part.high), half = 0.5 * (part.high - part.low);
    const Interval& range = shape_.mixture.range();
    for (std::size_t i = 0; i < points; ++i) {
      u_[i] = middle + half * nodes[std::min(i, nodes.size() - 1)].place;
      t_[i] = std::clamp(x - u_[i], range.low, range.high);  // rounding may lead out of it
    }
    shape_.mixture.densities(shape_.point, t_, points, of_shape_);
    resolution_.mixture.densities(resolution_.point, u_, points, of_resolution_);
  }

  Part part_of(double x, double low, double high) {
    Part part{.low = low, .high = high, .value = 0, .error = 0};
    compute(x, part);
    double kronrod = 0, gauss = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const double product = of_shape_[i] * of_resolution_[i];
      kronrod += nodes[i].weight * product;
      gauss += nodes[i].of_gauss * product;
    }
    part.value = 0.5 * (high - low) * kronrod;
    part.error = 0.5 * (high - low) * std::abs(kronrod - gauss);
    return part;
  }

  void add_slopes(double x, const Part& part, double* const* rows, std::size_t place) {
    compute(x, part);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const double weight = 0.5 * (part.high - part.low) * nodes[i].weight;
      of_shape_[i] *= weight;
      of_resolution_[i] *= weight;
    }
    of_shape_[points - 1] = of_resolution_[points - 1] = 0;
    add_slopes_of(shape_, t_, of_resolution_, rows + 1, place);
    add_slopes_of(resolution_, u_, of_shape_, rows + 1 + shape_.parameters.size(), place);
  }

  void add_slopes_of(const Side& side, const double* x, const double* weights, double* const* rows, std::size_t place) {
    const std::size_t count = side.parameters.size();
    if (count == 0) return;
    for (std::size_t first = 0; first < points; first += strands) {
      alignas(64) double at[strands];
      std::copy_n(x + first, strands, at);
      write_slopes(side.mixture, side.point, side.parameters, at, strands, SlopesOf::densities, slopes_.data());
      for (std::size_t i = 0; i < strands; ++i)
        for (std::size_t k = 0; k < count; ++k)
          if (weights[first + i] != 0) rows[k][place] += weights[first + i] * slopes_[i * count + k];
    }
  }

  const Side &shape_, &resolution_;
  std::vector<double> bounds_of_shape_, bounds_of_resolution_, slopes_, ends_;
  std::vector<Part> parts_;
  alignas(64) double u_[points], t_[points], of_shape_[points], of_resolution_[points];
};

/// Threads: any.
class Convolution final : public GeneralShape {
 public:
  Convolution(Model shape, Model resolution) : shape_(std::move(shape)), resolution_(std::move(resolution)) {
    for (const Model* const model : {&shape_, &resolution_})
      for (const Parameter& one : model->parameters())
        parameters_.push_back({.name = one.name, .low = one.low, .high = one.high});
  }

  std::string_view name() const noexcept override { return "convolution"; }
  std::span<const ShapeParameter> parameters() const noexcept override { return parameters_; }

  void check_range(const Interval& range) const override {
    GeneralShape::check_range(range);
    if (std::isinf(range.low) || std::isinf(range.high))
      detail::fail(ErrorKind::misuse, "the range of a convolution is {} to {}, expected a finite one", range.low,
                   range.high);
  }

  bool is_defined(Arguments arguments, const Interval& /*range*/) const noexcept override {
    const Side shape(shape_.mixture(), of_shape(arguments)), resolution(resolution_.mixture(), behind(arguments));
    return shape.point.is_defined && resolution.point.is_defined;
  }

  void densities(Arguments arguments, const Interval& range, std::span<const double> x,
                 double* densities) const noexcept override {
    if (const auto table = table_or_null(arguments, range)) {
      table->values(0, 1, x, &densities);
      for (std::size_t i = 0; i < x.size(); ++i) densities[i] = std::max(densities[i], 0.0);  // a series is rounded
    } else {
      std::fill_n(densities, x.size(), std::numeric_limits<double>::quiet_NaN());
    }
  }

  void slopes(Arguments arguments, const Interval& range, std::span<const double> x,
              double* const* rows) const noexcept override {
    if (const auto table = table_or_null(arguments, range))
      table->values(1, parameters_.size(), x, rows);
    else
      for (std::size_t k = 0; k < parameters_.size(); ++k)
        std::fill_n(rows[k], x.size(), std::numeric_limits<double>::quiet_NaN());
  }

  double integral(Arguments arguments, const Interval& range, const Interval& part,
                  double* slopes) const noexcept override {
    const auto table = table_or_null(arguments, range);
    if (!table) return std::numeric_limits<double>::quiet_NaN();
    for (std::size_t k = 0; k < parameters_.size() && slopes != nullptr; ++k) slopes[k] = table->integral(k + 1, part);
    return table->integral(0, part);
  }

  std::vector<double> bounds(Arguments arguments, const Interval& range) const override {
    return bounds_of_table(Side(shape_.mixture(), of_shape(arguments)).bounds(), range);
  }

  double integral_error(Arguments arguments, const Interval& range) const override {
    return table_of(arguments, range)->error() + tolerance;
  }

 private:
  using Table = KeptTables::Table;

  Arguments of_shape(Arguments arguments) const noexcept { return arguments.first(shape_.parameters().size()); }
  Arguments behind(Arguments arguments) const noexcept { return arguments.subspan(shape_.parameters().size()); }

  Table table_or_null(Arguments arguments, const Interval& range) const noexcept {
    try {
      return table_of(arguments, range);
    } catch (const std::exception&) {
      return nullptr;
    }
  }

  Table table_of(Arguments arguments, const Interval& range) const {
    return tables_.of(arguments, range, [&] { return make_table(arguments, range); });
  }

  Table make_table(Arguments arguments, const Interval& range) const {
    const Side shape(shape_.mixture(), of_shape(arguments)), resolution(resolution_.mixture(), behind(arguments));
    Integrator integrator(shape, resolution);
    const auto functions = [&](std::span<const double> x, double* const* rows) {
      for (std::size_t i = 0; i < x.size(); ++i) integrator.integrate(x[i], rows, i);
    };
    return std::make_shared<const Interpolant>(functions, parameters_.size() + 1,
                                               bounds_of_table(shape.bounds(), range));
  }

  Model shape_, resolution_;
  std::vector<ShapeParameter> parameters_;
  KeptTables tables_;
};

}  // namespace

std::shared_ptr<const GeneralShape> convolution_shape(const Model& shape, const Model& resolution) {
  if (shape.is_extended() || resolution.is_extended())
    detail::fail(ErrorKind::misuse, "a model that has yields cannot be a part of a convolution");
  const std::size_t count = shape.parameters().size() + resolution.parameters().size();
  if (count > most_parameters)
    detail::fail(ErrorKind::misuse, "a convolution has {} parameters, {} are the most", count, most_parameters);
  return std::make_shared<const Convolution>(shape, resolution);
}

}  // namespace ramet::inline v1::fit::internal
