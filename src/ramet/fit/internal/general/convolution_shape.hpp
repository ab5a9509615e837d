#pragma once

#include <memory>

#include "ramet/fit/internal/general/general_shape.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

/// The density of a sum of two independent numbers, one of each model: the integral of shape(x - u) resolution(u) by u,
/// computed adaptively, at as many points as a table needs. Tables of the last few values of the parameters are kept.
/// Its parameters are those of the shape, then those of the resolution. Throws Error(misuse) for models with yields,
/// and more than 12 parameters.
std::shared_ptr<const GeneralShape> convolution_shape(const Model& shape, const Model& resolution);

}  // namespace ramet::inline v1::fit::internal
