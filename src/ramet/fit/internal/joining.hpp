#pragma once

#include <vector>

#include "ramet/fit/internal/mixture.hpp"
#include "ramet/fit/model.hpp"

// How models are made of shapes and of other models. Functions; threads: any.

namespace ramet::inline v1::fit::internal {

/// Throws Error(misuse) if a shape cannot be normalised in a range.
void check_range(const Component& component, const Interval& range);

/// The term of an argument; a name that is new becomes a parameter, one that is known gets the narrower limits. Throws
/// Error(misuse) for an empty name and for a number that is not finite.
Term term_of(const Argument& argument, double low, double high, std::vector<Parameter>& parameters);

/// Throws Error(misuse) if there is none.
Interval common_range(const std::vector<Model>& models);

enum class Weights { fractions, yields };

/// Add models up. Throws Error(misuse) as `mixture`.
Model join(const std::vector<Model>& models, const std::vector<Argument>& weights, const Interval& range, Weights kind);

}  // namespace ramet::inline v1::fit::internal
