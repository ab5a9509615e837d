#pragma once

#include <cstdint>
#include <string_view>

#include "ramet/hist/binned/profile_sums.hpp"

namespace ramet::inline v1::frame {

/// What is drawn of the rows.
enum class DrawnAs : std::uint8_t {
  counts,   ///< a histogram of one to three axes
  profile,  ///< the mean of the first expression in bins of the others: option "prof"
};

/// What an option of TTree::Draw says of the histogram, not of its picture. Threads: a value.
struct DrawOption {
  DrawnAs as = DrawnAs::counts;
  hist::ProfileErrors errors = hist::ProfileErrors::of_mean;  ///< of a profile
  bool keeps_squares = false;                                 ///< of weights, though all are 1
  bool is_normalized = false;                                 ///< its contents, without overflows, have the sum 1
  bool has_colors = false;                                    ///< a third expression is shown as color

  bool operator==(const DrawOption&) const = default;
};

/// What a text says, as "prof" (also "profs", "profi", "profg"), "e", "norm", "colz goff"; capital letters are as small
/// ones. What says how ROOT paints, as "hist" or "lego", is left out. Throws Error(unsupported) for "entrylist",
/// "para", "candle" and "gl5d", which make no histogram.
DrawOption draw_option(std::string_view text);

}  // namespace ramet::inline v1::frame
