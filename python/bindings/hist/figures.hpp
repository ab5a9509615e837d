#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "../bindings.hpp"
#include <nanobind/ndarray.h>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/figure_reader.hpp"

// Functions that the bindings of this folder share: arrays from histograms and figures.

namespace ramet::bindings {

using NumpyDoubles = nb::ndarray<nb::numpy, double>;

inline constexpr auto doubles_signature = "-> numpy.typing.NDArray[numpy.float64]";

/// A NumPy array with a copy of the numbers.
NumpyDoubles copy_of(std::span<const double> numbers);

/// A NumPy array [x][y]... of all cells, flow included, that takes the numbers.
NumpyDoubles cells_of(const hist::Histogram& histogram, std::vector<double> numbers);

/// The layouts of the classes of a file.
object::Layouts layouts_of(const OpenFile& open);

/// Read the figure of a key.
hist::Figure read_figure(const OpenFile& open, const file::Key& key);
/// Read the figure inside the record of a key.
hist::Figure read_figure_inside(const OpenGraph& graph, const object::Object& figure);
/// Whether a key has a figure.
bool is_figure(const OpenFile& open, const file::Key& key);

}  // namespace ramet::bindings
