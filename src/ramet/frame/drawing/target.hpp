#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ramet::inline v1::frame {

/// What is wished of an axis: nothing, the number of bins, or bins with a range. Threads: a value.
struct AxisWish {
  std::optional<std::uint32_t> bins = {};
  std::optional<double> low = {};
  std::optional<double> high = {};

  /// Whether it says all that an axis needs.
  bool has_range() const noexcept { return low.value_or(0) < high.value_or(0); }
  bool operator==(const AxisWish&) const = default;
};

/// Where the rows of a drawing go, as TTree::Draw has it behind ">>". Threads: a value.
struct DrawTarget {
  std::string name = {};
  bool adds = false;  ///< to what the histogram has
  std::array<AxisWish, 3> axes = {};

  bool operator==(const DrawTarget&) const = default;
};

/// The expressions of a text for TTree::Draw, and what stands behind ">>" in it. Threads: a value.
struct DrawText {
  std::string expressions;
  std::optional<DrawTarget> target;
};

/// Split "y:x>>name(bins,low,high,bins,low,high)" or "x>>+name". Throws Error(misuse) for texts that are not
/// numbers, for more than nine numbers, and for too many bins.
DrawText split_draw_text(std::string_view text);

}  // namespace ramet::inline v1::frame
