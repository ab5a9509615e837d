#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "figures.hpp"
#include "internal/file_text.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "ramet/hist/figures/fit_result.hpp"

namespace ramet::bindings {
namespace {

using hist::Efficiency;
using hist::ErrorBars;
using hist::FitResult;
using hist::Function;
using hist::FunctionParameter;
using hist::Graph;
using hist::HistogramStack;
using hist::MultiGraph;
using hist::Polygon;
using hist::PolygonBin;
using hist::PolygonHistogram;

/// A read-only property that is an array of numbers.
template <class Class>
void def_numbers(nb::class_<Class>& bound, const char* name, const std::vector<double> Class::* numbers) {
  const std::string signature = std::string("def ") + name + "(self) -> numpy.typing.NDArray[numpy.float64]";
  bound.def_prop_ro(
      name, [numbers](const Class& object) { return copy_of(object.*numbers); }, nb::rv_policy::reference,
      nb::sig(signature.c_str()));
}

/// A function of one variable, as ROOT makes it of a text, which is its name and its title.
void init_function(Function* self, const std::string& text, std::string formula,
                   std::vector<FunctionParameter> parameters, std::pair<double, double> range, double chi_square,
                   std::int32_t degrees_of_freedom, std::vector<double> saved_values) {
  constexpr double automatic = -1111;  // of the ends of the axis of values
  constexpr std::uint32_t drawn_points = 100;
  new (self) Function{.class_name = "TF1",
                      .name = text,
                      .title = text,
                      .formula = std::move(formula),
                      .parameters = std::move(parameters),
                      .ranges = {{range.first, range.second}},
                      .chi_square = chi_square,
                      .degrees_of_freedom = degrees_of_freedom,
                      .drawn_points = drawn_points,
                      .saved_values = std::move(saved_values),
                      .minimum = automatic,
                      .maximum = automatic};
}

void bind_function(nb::module_& module) {
  nb::class_<FunctionParameter>(module, "FunctionParameter", "A parameter of a function.")
      .def(
          "__init__",
          [](FunctionParameter* self, std::string name, double value, double error, double low, double high) {
            new (self)
                FunctionParameter{.name = std::move(name), .value = value, .error = error, .low = low, .high = high};
          },
          nb::arg("name"), nb::arg("value"), nb::arg("error"), nb::arg("low"), nb::arg("high"))
      .def_ro("name", &FunctionParameter::name)
      .def_ro("value", &FunctionParameter::value)
      .def_ro("error", &FunctionParameter::error)
      .def_ro("low", &FunctionParameter::low)
      .def_ro("high", &FunctionParameter::high);
  nb::class_<Function> bound(module, "Function", "A function as TF1.");
  bound.def("__init__", &init_function, nb::arg("text"), nb::arg("formula"), nb::arg("parameters"), nb::arg("range"),
            nb::arg("chi_square"), nb::arg("degrees_of_freedom"), nb::arg("saved_values"));
  bound.def_ro("class_name", &Function::class_name)
      .def_ro("name", &Function::name)
      .def_ro("title", &Function::title)
      .def_ro("formula", &Function::formula)
      .def_ro("variables", &Function::variables)
      .def_ro("parameters", &Function::parameters)
      .def_ro("chi_square", &Function::chi_square)
      .def_ro("degrees_of_freedom", &Function::degrees_of_freedom)
      .def_ro("drawn_points", &Function::drawn_points)
      .def_ro("is_normalized", &Function::is_normalized)
      .def_ro("integral", &Function::integral)
      .def_prop_ro("ranges", [](const Function& function) {
        std::vector<std::pair<double, double>> ranges;
        for (const hist::FunctionRange& range : function.ranges) ranges.emplace_back(range.low, range.high);
        return ranges;
      });
  def_numbers(bound, "saved_values", &Function::saved_values);
}

void bind_fit_result(nb::module_& module) {
  nb::class_<FitResult>(module, "StoredFit", "What a fit found, as TFitResult.")
      .def(
          "__init__",
          [](FitResult* self, std::string title, std::vector<FunctionParameter> parameters,
             std::vector<double> covariance, std::vector<std::optional<std::pair<double, double>>> asymmetric_errors,
             double minimum, double chi_square, std::uint32_t degrees_of_freedom, double distance, std::uint32_t calls,
             bool is_valid, std::int32_t status, std::int32_t covariance_status, std::string minimiser) {
            new (self) FitResult{.title = std::move(title),
                                 .parameters = std::move(parameters),
                                 .covariance = std::move(covariance),
                                 .asymmetric_errors = std::move(asymmetric_errors),
                                 .is_valid = is_valid,
                                 .minimum = minimum,
                                 .chi_square = chi_square,
                                 .degrees_of_freedom = degrees_of_freedom,
                                 .distance = distance,
                                 .calls = calls,
                                 .status = status,
                                 .covariance_status = covariance_status,
                                 .minimiser = std::move(minimiser)};
          },
          nb::kw_only(), nb::arg("title"), nb::arg("parameters"), nb::arg("covariance"), nb::arg("asymmetric_errors"),
          nb::arg("minimum"), nb::arg("chi_square"), nb::arg("degrees_of_freedom"), nb::arg("distance"),
          nb::arg("calls"), nb::arg("is_valid"), nb::arg("status"), nb::arg("covariance_status"), nb::arg("minimiser"));
}

void bind_graph(nb::module_& module) {
  nb::class_<ErrorBars> bars(module, "ErrorBars", "Errors of all points along one axis.");
  def_numbers(bars, "low", &ErrorBars::low);
  def_numbers(bars, "high", &ErrorBars::high);
  nb::class_<Graph>(module, "Graph", "Points with errors, as TGraph.")
      .def(
          "__init__",
          [](Graph* self, std::vector<std::vector<double>> coordinates,
             const std::vector<std::pair<std::vector<double>, std::vector<double>>>& errors, std::string name,
             std::string title, std::vector<std::string> axis_titles) {
            Graph graph{.name = std::move(name),
                        .title = std::move(title),
                        .axis_titles = std::move(axis_titles),
                        .coordinates = std::move(coordinates)};
            for (const auto& [low, high] : errors) graph.errors.push_back({low, high});
            graph.class_name = hist::stored_class(graph);
            new (self) Graph(std::move(graph));
          },
          nb::arg("coordinates"), nb::arg("errors"), nb::arg("name"), nb::arg("title"), nb::arg("axis_titles"))
      .def_ro("class_name", &Graph::class_name)
      .def_ro("name", &Graph::name)
      .def_ro("title", &Graph::title)
      .def_ro("axis_titles", &Graph::axis_titles)
      .def_prop_ro("num_axes", [](const Graph& graph) { return graph.coordinates.size(); })
      .def(
          "coordinates", [](const Graph& graph, std::size_t axis) { return copy_of(graph.coordinates.at(axis)); },
          nb::rv_policy::reference, nb::arg("axis"),
          nb::sig("def coordinates(self, axis: int) -> numpy.typing.NDArray[numpy.float64]"))
      .def_ro("errors", &Graph::errors)
      .def_ro("more_errors", &Graph::more_errors)
      .def_ro("bends", &Graph::bends)
      .def_ro("functions", &Graph::functions)
      .def(
          "with_functions",
          [](Graph graph, std::vector<hist::Function> functions) {
            graph.functions = std::move(functions);
            return graph;
          },
          nb::arg("functions"));
  nb::class_<MultiGraph>(module, "MultiGraph", "Graphs that are drawn together, as TMultiGraph.")
      .def_ro("class_name", &MultiGraph::class_name)
      .def_ro("name", &MultiGraph::name)
      .def_ro("title", &MultiGraph::title)
      .def_ro("axis_titles", &MultiGraph::axis_titles)
      .def_ro("graphs", &MultiGraph::graphs)
      .def_ro("functions", &MultiGraph::functions);
}

/// The lower or upper ends of all intervals.
NumpyDoubles ends_of(const Efficiency& efficiency, double hist::Interval::* end) {
  std::vector<double> ends;
  for (const hist::Interval& interval : efficiency.intervals()) ends.push_back(interval.*end);
  return cells_of(efficiency.total(), std::move(ends));
}

void init_efficiency(Efficiency* self, const hist::Histogram& passed, const hist::Histogram& total, std::string name,
                     std::string title, hist::IntervalKind interval, double confidence_level,
                     std::pair<double, double> prior, bool is_bayesian, bool uses_mode, bool uses_shortest,
                     bool uses_weights) {
  new (self) Efficiency({.class_name = "TEfficiency",
                         .name = std::move(name),
                         .title = std::move(title),
                         .interval = interval,
                         .confidence_level = confidence_level,
                         .prior = {.alpha = prior.first, .beta = prior.second},
                         .is_bayesian = is_bayesian,
                         .uses_mode = uses_mode,
                         .uses_shortest = uses_shortest,
                         .uses_weights = uses_weights},
                        passed, total);
}

void bind_efficiency(nb::module_& module) {
  using hist::IntervalKind;
  nb::enum_<IntervalKind>(module, "IntervalKind", "The method for confidence intervals.")
      .value("clopper_pearson", IntervalKind::clopper_pearson)
      .value("normal", IntervalKind::normal)
      .value("wilson", IntervalKind::wilson)
      .value("agresti_coull", IntervalKind::agresti_coull)
      .value("feldman_cousins", IntervalKind::feldman_cousins)
      .value("jeffreys", IntervalKind::jeffreys)
      .value("uniform_prior", IntervalKind::uniform_prior)
      .value("chosen_prior", IntervalKind::chosen_prior)
      .value("mid_p", IntervalKind::mid_p);
  nb::class_<Efficiency>(module, "Efficiency", "The fraction of entries that passed, as TEfficiency.")
      .def("__init__", &init_efficiency, nb::arg("passed"), nb::arg("total"), nb::arg("name"), nb::arg("title"),
           nb::arg("interval"), nb::arg("confidence_level"), nb::arg("prior"), nb::arg("is_bayesian"),
           nb::arg("uses_mode"), nb::arg("uses_shortest"), nb::arg("uses_weights"))
      .def_prop_ro("class_name", [](const Efficiency& efficiency) { return efficiency.parts().class_name; })
      .def_prop_ro("name", [](const Efficiency& efficiency) { return efficiency.parts().name; })
      .def_prop_ro("title", [](const Efficiency& efficiency) { return efficiency.parts().title; })
      .def_prop_ro("interval", [](const Efficiency& efficiency) { return efficiency.parts().interval; })
      .def_prop_ro("confidence_level", [](const Efficiency& efficiency) { return efficiency.parts().confidence_level; })
      .def_prop_ro("is_bayesian", [](const Efficiency& efficiency) { return efficiency.parts().is_bayesian; })
      .def_prop_ro("prior",
                   [](const Efficiency& efficiency) {
                     const auto [alpha, beta] = efficiency.parts().prior;
                     return std::pair(alpha, beta);
                   })
      .def_prop_ro("weight", [](const Efficiency& efficiency) { return efficiency.parts().weight; })
      .def_prop_ro("passed", &Efficiency::passed, nb::rv_policy::copy)
      .def_prop_ro("total", &Efficiency::total, nb::rv_policy::copy)
      .def_prop_ro("functions", [](const Efficiency& efficiency) { return efficiency.parts().functions; })
      .def_prop_ro(
          "values",
          [](const Efficiency& efficiency) {
            return cells_of(efficiency.total(), efficiency.values(hist::Flow::included));
          },
          nb::rv_policy::reference, nb::sig("def values(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro(
          "low", [](const Efficiency& efficiency) { return ends_of(efficiency, &hist::Interval::low); },
          nb::rv_policy::reference, nb::sig("def low(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro(
          "high", [](const Efficiency& efficiency) { return ends_of(efficiency, &hist::Interval::high); },
          nb::rv_policy::reference, nb::sig("def high(self) -> numpy.typing.NDArray[numpy.float64]"));
}

void bind_other_histograms(nb::module_& module) {
  nb::class_<HistogramStack>(module, "HistogramStack", "Histograms on top of each other, as THStack.")
      .def_ro("class_name", &HistogramStack::class_name)
      .def_ro("name", &HistogramStack::name)
      .def_ro("title", &HistogramStack::title)
      .def_ro("histograms", &HistogramStack::histograms);
  nb::class_<Polygon> polygon(module, "Polygon", "The corners of a polygon.");
  def_numbers(polygon, "x", &Polygon::x);
  def_numbers(polygon, "y", &Polygon::y);
  nb::class_<PolygonBin>(module, "PolygonBin", "A bin of any shape.")
      .def_ro("number", &PolygonBin::number)
      .def_ro("content", &PolygonBin::content)
      .def_ro("area", &PolygonBin::area)
      .def_ro("polygons", &PolygonBin::polygons);
  nb::class_<PolygonHistogram> bound(module, "PolygonHistogram", "A histogram whose bins are polygons, as TH2Poly.");
  bound.def_ro("class_name", &PolygonHistogram::class_name)
      .def_ro("name", &PolygonHistogram::name)
      .def_ro("title", &PolygonHistogram::title)
      .def_ro("value_title", &PolygonHistogram::value_title)
      .def_ro("axes", &PolygonHistogram::axes)
      .def_ro("bins", &PolygonHistogram::bins)
      .def_prop_ro("entries", [](const PolygonHistogram& histogram) { return histogram.moments.entries; });
  def_numbers(bound, "overflow", &PolygonHistogram::overflow);
  def_numbers(bound, "squares", &PolygonHistogram::squares);
}

}  // namespace

void bind_figures(nb::module_& module) {
  bind_function(module);
  bind_fit_result(module);
  bind_graph(module);
  bind_efficiency(module);
  bind_other_histograms(module);
}

}  // namespace ramet::bindings
