#pragma once

#include <string>
#include <vector>

#include "ramet/hist/figures/function.hpp"

namespace ramet::inline v1::hist {

/// How far the error of each point reaches downwards and upwards along one axis; symmetric ones are the same twice.
/// Threads: a value.
struct ErrorBars {
  std::vector<double> low = {};
  std::vector<double> high = {};

  bool operator==(const ErrorBars&) const = default;
};

/// Points with errors: TGraph, TGraphErrors, TGraphAsymmErrors, TGraphBentErrors, TGraphMultiErrors, TGraph2D and their
/// like. Threads: a value.
struct Graph {
  std::string class_name = {};
  std::string name = {};
  std::string title = {};
  std::vector<std::string> axis_titles = {};          ///< of x and y, where the graph was given any
  std::vector<std::vector<double>> coordinates = {};  ///< x, y (and z) of all points
  std::vector<ErrorBars> errors = {};                 ///< along x, y (and z), or none at all
  std::vector<ErrorBars> more_errors = {};            ///< along y: the second, third, ... of TGraphMultiErrors
  std::vector<ErrorBars> bends = {};                  ///< of TGraphBentErrors: by how much ends are shifted sidewards
  std::vector<Function> functions = {};               ///< that were fitted to it
  double minimum = 0, maximum = 0;                    ///< of the picture; -1111: not set

  bool operator==(const Graph&) const = default;
};

/// Graphs that are drawn together: TMultiGraph. Threads: a value.
struct MultiGraph {
  std::string class_name = {};
  std::string name = {};
  std::string title = {};
  std::vector<std::string> axis_titles = {};
  std::vector<Graph> graphs = {};
  std::vector<Function> functions = {};

  bool operator==(const MultiGraph&) const = default;
};

}  // namespace ramet::inline v1::hist
