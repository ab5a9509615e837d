#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ramet/hist/figures/function.hpp"
#include "ramet/object/payload.hpp"

namespace ramet::inline v1::hist {

/// The lower and upper errors of all points along one axis; equal for symmetric errors. Threads: a value.
struct ErrorBars {
  std::vector<double> low = {};
  std::vector<double> high = {};

  bool operator==(const ErrorBars&) const = default;
};

/// Points with errors: TGraph, TGraphErrors, TGraphAsymmErrors, TGraphBentErrors, TGraphMultiErrors, TGraph2D and
/// similar. Threads: a value.
struct Graph {
  std::string class_name = {};
  std::string name = {};
  std::string title = {};
  std::vector<std::string> axis_titles = {};          ///< of x and y, if set
  std::vector<std::vector<double>> coordinates = {};  ///< x, y (and z) of all points
  std::vector<ErrorBars> errors = {};                 ///< along x, y (and z), or empty, as each may be
  std::vector<ErrorBars> more_errors = {};            ///< along y: the second, third, ... of TGraphMultiErrors
  std::vector<ErrorBars> bends = {};                  ///< of TGraphBentErrors: sideways shifts of the error bars' ends
  std::vector<Function> functions = {};               ///< fitted to it
  double minimum = -1111, maximum = -1111;            ///< of the drawing; -1111: not set

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

/// The class that a graph is written as: its own class if that can hold all its errors, otherwise the simplest class
/// that can. Throws Error(misuse) unless all arrays that are not empty have a number for each point, Error(unsupported)
/// when there is no such class.
std::string_view stored_class(const Graph& graph);

}  // namespace ramet::inline v1::hist

/// Writes the same bytes as ROOT for the class hist::stored_class, with the functions of one variable.
template <>
struct ramet::object::PayloadOf<ramet::hist::Graph> {
  /// Throws as stored_class, and Error(unsupported) when the graph is too large for the format.
  static Payload of(const hist::Graph& graph);
};
