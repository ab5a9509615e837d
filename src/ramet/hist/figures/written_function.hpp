#pragma once

#include "ramet/hist/figures/function.hpp"
#include "ramet/object/payload.hpp"

/// Writes a TF1. Histograms and graphs write their functions themselves.
template <>
struct ramet::object::PayloadOf<ramet::hist::Function> {
  /// Throws Error(unsupported) for a function of several variables, and one without a formula.
  static Payload of(const hist::Function& function);
};
