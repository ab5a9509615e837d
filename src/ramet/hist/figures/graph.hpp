#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ramet/hist/figures/function.hpp"
#include "ramet/object/payload.hpp"

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
  double minimum = -1111, maximum = -1111;            ///< of the picture; -1111: not set

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

/// The class that a graph is written as: its own of those above where that holds all that it has, else the one with
/// the fewest errors that does. Throws Error(misuse) unless there is a number for each point and axis wherever there
/// are any, Error(unsupported) when there is no such class.
std::string_view stored_class(const Graph& graph);

}  // namespace ramet::inline v1::hist

/// Writes it as the class that hist::stored_class says, byte by byte as ROOT does; fitted functions are left out.
template <>
struct ramet::object::PayloadOf<ramet::hist::Graph> {
  /// Throws as stored_class, and Error(unsupported) when it would be larger than the format allows.
  static Payload of(const hist::Graph& graph);
};
