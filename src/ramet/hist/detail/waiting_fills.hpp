#pragma once

#include <cstddef>
#include <span>

#include "ramet/hist/binned/histogram.hpp"

// Fills that ROOT keeps in the buffer of a histogram (TH1::SetBuffer), to choose or extend its axes by them. Each is
//
//   | weight | value for each axis | height of a profile |

namespace ramet::inline v1::hist {

/// How many numbers a fill has.
std::size_t numbers_of_fill(const HistogramParts& histogram) noexcept;

/// Fill one after the other, as TH1::Fill and its like. As in ROOT, a value outside of an axis that can extend doubles
/// its range until it has it, which drops what is below or above it; after a NaN, no axis extends any more. The axes
/// have ranges. Throws Error(misuse) as Histogram.
Histogram with_fills(HistogramParts histogram, std::span<const double> fills);

/// Fill what waited in the buffer, as TH1::BufferEmpty and its like: if an axis has no range yet, the fills choose
/// those of all axes, and if all axes can extend, they do so for the outermost values before the first fill. Without
/// fills, nothing changes. Throws Error(misuse) as Histogram.
Histogram with_buffer(HistogramParts histogram, std::span<const double> fills);

}  // namespace ramet::inline v1::hist
