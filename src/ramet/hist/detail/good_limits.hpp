#pragma once

#include <cstdint>
#include <span>

#include "ramet/hist/axis.hpp"

namespace ramet::inline v1::hist {

/// What values an axis is chosen for. Threads: a value.
enum class AxisValues : std::uint8_t {
  any,
  whole,  ///< whole numbers: bins are of a whole width
};

/// The smallest and the largest of some finite values; none if low > high. Threads: a value.
struct ValueSpan {
  double low = 1;
  double high = 0;
  bool has_infinite = false;  ///< there were infinite ones, too
  bool has_nan = false;       ///< and such that are no numbers

  bool empty() const noexcept { return !(low <= high); }
  void add(double value) noexcept {
    if (!(value - value == 0)) {
      has_infinite = has_infinite || value == value;
      has_nan = has_nan || value != value;
    } else if (empty()) {
      low = high = value;
    } else {
      low = value < low ? value : low;
      high = value > high ? value : high;
    }
  }
  void add(std::span<const double> values) noexcept;
  void add(const ValueSpan& other) noexcept {
    has_infinite = has_infinite || other.has_infinite;
    has_nan = has_nan || other.has_nan;
    if (other.empty()) return;
    add(other.low);
    add(other.high);
  }
  bool operator==(const ValueSpan&) const = default;
};

/// The axis with edges at round numbers that ROOT chooses for values of a span (THLimitsFinder::FindGoodLimits, as
/// observed): of `bins` bins, or about so many of a whole width. Nothing seen counts as 0; infinite values give -1
/// to 1.
Axis good_axis(std::uint32_t bins, ValueSpan span, AxisValues values);

/// The axis with a range that was doubled, on the side of the value, until it has it; bins stay as many
/// (TH1::ExtendAxis, as observed). Without effect on an axis without a range, and for values that are not finite or
/// need more than 65 doublings.
Axis extended_to(const Axis& axis, double value);

/// The axis with a range that was doubled upwards.
Axis doubled(const Axis& axis);

}  // namespace ramet::inline v1::hist
