#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace ramet::inline v1::hist {

/// Bins of equal width from `low` to `high`. Threads: a value.
struct RegularAxis {
  std::uint32_t bins = 1;
  double low = 0;
  double high = 1;

  bool operator==(const RegularAxis&) const = default;
};

/// Bins between neighbouring edges. Threads: a value.
struct VariableAxis {
  std::vector<double> edges = {0, 1};

  bool operator==(const VariableAxis&) const = default;
};

/// One axis of a histogram; finds the bin of a value. Cells are numbered as in ROOT: 0 is the underflow, 1 to bins()
/// are the bins, which include their lower but not their upper edge, and bins() + 1 is the overflow, which also takes
/// NaN. Values get exactly the bins of TAxis::FindBin in ROOT 6.38 and later (TAxis.cxx; pull request 19033), which
/// corrects rounding errors by comparing with the edges of the bin. Earlier versions of ROOT do not, and may put a
/// value on an edge one bin lower or higher. Threads: immutable.
class Axis {
 public:
  using Binning = std::variant<RegularAxis, VariableAxis>;

  static constexpr std::uint32_t most_bins = 0x7ffffff0;  ///< a TH1 counts its cells in a signed 32-bit integer

  /// Throws Error(misuse) unless there is at least one bin, and the edges are finite and increase.
  Axis(RegularAxis axis);   // NOLINT(google-explicit-constructor): an axis is one of the two
  Axis(VariableAxis axis);  // NOLINT(google-explicit-constructor)

  /// An axis without a range yet, like that of a TH1 that chooses its range later: low and high are both `at`, and
  /// every value is outside. Throws Error(misuse) as the constructors.
  static Axis without_range(std::uint32_t bins, double at = 0);

  std::uint32_t bins() const noexcept { return bins_; }
  /// The number of bins plus underflow and overflow.
  std::size_t cells() const noexcept { return std::size_t{bins_} + 2; }
  double low() const noexcept { return low_; }
  double high() const noexcept { return high_; }
  const Binning& binning() const noexcept { return binning_; }
  bool has_range() const noexcept { return low_ < high_; }
  bool is_regular() const noexcept { return std::holds_alternative<RegularAxis>(binning_); }

  /// The cell of a value.
  std::uint32_t index(double value) const noexcept;
  /// The cells of many values; both spans have the same size.
  void indices(std::span<const double> values, std::span<std::uint32_t> cells) const noexcept;

  /// The bins() + 1 edges.
  std::vector<double> edges() const;
  /// The middle of bin 1..bins().
  double center(std::uint32_t bin) const noexcept;

  /// Whether all edges are exactly equal, so that histograms can be added.
  bool operator==(const Axis&) const = default;

 private:
  Axis(RegularAxis axis, std::uint32_t bins) noexcept : binning_(axis), bins_(bins), low_(axis.low), high_(axis.high) {}

  double edge(std::uint32_t number) const noexcept;

  Binning binning_;
  std::uint32_t bins_;
  double low_;
  double high_;
};

}  // namespace ramet::inline v1::hist
