#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/random/alias_table.hpp"
#include "ramet/random/stream.hpp"

namespace ramet::inline v1::random {

/// Random points with the distribution of a histogram: a bin with a probability in proportion to its contents, and a
/// point that is uniform within it. Threads: immutable.
class BinTable {
 public:
  /// The edges of the bins of each axis, and the contents, without underflow and overflow, first axis fastest. Throws
  /// Error(misuse) for edges that do not ascend, contents of another number, negative contents, and if all are 0.
  BinTable(std::vector<std::vector<double>> edges, std::span<const double> contents);

  std::size_t axes() const noexcept { return edges_.size(); }

  /// Write the coordinates of points: a span for each axis, all of one length. Throws Error(misuse) as fill_uniform,
  /// and for another number of spans.
  void fill(const Stream& stream, const Draws& draws, std::span<const std::span<double>> coordinates) const;

 private:
  std::vector<std::vector<double>> edges_;
  AliasTable bins_;
};

}  // namespace ramet::inline v1::random
