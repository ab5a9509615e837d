#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ramet/hist/binned/histogram.hpp"

namespace ramet::inline v1::hist {

/// What a sparse histogram consists of. Threads: a value.
struct SparseHistogramParts {
  std::string class_name = {};  ///< "THnSparseT<TArrayD>"
  std::string name = {};
  std::string title = {};
  std::vector<NamedAxis> axes = {};
  /// Bin numbers of the filled cells, one for each axis, cell after cell: 0 is an axis' underflow.
  std::vector<std::uint32_t> bins = {};
  std::vector<double> contents = {};  ///< of the filled cells
  std::vector<double> squares = {};   ///< sums of squared weights, or nothing
  Moments moments = {};

  bool operator==(const SparseHistogramParts&) const = default;
};

/// A histogram of many axes that keeps only the cells that were filled, in the order in which they first were
/// (THnSparse). Threads: immutable.
class SparseHistogram {
 public:
  /// Throws Error(misuse) unless there are bin numbers, which the axes have, for all contents.
  explicit SparseHistogram(SparseHistogramParts parts);

  const SparseHistogramParts& parts() const noexcept { return parts_; }
  std::size_t dimensions() const noexcept { return parts_.axes.size(); }
  std::size_t filled_cells() const noexcept { return parts_.contents.size(); }
  bool is_weighted() const noexcept { return !parts_.squares.empty(); }

  /// How many cells a histogram with all of them has; the largest number where it cannot be said.
  std::size_t all_cells() const noexcept;
  /// With all cells. Throws Error(unsupported) when these are more than `most_cells`.
  Histogram dense(std::size_t most_cells) const;

  bool operator==(const SparseHistogram&) const = default;

 private:
  SparseHistogramParts parts_;
};

}  // namespace ramet::inline v1::hist
