#pragma once

// Fits: models of densities, costs with their derivatives for a minimiser, random events of models, and fits of these.

#include "ramet/fit/binned.hpp"
#include "ramet/fit/cost.hpp"
#include "ramet/fit/curve.hpp"
#include "ramet/fit/grid_bins.hpp"
#include "ramet/fit/joint.hpp"
#include "ramet/fit/minimum.hpp"
#include "ramet/fit/model.hpp"
#include "ramet/fit/sampler.hpp"
#include "ramet/fit/scores.hpp"
#include "ramet/fit/shapes.hpp"
#include "ramet/fit/toys.hpp"
