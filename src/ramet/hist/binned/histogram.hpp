#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/hist/binned/moments.hpp"
#include "ramet/hist/binned/named_axis.hpp"
#include "ramet/hist/binned/profile_sums.hpp"
#include "ramet/hist/figures/function.hpp"
#include "ramet/hist/histogram.hpp"

namespace ramet::inline v1::hist {

/// The parts of a histogram of any number of axes. Threads: a value.
struct HistogramParts {
  std::string class_name = {};  ///< as read from a file: "TH2F", "TProfile"
  std::string name = {};
  std::string title = {};
  std::string value_title = {};  ///< of the counts, or of a profile's heights
  std::vector<NamedAxis> axes = {};
  /// The sum of weights in each cell; in a profile the sum of weight * height.
  std::vector<double> contents = {};
  /// The sum of squared weights in each cell, or empty while every weight was 1; in a profile the sum of weight *
  /// height².
  std::vector<double> squares = {};
  std::optional<ProfileSums> profile = {};
  Moments moments = {};
  std::vector<Function> functions = {};  ///< fitted to it

  bool operator==(const HistogramParts&) const = default;
};

class Histogram;

/// Name the axes as ROOT does: "xaxis", "yaxis" and "zaxis", or for more than three "axis0", "axis1", ...
void name_axes(std::span<NamedAxis> axes);

/// The class that a histogram is written as. If its own class is TH1C to TH1F, TH2C to TH2F or TH3C to TH3F and can
/// represent all contents exactly, that class, otherwise TH1D, TH2D or TH3D; with more axes THnT<float> or
/// THnT<double>; for profiles TProfile, TProfile2D or TProfile3D. Throws Error(unsupported) for profiles with more than
/// three axes.
std::string_view stored_class(const Histogram& histogram);

/// A histogram of any number of axes, with or without weights, or a profile, which has means of heights. Each axis has
/// an underflow, its bins and an overflow. Cells are numbered as by TH1::GetBin: x changes fastest, and cell 0 is the
/// underflow of all axes. Threads: const-safe. parallel_fill.hpp fills it from many threads, selection.hpp has slices
/// and projections.
class Histogram {
 public:
  /// Throws Error(misuse) unless there is at least one axis, and all parts that are not empty have the right sizes.
  explicit Histogram(HistogramParts parts);
  /// Convert a one-dimensional histogram.
  explicit Histogram(const Histogram1D& histogram);
  /// An empty histogram with the axes and labels of `parts`. Contents, sums and moments are created, axes get ROOT's
  /// names, and the class is the one that it would be written as. Throws Error(misuse) without an axis,
  /// Error(unsupported) as stored_class.
  static Histogram empty(HistogramParts parts);
  /// A copy without contents.
  Histogram empty_copy() const;

  const HistogramParts& parts() const noexcept { return parts_; }
  std::size_t dimensions() const noexcept { return parts_.axes.size(); }
  std::size_t cells() const noexcept { return parts_.contents.size(); }
  bool is_profile() const noexcept { return parts_.profile.has_value(); }
  /// Whether sums of squared weights are kept.
  bool is_weighted() const noexcept;

  /// The cell of a bin number (0: underflow, bins + 1: overflow) for each axis. Throws Error(misuse) beyond these.
  std::size_t cell(std::span<const std::uint32_t> bins) const;

  /// The results of ROOT's GetBinContent: contents, or means of a profile (0 without entries).
  std::vector<double> values(Flow flow = Flow::excluded) const;
  /// The squares of the results of GetBinError.
  std::vector<double> variances(Flow flow = Flow::excluded) const;
  /// The number of fills of weight 1 with the same precision: contents² / variances, or the effective entries of a
  /// profile.
  std::vector<double> counts(Flow flow = Flow::excluded) const;
  /// Select from one number for each cell: all, or those of cells without underflow and overflow.
  std::vector<double> chosen(std::span<const double> numbers, Flow flow) const;

  /// The mean along an axis, by the rules of Histogram1D; 0 without entries.
  double mean(std::size_t axis = 0) const;
  double standard_deviation(std::size_t axis = 0) const;

  /// Add one fill: a value for each axis, and for a profile the height, as TH1::Fill, TH2::Fill, TProfile::Fill etc.
  /// From the first weight that is not 1 on, sums of squared weights are kept. Throws Error(misuse) for a wrong number
  /// of values.
  void fill(std::span<const double> values, double weight = 1);
  /// Add many fills, in order: a column of values for each axis, then for a profile a column of heights. With weights,
  /// one for each fill, sums of squared weights are kept from now on. Throws Error(misuse) for a wrong number of
  /// columns, or columns of different sizes.
  void fill(std::span<const NumberView> columns, NumberView weights = {});
  /// Throw Error(misuse) unless `fill` accepts these.
  void require_columns(std::span<const NumberView> columns, const NumberView& weights) const;
  /// Keep sums of squared weights from now on; earlier fills had weight 1.
  void keep_squared_weights();

  /// Multiply contents, or heights of a profile, and their errors, like TH1::Scale and TProfile::Scale. Sums of squared
  /// weights are kept from now on. The number of entries does not change.
  Histogram& operator*=(double factor);

  /// Add the contents of another histogram; its functions are ignored. Throws Error(misuse) unless it has the same
  /// axes.
  Histogram& operator+=(const Histogram& other);

  /// Convert to a one-dimensional histogram, which fills faster. Throws Error(misuse) unless this is a histogram with
  /// one axis.
  Histogram1D one_dimensional() const;
  /// Set contents and statistics from a histogram with the same bins, such as the result of one_dimensional(). Throws
  /// Error(misuse).
  void set_contents(const Histogram1D& filled);

  bool operator==(const Histogram&) const = default;

 private:
  class FillBlock;
  struct Place {
    std::size_t cell;
    bool is_inside;  // inside the range of every axis
  };

  Place place_of(std::span<const double> values) const noexcept;
  void fill(FillBlock& block);
  bool takes(double height) const noexcept;
  Moments shape_moments() const;
  void add_to_cell(std::size_t cell, double height, double weight) noexcept;

  HistogramParts parts_;
};

}  // namespace ramet::inline v1::hist

/// Writes the same bytes as ROOT for the class hist::stored_class, with the functions of one variable.
template <>
struct ramet::object::PayloadOf<ramet::hist::Histogram> {
  /// Throws Error(unsupported) as stored_class, and when the histogram is too large for the format.
  static Payload of(const hist::Histogram& histogram);
};
