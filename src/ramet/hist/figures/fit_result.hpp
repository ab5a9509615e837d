#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ramet/hist/figures/function.hpp"
#include "ramet/object/payload.hpp"

namespace ramet::inline v1::hist {

/// What a fit found, as TFitResult stores it. Threads: a value.
struct FitResult {
  std::string title = {};
  std::vector<FunctionParameter> parameters = {};
  /// Of parameters i and j, which is not greater: at i * (i + 1) / 2 + j. 0 for those that were fixed; or empty.
  std::vector<double> covariance = {};
  /// How far the interval goes below the value, a negative number, and above, where that was searched; or empty.
  std::vector<std::optional<std::pair<double, double>>> asymmetric_errors = {};
  bool is_valid = false;                 ///< whether a minimum was found
  double minimum = 0;                    ///< of chi square, or of -log L
  double chi_square = -1;                ///< there; -1 if there is none, as for events
  std::uint32_t degrees_of_freedom = 0;  ///< points less parameters that were free
  double distance = 0;                   ///< how much the minimum would still become smaller, estimated
  std::uint32_t calls = 0;               ///< of what was minimised
  std::int32_t status = 0;               ///< 0 if the minimiser found no problem
  std::int32_t covariance_status = 3;    ///< 0: none, 1: approximate, 2: made positive, 3: accurate
  std::string minimiser = {};            ///< as "Minuit2 / Migrad"

  bool operator==(const FitResult&) const = default;
};

}  // namespace ramet::inline v1::hist

/// Writes a TFitResult, with the names of the parameters.
template <>
struct ramet::object::PayloadOf<ramet::hist::FitResult> {
  /// Throws Error(misuse) for a covariance or asymmetric errors of another number of parameters.
  static Payload of(const hist::FitResult& result);
};
