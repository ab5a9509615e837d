#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "../bindings.hpp"
#include <nanobind/ndarray.h>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/figure_reader.hpp"

// What the bindings of this folder share: arrays of what histograms and figures hold.

namespace ramet::bindings {

using NumpyDoubles = nb::ndarray<nb::numpy, double>;

inline constexpr auto doubles_signature = "-> numpy.typing.NDArray[numpy.float64]";

/// A NumPy array with a copy of the numbers.
NumpyDoubles copy_of(std::span<const double> numbers);

/// A NumPy array [x][y]... of all cells, flow included, that takes the numbers.
NumpyDoubles cells_of(const hist::Histogram& histogram, std::vector<double> numbers);

/// The figure that a key of a file stands for.
hist::Figure read_figure(const OpenFile& open, const file::Key& key);
/// Whether it stands for one.
bool is_figure(const OpenFile& open, const file::Key& key);

}  // namespace ramet::bindings
