#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "ramet/array/array.hpp"

// What programs that sum columns share: the sum of a column, and of many batches.

namespace scenario {

template <class Number>
double sum_of(const ramet::array::Array& column) {
  const auto values = column.numbers<Number>();
  double sums[8] = {};  // side by side, as compilers may not reorder additions of floating-point numbers
  std::size_t i = 0;
  for (; i + 8 <= values.size(); i += 8)
    for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += static_cast<double>(values[i + lane]);
  for (; i < values.size(); ++i) sums[0] += static_cast<double>(values[i]);
  return std::accumulate(std::begin(sums), std::end(sums), 0.0);
}

/// All numbers of a column: float, double or int32_t, or what nests such.
inline double sum_of_any(const ramet::array::Array& column) {
  using ramet::array::Kind;
  using ramet::array::NumberType;
  switch (column.kind) {
    case Kind::number:
      if (column.number == NumberType::float32) return sum_of<float>(column);
      return column.number == NumberType::float64 ? sum_of<double>(column) : sum_of<std::int32_t>(column);
    case Kind::record: {
      double sum = 0;
      for (const ramet::array::Array& member : column.contents) sum += sum_of_any(member);
      return sum;
    }
    default:
      return sum_of_any(column.contents.at(0));
  }
}

/// The sums of batches, a place for each, so that they are added in the order of their entries, whatever the order of
/// the threads. Threads: `at` from any, for different batches; the rest from one.
class BatchSums {
 public:
  /// Batches of so many entries, of which the last in each cluster may have fewer. `cluster_starts`: the first entry of
  /// each cluster, then the number of entries.
  BatchSums(std::vector<std::uint64_t> cluster_starts, std::size_t batch_entries)
      : starts_(std::move(cluster_starts)), batch_entries_(batch_entries) {
    std::size_t count = 0;
    for (std::size_t cluster = 0; cluster + 1 < starts_.size(); ++cluster) {
      first_places_.push_back(count);
      count += (starts_[cluster + 1] - starts_[cluster] + batch_entries - 1) / batch_entries;
    }
    sums_.resize(count);
  }

  /// Of the batch that begins with an entry.
  double& at(std::uint64_t first_entry) {
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), first_entry);
    const auto cluster = static_cast<std::size_t>(after - starts_.begin()) - 1;
    return sums_.at(first_places_.at(cluster) + (first_entry - starts_[cluster]) / batch_entries_);
  }

  double total() const { return std::accumulate(sums_.begin(), sums_.end(), 0.0); }

 private:
  std::vector<std::uint64_t> starts_;
  std::size_t batch_entries_;
  std::vector<std::size_t> first_places_;  // of each cluster's first batch
  std::vector<double> sums_;
};

}  // namespace scenario
