#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ramet::inline v1::hist {

/// The kinds of errors of a profile's cell (EErrorType; TProfile::SetErrorOption), with W = Σw, the mean height m = Σwh
/// / W, the spread s = sqrt(Σwh² / W - m²) and the effective number of fills n = W² / Σw².
enum class ProfileErrors : std::uint8_t {
  of_mean,           ///< s / sqrt(n), the default
  spread,            ///< s, option "s"
  of_whole_numbers,  ///< s / sqrt(n), or 1 / sqrt(12 n) if all heights are equal; option "i"
  from_weights,      ///< 1 / sqrt(W): for heights with errors σ and weights 1/σ²; option "g"
};

/// The sums of a profile's cells besides those of weight * height and weight * height². Threads: a value.
struct ProfileSums {
  std::vector<double> weights = {};          ///< Σw of each cell (fBinEntries)
  std::vector<double> squared_weights = {};  ///< Σw² of each cell (fBinSumw2); empty while every weight was 1
  ProfileErrors errors = ProfileErrors::of_mean;
  double lowest_height = 0;   ///< lower fills are ignored ...
  double highest_height = 0;  ///< ... and higher ones; if both are equal, none is ignored

  /// The effective number of entries of a cell; 0 if it is empty.
  double effective_count(std::size_t cell) const noexcept;
  /// The square of the error of a cell with these sums of weight * height and weight * height².
  double variance(std::size_t cell, double heights, double squared_heights) const noexcept;

  bool operator==(const ProfileSums&) const = default;
};

}  // namespace ramet::inline v1::hist
