#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/object/payload.hpp"

namespace ramet::inline v1::hist {

/// The parts of a sparse histogram. Threads: a value.
struct SparseHistogramParts {
  std::string class_name = {};  ///< "THnSparseT<TArrayD>"
  std::string name = {};
  std::string title = {};
  std::vector<NamedAxis> axes = {};
  /// The bin numbers of the filled cells, one for each axis, cell after cell; 0 is an axis' underflow.
  std::vector<std::uint32_t> bins = {};
  std::vector<double> contents = {};  ///< of the filled cells
  std::vector<double> squares = {};   ///< sums of squared weights, or empty
  Moments moments = {};

  bool operator==(const SparseHistogramParts&) const = default;
};

/// A histogram of many axes that stores only filled cells, in the order in which they were first filled (THnSparse).
/// Threads: immutable.
class SparseHistogram {
 public:
  /// Throws Error(misuse) unless every content has valid bin numbers.
  explicit SparseHistogram(SparseHistogramParts parts);

  const SparseHistogramParts& parts() const noexcept { return parts_; }
  std::size_t dimensions() const noexcept { return parts_.axes.size(); }
  std::size_t filled_cells() const noexcept { return parts_.contents.size(); }
  bool is_weighted() const noexcept { return !parts_.squares.empty(); }

  /// The number of cells of the dense histogram, or the largest integer if it overflows.
  std::size_t all_cells() const noexcept;
  /// Convert to a dense histogram. Throws Error(unsupported) when it has more than `most_cells` cells.
  Histogram dense(std::size_t most_cells) const;

  bool operator==(const SparseHistogram&) const = default;

 private:
  SparseHistogramParts parts_;
};

/// The class that a file stores it as: that of the parts, if it is one and has room for all contents, or
/// "THnSparseT<TArrayD>".
std::string_view stored_class(const SparseHistogram& histogram);

}  // namespace ramet::inline v1::hist

/// Writes what ROOT writes for the class hist::stored_class.
template <>
struct ramet::object::PayloadOf<ramet::hist::SparseHistogram> {
  /// Throws Error(unsupported) when the histogram is too large for the format.
  static Payload of(const hist::SparseHistogram& histogram);
};
