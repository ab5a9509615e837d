#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ramet/hist/binned/moments.hpp"
#include "ramet/hist/binned/named_axis.hpp"

namespace ramet::inline v1::hist {

/// The corners of a polygon. Threads: a value.
struct Polygon {
  std::vector<double> x = {};
  std::vector<double> y = {};

  bool operator==(const Polygon&) const = default;
};

/// A bin of any shape, made of one or several polygons. Threads: a value.
struct PolygonBin {
  std::int32_t number = 0;  ///< from 1 on
  double content = 0;
  double area = 0;
  std::vector<Polygon> polygons = {};

  bool operator==(const PolygonBin&) const = default;
};

/// A two-dimensional histogram whose bins are polygons: TH2Poly. Threads: a value.
struct PolygonHistogram {
  std::string class_name = {};
  std::string name = {};
  std::string title = {};
  std::string value_title = {};
  std::vector<NamedAxis> axes = {};  ///< their ranges; the bins of the axes only speed up the search for a point's bin
  std::vector<PolygonBin> bins = {};
  /// The contents outside the range, from upper left to lower right; in the middle those inside the range but in no
  /// bin.
  std::vector<double> overflow = {};
  std::vector<double> squares = {};  ///< sums of squared weights: nine for `overflow`, then those of the bins; or empty
  Moments moments = {};

  bool operator==(const PolygonHistogram&) const = default;
};

}  // namespace ramet::inline v1::hist
