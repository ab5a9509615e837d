#pragma once

// Histograms, profiles, graphs, efficiencies, functions and results of fits: made, filled in parallel, sliced, read and
// written.

#include "ramet/hist/axis.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/binned/polygon_histogram.hpp"
#include "ramet/hist/binned/selection.hpp"
#include "ramet/hist/binned/sparse_histogram.hpp"
#include "ramet/hist/figure_reader.hpp"
#include "ramet/hist/figures/efficiency.hpp"
#include "ramet/hist/figures/fit_result.hpp"
#include "ramet/hist/figures/function.hpp"
#include "ramet/hist/figures/graph.hpp"
#include "ramet/hist/figures/histogram_stack.hpp"
#include "ramet/hist/figures/written_function.hpp"
#include "ramet/hist/histogram.hpp"
#include "ramet/hist/parallel_fill.hpp"
