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

/// What a histogram of any number of axes consists of. Threads: a value.
struct HistogramParts {
  std::string class_name = {};  ///< that it was read from: "TH2F", "TProfile"
  std::string name = {};
  std::string title = {};
  std::string value_title = {};  ///< of what is counted, or of a profile's heights
  std::vector<NamedAxis> axes = {};
  /// Of each cell the sum of weights; of a profile the sum of weight * height.
  std::vector<double> contents = {};
  /// Of each cell the sum of squared weights, or nothing while every weight was 1; of a profile the sum of
  /// weight * height².
  std::vector<double> squares = {};
  std::optional<ProfileSums> profile = {};
  Moments moments = {};
  std::vector<Function> functions = {};  ///< that were fitted to it

  bool operator==(const HistogramParts&) const = default;
};

class Histogram;

/// Call the axes as ROOT does: "xaxis", "yaxis" and "zaxis", or, of more than three, "axis0", "axis1", ...
void name_axes(std::span<NamedAxis> axes);

/// The class that a histogram is written as: its own, of TH1C to TH1F, TH2C to TH2F and TH3C to TH3F, where that holds
/// all contents as they are, else TH1D, TH2D or TH3D; of more axes THnT<float> or THnT<double>; of profiles TProfile,
/// TProfile2D or TProfile3D. Throws Error(unsupported) for profiles of more than three axes.
std::string_view stored_class(const Histogram& histogram);

/// A histogram of any number of axes, counted or weighted, or a profile: the means of heights. Each axis has its bins,
/// an underflow in front and an overflow behind. Cells are numbered as TH1::GetBin does: x runs fastest, and cell 0 is
/// the underflow of all axes. Threads: const-safe. parallel_fill.hpp fills it from many threads, selection.hpp has
/// slices and projections.
class Histogram {
 public:
  /// Throws Error(misuse) unless there is an axis, and a number for each cell and axis where there are any.
  explicit Histogram(HistogramParts parts);
  /// The same with one axis.
  explicit Histogram(const Histogram1D& histogram);
  /// An empty one: contents, sums and moments of `parts` are made, its axes are called as ROOT calls them, and its
  /// class is that which it would be written as. Throws Error(misuse) without an axis, Error(unsupported) as
  /// stored_class.
  static Histogram empty(HistogramParts parts);
  /// An empty histogram that is otherwise the same.
  Histogram empty_copy() const;

  const HistogramParts& parts() const noexcept { return parts_; }
  std::size_t dimensions() const noexcept { return parts_.axes.size(); }
  std::size_t cells() const noexcept { return parts_.contents.size(); }
  bool is_profile() const noexcept { return parts_.profile.has_value(); }
  /// Whether sums of squared weights are kept.
  bool is_weighted() const noexcept;

  /// The cell of a bin number (0: underflow, bins + 1: overflow) for each axis. Throws Error(misuse) beyond these.
  std::size_t cell(std::span<const std::uint32_t> bins) const;

  /// What ROOT's GetBinContent gives: contents, or means of a profile (0 where there is none).
  std::vector<double> values(Flow flow = Flow::excluded) const;
  /// The squares of what GetBinError gives.
  std::vector<double> variances(Flow flow = Flow::excluded) const;
  /// How many fills of weight 1 would be as precise: contents² / variances, of a profile its effective entries.
  std::vector<double> counts(Flow flow = Flow::excluded) const;
  /// The numbers of these cells, all or without underflow and overflow. As many are needed as there are cells.
  std::vector<double> chosen(std::span<const double> numbers, Flow flow) const;

  /// Mean and standard deviation along an axis, by the rules of Histogram1D; 0 without entries.
  double mean(std::size_t axis = 0) const;
  double standard_deviation(std::size_t axis = 0) const;

  /// Add one fill: a value for each axis, and the height of a profile, as TH1::Fill, TH2::Fill, TProfile::Fill ... do.
  /// From the first weight that is not 1 on, sums of squared weights are kept. Throws Error(misuse) for another number
  /// of values.
  void fill(std::span<const double> values, double weight = 1);
  /// Add many fills, in order: of each axis a column of values, and of a profile one of heights behind them. With
  /// weights, as many as values, sums of squared weights are kept from now on. Throws Error(misuse) for another number
  /// of columns, or columns of different sizes.
  void fill(std::span<const NumberView> columns, NumberView weights = {});
  /// Throw Error(misuse) unless `fill` takes these.
  void require_columns(std::span<const NumberView> columns, const NumberView& weights) const;
  /// Keep sums of squared weights from now on. What was filled before counted 1 each.
  void keep_squared_weights();

  /// Multiply as TH1::Scale and TProfile::Scale do: contents, and heights of a profile; their errors grow likewise, and
  /// sums of squared weights are kept from now on. The number of entries stays.
  Histogram& operator*=(double factor);

  /// Add the contents of another with the same axes; its functions are left out. Throws Error(misuse) unless it has
  /// them.
  Histogram& operator+=(const Histogram& other);

  /// The same with one axis, to fill fast. Throws Error(misuse) when it has more, or is a profile.
  Histogram1D one_dimensional() const;
  /// Take contents and statistics of one with the same bins, such as one_dimensional() gave. Throws Error(misuse).
  void set_contents(const Histogram1D& filled);

  bool operator==(const Histogram&) const = default;

 private:
  class FillBlock;
  struct Place {
    std::size_t cell;
    bool is_inside;  // of the range of every axis
  };

  Place place_of(std::span<const double> values) const noexcept;
  void fill(FillBlock& block);
  bool takes(double height) const noexcept;
  Moments shape_moments() const;
  void add_to_cell(std::size_t cell, double height, double weight) noexcept;

  HistogramParts parts_;
};

}  // namespace ramet::inline v1::hist

/// Writes it as the class that hist::stored_class says, byte by byte as ROOT does; fitted functions are left out.
template <>
struct ramet::object::PayloadOf<ramet::hist::Histogram> {
  /// Throws Error(unsupported) as stored_class, and when it would be larger than the format allows.
  static Payload of(const hist::Histogram& histogram);
};
