#pragma once

#include <memory>
#include <string>
#include <vector>

#include "unit/dataset/sample_chain.hpp"

#include "ramet/frame/source.hpp"

namespace sample {

namespace frame = ramet::frame;

/// The entries x = 0 .. 99 and their halves y, in clusters of 8, and lists v of k % 3 values k.
inline void write_hundred(const Place& place, const std::string& name = "hundred.root") {
  std::vector<double> halves;
  std::vector<std::vector<float>> lists;
  for (int k = 0; k < 100; ++k) {
    halves.push_back(k / 2.0);
    lists.emplace_back(static_cast<std::size_t>(k % 3), static_cast<float>(k));
  }
  write_tree(place.folder / name,
             {{"x", count_from<std::int32_t>(0, 100)}, {"y", column_of(halves)}, {"v", column_of(lists)}}, 8);
}

inline frame::Source hundred(const Place& place) {
  write_hundred(place);
  return frame::Source(dataset::open_table(place.session.open(place.folder / "hundred.root"), "Events"));
}

/// Two files of a hundred, as one.
inline frame::Source two_hundred(const Place& place) {
  write_hundred(place, "part1.root");
  write_hundred(place, "part2.root");
  return frame::Source(std::make_shared<const dataset::Dataset>(place.session, place.at("part*.root") + ":Events"));
}

}  // namespace sample
