#pragma once

#include "ramet/frame/internal/plan/plan.hpp"

namespace ramet::inline v1::frame::internal {

/// Find the columns that several histograms of a planned run have on equal axes, under variations or with other
/// weights, so that the cells of their values are found once.
void find_binned_columns(Plan& plan);

}  // namespace ramet::inline v1::frame::internal
