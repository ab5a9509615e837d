#pragma once

#include <cstdint>

// Bits of a TEfficiency's TObject (TEfficiency.h), which select its intervals.

namespace ramet::inline v1::hist::internal::efficiency_bit {

inline constexpr std::uint32_t is_bayesian = 1U << 14;
inline constexpr std::uint32_t uses_mode = 1U << 15;
inline constexpr std::uint32_t uses_shortest = 1U << 16;
inline constexpr std::uint32_t uses_bin_priors = 1U << 17;
inline constexpr std::uint32_t uses_weights = 1U << 18;

}  // namespace ramet::inline v1::hist::internal::efficiency_bit
