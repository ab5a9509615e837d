#pragma once

#include <cstddef>
#include <cstdint>

namespace ramet::inline v1::expr {

/// What the numbers of a random node are distributed by. Parameters are float64, except those that count: int64.
enum class Distribution : std::uint8_t {
  uniform,       ///< low, high
  normal,        ///< mean, sigma
  exponential,   ///< mean
  breit_wigner,  ///< mean, gamma
  logistic,      ///< mean, scale
  landau,        ///< location, scale
  moyal,         ///< location, scale
  // not for all parameters
  triangle,    ///< low, mode, high
  weibull,     ///< shape, scale
  gamma,       ///< shape, scale
  chi_square,  ///< degrees of freedom
  student_t,   ///< degrees of freedom
  beta,        ///< a, b
  // to int64
  integer,   ///< below (counts)
  poisson,   ///< mean
  binomial,  ///< trials (counts), probability
};

/// Whether there are numbers for any parameters.
constexpr bool takes_all_parameters(Distribution distribution) noexcept { return distribution <= Distribution::moyal; }
constexpr bool is_whole(Distribution distribution) noexcept { return distribution >= Distribution::integer; }
constexpr bool counts(Distribution distribution, std::size_t parameter) noexcept {
  return parameter == 0 && (distribution == Distribution::integer || distribution == Distribution::binomial);
}

/// What tells the numbers of one random node from those of others: Node::number. Threads: a value.
struct RandomCall {
  Distribution distribution = Distribution::uniform;
  std::uint8_t call = 0;  ///< which of the calls in its text
  std::uint32_t stream = 0;

  RandomCall with(Distribution other) const noexcept { return {other, call, stream}; }
  std::uint64_t packed() const noexcept {
    return static_cast<std::uint64_t>(distribution) | std::uint64_t{call} << 8 | std::uint64_t{stream} << 32;
  }
  static RandomCall unpacked(std::uint64_t packed) noexcept {
    return {static_cast<Distribution>(packed & 0xFF), static_cast<std::uint8_t>(packed >> 8),
            static_cast<std::uint32_t>(packed >> 32)};
  }
};

}  // namespace ramet::inline v1::expr
