#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ramet/fit/internal/block_sums.hpp"
#include "ramet/fit/internal/events.hpp"
#include "ramet/fit/internal/exact_sum.hpp"
#include "ramet/fit/internal/joint.hpp"

namespace ramet::inline v1::fit::internal {

/// Computes what blocks of events of several variables give, as BlockSums does: a row of sums. The first is that of the
/// logarithms of the densities; with a gradient, there follow for each term the sum of term / total, and for each shape
/// of its parts those of its density and its features, times what they are multiplied by, / total. The weights of the
/// events are those of the first column. Borrows what it is made of. Threads: immutable.
class JointSums {
 public:
  JointSums(const Joint& joint, const JointPoint& point, const std::vector<Events>& columns, bool only_value);

  std::size_t count() const noexcept;                                        ///< of blocks
  std::size_t width() const noexcept { return width_; }                      ///< of rows
  Tally compute(std::size_t block, std::span<ExactSum> row) const noexcept;  ///< Write the row of a block.

  /// Add what the sum of the rows gives to the gradient of the logarithm.
  void add_gradient(std::span<const double> parameters, std::span<const ExactSum> row,
                    std::span<double> gradient) const;

 private:
  struct Workspace;

  void compute_terms(std::size_t first, std::size_t padded, Workspace& at) const noexcept;
  void add_features(std::size_t first, std::size_t padded, Workspace& at) const noexcept;
  const Mixture& mixture(std::size_t part) const noexcept { return joint_.mixture(part); }

  const Joint& joint_;
  const JointPoint& point_;
  const std::vector<Events>& columns_;
  bool only_value_;
  std::size_t width_;
};

}  // namespace ramet::inline v1::fit::internal
