#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/core/strong_id.hpp"

// What programs that sum columns share: the sum of a column, and of many batches; a part of the entries.

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
  switch (column.kind()) {
    case Kind::number:
      if (column.number() == NumberType::float32) return sum_of<float>(column);
      return column.number() == NumberType::float64 ? sum_of<double>(column) : sum_of<std::int32_t>(column);
    case Kind::record: {
      double sum = 0;
      for (const ramet::array::Array& member : column.contents()) sum += sum_of_any(member);
      return sum;
    }
    default:
      return sum_of_any(column.content(0));
  }
}

/// The first of so many parts of the entries.
inline ramet::EntryRange first_part(ramet::EntryRange entries, std::uint64_t parts) {
  return {entries.first, {entries.first.number + entries.size() / parts}};
}

/// The sums of batches, a place for each, so that they are added in the order of their entries, whatever the order of
/// the threads. Threads: `at` from any, without a lock, so that waiting that is measured is none of its own; the rest
/// from one.
class BatchSums {
 public:
  BatchSums() = default;
  BatchSums(const BatchSums&) = delete;
  BatchSums& operator=(const BatchSums&) = delete;
  ~BatchSums() {
    for (Place* place = newest_; place != nullptr;) delete std::exchange(place, place->older);
  }

  /// Of the batch that begins with an entry; asked for once for each.
  double& at(std::uint64_t first_entry) {
    auto* const place = new Place{first_entry, 0, newest_.load()};
    while (!newest_.compare_exchange_weak(place->older, place)) {
    }
    return place->sum;
  }

  double total() const {
    std::vector<const Place*> places;
    for (const Place* place = newest_; place != nullptr; place = place->older) places.push_back(place);
    std::ranges::sort(places, {}, &Place::first_entry);
    double total = 0;
    for (const Place* place : places) total += place->sum;
    return total;
  }

 private:
  struct Place {
    std::uint64_t first_entry;
    double sum;
    Place* older;
  };

  std::atomic<Place*> newest_ = nullptr;
};

}  // namespace scenario
