#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ramet/tune/internal/codec_table.hpp"
#include "ramet/tune/tune.hpp"

namespace ramet::inline v1::tune::internal {

/// The most groups of columns that get compressions of their own.
constexpr std::size_t most_groups = 4;

/// A compression for each group of columns, and a size of clusters. Threads: a value.
struct Choice {
  std::array<std::size_t, most_groups> settings = {};  ///< numbers of tried settings
  std::size_t cluster = 0;                             ///< number of a size
  Costs costs;
};

/// What all choices are computed from. Threads: a value.
struct Model {
  /// The costs of each group with each of the settings, for each size of clusters; their decompression counts where
  /// the group is read.
  std::vector<std::vector<std::vector<CodecCost>>> of_cluster;
  std::vector<bool> is_read;            ///< for each group
  std::vector<Costs> base;              ///< for each size of clusters, what all choices have in common
  double seconds_per_written_byte = 0;  ///< of a core, beside compression
  double seconds_per_read_byte = 0;     ///< of a distant file
};

/// The costs of one choice.
Costs costs_of(const Model& model, const Choice& choice);

/// All choices that none dominates, by size. Of those with equal costs it has one.
std::vector<Choice> pareto_front(const Model& model);

}  // namespace ramet::inline v1::tune::internal
