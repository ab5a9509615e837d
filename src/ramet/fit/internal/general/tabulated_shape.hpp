#pragma once

#include <cstddef>
#include <memory>

#include "ramet/fit/internal/general/general_shape.hpp"
#include "ramet/fit/model.hpp"

namespace ramet::inline v1::fit::internal {

/// The same shape, whose densities are those of a table, to about 10^-12; integrals stay as they are.
std::shared_ptr<const GeneralShape> tabulated_shape(std::shared_ptr<const GeneralShape> shape);

/// The model for so many events: with tables, where these are faster. It depends on the number alone.
Model for_events(const Model& model, std::size_t events);

}  // namespace ramet::inline v1::fit::internal
