#pragma once

#include <string>
#include <vector>

#include "../measure.hpp"

// Entries of many branches: a number in each, or the record of a generator, whose branches have a few numbers each.
// Contenders that link ROOT are built as C++17.

namespace scenario {

struct Workload {
  bool is_record = false;
  int branches = 0;
  long flush_every = 0;
  long entries = 0;

  std::string name(const std::string& compression) const {
    return std::string(is_record ? "record" : "floats") + "/" + std::to_string(branches) + "/" +
           std::to_string(flush_every) + "/" + compression;
  }
  /// Of the values of all entries, about.
  double bytes() const {
    return 4.0 * static_cast<double>(entries) * static_cast<double>(branches) * (is_record ? 4.5 : 1);
  }
};

/// floats|record BRANCHES FLUSH COMPRESSION CONTEXTS ENTRIES, from argument `first` on.
inline Workload workload_of(int count, char** values, int first) {
  Workload workload;
  workload.is_record = std::string(values[first]) == "record";
  workload.branches = static_cast<int>(argument(count, values, first + 1, 1000));
  workload.flush_every = argument(count, values, first + 2, 50);
  workload.entries = argument(count, values, first + 5, 20000);
  return workload;
}

inline float small(Numbers& numbers) { return static_cast<float>(numbers.bits() >> 40) * 0x1p-24F; }

/// One entry: 24 random bits in each branch.
inline void draw(Numbers& numbers, std::vector<float>& values) {
  for (float& value : values) value = small(numbers);
}

/// One entry: branches of 0 to 9 numbers; ten neighbours, the properties of one kind of particle, have as many.
inline void draw(Numbers& numbers, std::vector<std::vector<float>>& values) {
  std::size_t length = 0;
  for (std::size_t branch = 0; branch < values.size(); ++branch) {
    if (branch % 10 == 0) length = numbers.bits() % 10;
    values[branch].resize(length);
    for (float& value : values[branch]) value = small(numbers);
  }
}

}  // namespace scenario
