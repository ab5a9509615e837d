#pragma once

#include <cstdint>
#include <optional>

#include "cli/spectrum/value_survey.hpp"

#include "ramet/hist/axis.hpp"

namespace ramet::cli {

/// The command line's options for the bins. Threads: a value.
struct AxisWish {
  std::optional<std::uint32_t> bins;
  std::optional<double> low;
  std::optional<double> high;

  bool needs_survey() const noexcept { return !low || !high; }
};

/// The largest number of bins of round width that is chosen by default.
inline constexpr std::uint32_t usual_bins = 60;

/// Bins that show what a survey found: round edges around all values, unless a few lie far from the rest: those that
/// are more than half the range of the middle 99 % away from it are left to underflow and overflow. Bins of whole
/// numbers have whole edges. What was asked for is kept exactly. `survey` is not looked at when both edges were asked
/// for. Throws Error(misuse) when low is not below high, or there is no bin.
hist::RegularAxis choose_axis(const ValueSurvey& survey, const AxisWish& wish, bool are_whole_numbers);

}  // namespace ramet::cli
