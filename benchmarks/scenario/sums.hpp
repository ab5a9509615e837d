#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>

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
  /// Of the batch that begins with an entry: a lock once a batch, which takes no time beside summing one.
  double& at(std::uint64_t first_entry) {
    const std::lock_guard lock(mutex_);
    return sums_[first_entry];
  }

  double total() const {
    double total = 0;
    for (const auto& [first_entry, sum] : sums_) total += sum;
    return total;
  }

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, double> sums_;
};

}  // namespace scenario
