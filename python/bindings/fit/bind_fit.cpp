#include "fit/bind_fit.hpp"

#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"  // IWYU pragma: keep (type casters)
#include "internal/file_text.hpp"
#include "internal/interpreter_lock.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "ramet/core/error.hpp"
#include "ramet/expr/derivative.hpp"
#include "ramet/fit/binned.hpp"
#include "ramet/fit/cost.hpp"
#include "ramet/fit/grid_bins.hpp"
#include "ramet/fit/joint.hpp"
#include "ramet/fit/model.hpp"
#include "ramet/fit/sampler.hpp"
#include "ramet/fit/scores.hpp"
#include "ramet/fit/shapes.hpp"

namespace ramet::bindings {
namespace {

using fit::Argument;
using fit::Interval;
using fit::Model;
using Arguments = std::vector<Argument>;
using Values = std::vector<double>;
using ConstDoubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Doubles = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// A cost of any kind. Threads: immutable.
struct PythonCost {
  std::shared_ptr<const fit::Cost> cost;
};

std::span<const double> span_of(const ConstDoubles& numbers) { return {numbers.data(), numbers.size()}; }
std::span<double> span_of(const Doubles& numbers) { return {numbers.data(), numbers.size()}; }

std::vector<std::tuple<std::string, double, double>> tuples_of(const std::vector<fit::Parameter>& parameters) {
  std::vector<std::tuple<std::string, double, double>> made;
  for (const fit::Parameter& one : parameters) made.emplace_back(one.name, one.low, one.high);
  return made;
}

Model shape(const std::string& name, const Arguments& arguments, double low, double high) {
  const Interval range{.low = low, .high = high};
  const auto needs = [&](std::size_t count) {
    if (arguments.size() != count)
      detail::fail(ErrorKind::misuse, "'{}' has {} parameters, not {}", name, count, arguments.size());
  };
  if (name == "chebyshev") return fit::chebyshev(arguments, range);
  if (name == "bernstein") return fit::bernstein(arguments, range);
  if (name == "voigt") return needs(3), fit::voigt(arguments[0], arguments[1], arguments[2], range);
  if (name == "argus") return needs(3), fit::argus(arguments[0], arguments[1], arguments[2], range);
  if (name == "johnson_su")
    return needs(4), fit::johnson_su(arguments[0], arguments[1], arguments[2], arguments[3], range);
  if (name == "uniform") return needs(0), fit::uniform(range);
  if (name == "exponential") return needs(1), fit::exponential(arguments[0], range);
  if (name == "gauss") return needs(2), fit::gauss(arguments[0], arguments[1], range);
  if (name == "breit_wigner") return needs(2), fit::breit_wigner(arguments[0], arguments[1], range);
  if (name == "crystal_ball")
    return needs(4), fit::crystal_ball(arguments[0], arguments[1], arguments[2], arguments[3], range);
  if (name == "two_sided_crystal_ball")
    return needs(6), fit::two_sided_crystal_ball(arguments[0], arguments[1], {arguments[2], arguments[3]},
                                                 {arguments[4], arguments[5]}, range);
  detail::fail(ErrorKind::misuse, "there is no shape '{}'", name);
}

Model joined(const std::vector<Model>& models, const Arguments& weights, bool is_extended,
             std::optional<std::pair<double, double>> range) {
  if (!range) return is_extended ? fit::extended(models, weights) : fit::mixture(models, weights);
  const Interval interval{.low = range->first, .high = range->second};
  return is_extended ? fit::extended(models, weights, interval) : fit::mixture(models, weights, interval);
}

Model formula(const std::string& text, double low, double high, const Arguments& arguments, bool is_of_events) {
  return fit::formula(text, {.low = low, .high = high}, arguments,
                      is_of_events ? fit::FormulaScale::events : fit::FormulaScale::normalised);
}

Model histogram_model(const ConstDoubles& edges, const ConstDoubles& contents,
                      const std::optional<ConstDoubles>& variances) {
  return fit::histogram(span_of(edges), span_of(contents), variances ? span_of(*variances) : std::span<const double>{});
}

void bind_folded_shapes(nb::module_& module) {
  module.def(
      "fit_convolution",
      [](const Model& shape, const Model& resolution, double low, double high) {
        return fit::convolution(shape, resolution, {.low = low, .high = high});
      },
      nb::arg("shape"), nb::arg("resolution"), nb::arg("low"), nb::arg("high"));
  module.def(
      "fit_kernel_estimate",
      [](const ConstDoubles& events, double width, double low, double high, bool is_mirrored) {
        const Unlocked release;
        return fit::kernel_estimate(span_of(events), width, {.low = low, .high = high}, is_mirrored);
      },
      nb::arg("events"), nb::arg("width"), nb::arg("low"), nb::arg("high"), nb::arg("is_mirrored"),
      nb::sig("def fit_kernel_estimate(events: numpy.typing.NDArray[numpy.float64], width: float, low: float, high: "
              "float, is_mirrored: bool) -> FitModel"));
}

void bind_more_shapes(nb::module_& module) {
  module.def("fit_formula", &formula, nb::arg("text"), nb::arg("low"), nb::arg("high"), nb::arg("arguments"),
             nb::arg("is_of_events"));
  module.def("fit_histogram", &histogram_model, nb::arg("edges"), nb::arg("contents"), nb::arg("variances").none(),
             nb::sig("def fit_histogram(edges: numpy.typing.NDArray[numpy.float64], contents: "
                     "numpy.typing.NDArray[numpy.float64], variances: numpy.typing.NDArray[numpy.float64] | None) -> "
                     "FitModel"));
  module.def("formula_derivative", &expr::derivative, nb::arg("formula"), nb::arg("name"));
  module.def("formula_expanded", &expr::expanded, nb::arg("formula"));
}

void bind_model(nb::module_& module) {
  nb::class_<Model>(module, "FitModel", "A probability density as a function of parameters.")
      .def_prop_ro("parameters", [](const Model& model) { return tuples_of(model.parameters()); })
      .def_prop_ro("range", [](const Model& model) { return std::pair(model.range().low, model.range().high); })
      .def_prop_ro("is_extended", &Model::is_extended)
      .def(
          "within",
          [](const Model& model, double low, double high) { return model.within({.low = low, .high = high}); },
          nb::arg("low"), nb::arg("high"))
      .def(
          "densities",
          [](const Model& model, const Values& parameters, const ConstDoubles& x, const Doubles& densities) {
            const Unlocked release;
            model.densities(parameters, span_of(x), span_of(densities));
          },
          nb::arg("parameters"), nb::arg("x"), nb::arg("densities").noconvert(),
          nb::sig("def densities(self, parameters: Sequence[float], x: numpy.typing.NDArray[numpy.float64], densities: "
                  "numpy.typing.NDArray[numpy.float64]) -> None"))
      .def(
          "integral",
          [](const Model& model, const Values& parameters, double low, double high) {
            return model.integral(parameters, {.low = low, .high = high});
          },
          nb::arg("parameters"), nb::arg("low"), nb::arg("high"))
      .def(
          "scores",
          [](const Model& model, const Values& parameters, const ConstDoubles& x, const Doubles& scores) {
            const Unlocked release;
            fit::scores(model, parameters, span_of(x), span_of(scores));
          },
          nb::arg("parameters"), nb::arg("x"), nb::arg("scores").noconvert(),
          nb::sig("def scores(self, parameters: Sequence[float], x: numpy.typing.NDArray[numpy.float64], scores: "
                  "numpy.typing.NDArray[numpy.float64]) -> None"))
      .def(
          "integral_error",
          [](const Model& model, const Values& parameters) { return model.integral_error(parameters); },
          nb::arg("parameters"));
  module.def("fit_shape", &shape, nb::arg("name"), nb::arg("arguments"), nb::arg("low"), nb::arg("high"));
  module.def("fit_joined", &joined, nb::arg("models"), nb::arg("weights"), nb::arg("is_extended"),
             nb::arg("range").none());
}

double value_of(const PythonCost& self, const dataset::Session& session, const Values& parameters) {
  const Unlocked release;
  return self.cost->evaluate(parameters, {}, session.executor()).value;
}

std::size_t count_absent(const PythonCost& self, const dataset::Session& session, const Values& parameters) {
  const Unlocked release;
  return self.cost->evaluate(parameters, {}, session.executor()).absent;
}

double evaluate_gradient(const PythonCost& self, const dataset::Session& session, const Values& parameters,
                         const Doubles& gradient) {
  const Unlocked release;
  return self.cost->evaluate(parameters, span_of(gradient), session.executor()).value;
}

PythonCost binned(const ConstDoubles& edges, const ConstDoubles& contents, const std::optional<ConstDoubles>& variances,
                  const Model& model, bool is_chi_square) {
  fit::Bins bins{.edges = span_of(edges), .contents = span_of(contents)};
  if (variances) bins.variances = span_of(*variances);
  return {fit::binned(bins, model, is_chi_square ? fit::BinnedCost::chi_square : fit::BinnedCost::likelihood)};
}

PythonCost sum(const std::vector<PythonCost>& costs) {
  std::vector<std::shared_ptr<const fit::Cost>> parts;
  for (const PythonCost& one : costs) parts.push_back(one.cost);
  return {fit::sum(std::move(parts))};
}

void bind_cost(nb::module_& module) {
  nb::class_<PythonCost>(module, "FitCost", "What a minimiser makes as small as possible.")
      .def_prop_ro("parameters", [](const PythonCost& self) { return tuples_of(self.cost->parameters()); })
      .def_prop_ro("points", [](const PythonCost& self) { return self.cost->points(); })
      .def("value", &value_of, nb::arg("session"), nb::arg("parameters"))
      .def("absent", &count_absent, nb::arg("session"), nb::arg("parameters"))
      .def("gradient", &evaluate_gradient, nb::arg("session"), nb::arg("parameters"), nb::arg("gradient").noconvert(),
           nb::sig("def gradient(self, session: Session, parameters: Sequence[float], gradient: "
                   "numpy.typing.NDArray[numpy.float64]) -> float"));
  module.def(
      "fit_unbinned",
      [](const ConstDoubles& events, const Model& model, const std::optional<ConstDoubles>& weights) {
        const auto of_events = weights ? span_of(*weights) : std::span<const double>{};
        const Unlocked release;
        return PythonCost{fit::unbinned(span_of(events), model, of_events)};
      },
      nb::arg("events"), nb::arg("model"), nb::arg("weights").none(),
      nb::sig("def fit_unbinned(events: numpy.typing.NDArray[numpy.float64], model: FitModel, weights: "
              "numpy.typing.NDArray[numpy.float64] | None) -> FitCost"));
  module.def("fit_binned", &binned, nb::arg("edges"), nb::arg("contents"), nb::arg("variances").none(),
             nb::arg("model"), nb::arg("is_chi_square"),
             nb::sig("def fit_binned(edges: numpy.typing.NDArray[numpy.float64], contents: "
                     "numpy.typing.NDArray[numpy.float64], variances: numpy.typing.NDArray[numpy.float64] | None, "
                     "model: FitModel, is_chi_square: bool) -> FitCost"));
  module.def(
      "fit_constraint",
      [](const std::vector<std::string>& names, const Values& values, const Values& inverse) {
        return PythonCost{fit::constraint(names, values, inverse)};
      },
      nb::arg("names"), nb::arg("values"), nb::arg("inverse_covariance"));
  module.def("fit_sum", &sum, nb::arg("costs"));
}

std::vector<std::span<const double>> spans_of(const std::vector<ConstDoubles>& columns) {
  std::vector<std::span<const double>> made;
  for (const ConstDoubles& one : columns) made.push_back(span_of(one));
  return made;
}

PythonCost binned_cells(const std::vector<ConstDoubles>& edges, const ConstDoubles& contents,
                        const std::optional<ConstDoubles>& variances, const fit::JointModel& model,
                        bool is_chi_square) {
  const auto spans = spans_of(edges);
  fit::GridBins bins{.edges = spans, .contents = span_of(contents)};
  if (variances) bins.variances = span_of(*variances);
  const Unlocked release;
  return {fit::binned(bins, model, is_chi_square ? fit::BinnedCost::chi_square : fit::BinnedCost::likelihood)};
}

void bind_joint_model(nb::module_& module) {
  nb::class_<fit::JointModel>(module, "FitJointModel", "A probability density of several variables.")
      .def_prop_ro("parameters", [](const fit::JointModel& model) { return tuples_of(model.parameters()); })
      .def_prop_ro("is_extended", &fit::JointModel::is_extended)
      .def(
          "densities",
          [](const fit::JointModel& model, const Values& parameters, const std::vector<ConstDoubles>& columns,
             const Doubles& densities) {
            const auto spans = spans_of(columns);
            const Unlocked release;
            model.densities(parameters, spans, span_of(densities));
          },
          nb::arg("parameters"), nb::arg("columns"), nb::arg("densities").noconvert(),
          nb::sig("def densities(self, parameters: Sequence[float], columns: "
                  "Sequence[numpy.typing.NDArray[numpy.float64]], densities: numpy.typing.NDArray[numpy.float64]) -> "
                  "None"))
      .def(
          "scores",
          [](const fit::JointModel& model, const Values& parameters, const std::vector<ConstDoubles>& columns,
             const Doubles& scores) {
            const auto spans = spans_of(columns);
            const Unlocked release;
            fit::scores(model, parameters, spans, span_of(scores));
          },
          nb::arg("parameters"), nb::arg("columns"), nb::arg("scores").noconvert(),
          nb::sig("def scores(self, parameters: Sequence[float], columns: "
                  "Sequence[numpy.typing.NDArray[numpy.float64]], scores: numpy.typing.NDArray[numpy.float64]) -> "
                  "None"));
  module.def("fit_product", &fit::product, nb::arg("models"));
  module.def(
      "fit_joined_products",
      [](const std::vector<fit::JointModel>& models, const Arguments& weights, bool is_extended) {
        return is_extended ? fit::extended(models, weights) : fit::mixture(models, weights);
      },
      nb::arg("models"), nb::arg("weights"), nb::arg("is_extended"));
  module.def(
      "fit_unbinned_columns",
      [](const std::vector<ConstDoubles>& columns, const fit::JointModel& model,
         const std::optional<ConstDoubles>& weights) {
        const auto spans = spans_of(columns);
        const auto of_events = weights ? span_of(*weights) : std::span<const double>{};
        const Unlocked release;
        return PythonCost{fit::unbinned(spans, model, of_events)};
      },
      nb::arg("columns"), nb::arg("model"), nb::arg("weights").none(),
      nb::sig("def fit_unbinned_columns(columns: Sequence[numpy.typing.NDArray[numpy.float64]], model: FitJointModel, "
              "weights: numpy.typing.NDArray[numpy.float64] | None) -> FitCost"));
  module.def("fit_binned_cells", &binned_cells, nb::arg("edges"), nb::arg("contents"), nb::arg("variances").none(),
             nb::arg("model"), nb::arg("is_chi_square"),
             nb::sig("def fit_binned_cells(edges: Sequence[numpy.typing.NDArray[numpy.float64]], contents: "
                     "numpy.typing.NDArray[numpy.float64], variances: numpy.typing.NDArray[numpy.float64] | None, "
                     "model: FitJointModel, is_chi_square: bool) -> FitCost"));
}

void bind_joint_sampler(nb::module_& module) {
  nb::class_<fit::JointSampler>(module, "FitJointSampler", "Random events of several variables.")
      .def(
          "__init__",
          [](fit::JointSampler* self, const fit::JointModel& model, const Values& parameters) {
            const Unlocked release;
            new (self) fit::JointSampler(model, parameters);
          },
          nb::arg("model"), nb::arg("parameters"))
      .def(
          "fill",
          [](const fit::JointSampler& self, std::uint64_t seed, std::uint32_t stream,
             const std::vector<Doubles>& columns) {
            std::vector<std::span<double>> spans;
            for (const Doubles& one : columns) spans.push_back(span_of(one));
            const Unlocked release;
            self.fill({.seed = seed, .number = stream}, spans);
          },
          nb::arg("seed"), nb::arg("stream"), nb::arg("columns"),
          nb::sig("def fill(self, seed: int, stream: int, columns: Sequence[numpy.typing.NDArray[numpy.float64]]) -> "
                  "None"))
      .def(
          "count",
          [](const fit::JointSampler& self, std::uint64_t seed, std::uint32_t stream) {
            return self.count({.seed = seed, .number = stream});
          },
          nb::arg("seed"), nb::arg("stream"));
}

void bind_sampler(nb::module_& module) {
  nb::class_<fit::Sampler>(module, "FitSampler", "Random events of a model.")
      .def(
          "__init__",
          [](fit::Sampler* self, const Model& model, const Values& parameters) {
            const Unlocked release;
            new (self) fit::Sampler(model, parameters);
          },
          nb::arg("model"), nb::arg("parameters"))
      .def(
          "fill",
          [](const fit::Sampler& self, std::uint64_t seed, std::uint32_t stream, const Doubles& events) {
            const Unlocked release;
            self.fill({.seed = seed, .number = stream}, span_of(events));
          },
          nb::arg("seed"), nb::arg("stream"), nb::arg("events").noconvert(),
          nb::sig("def fill(self, seed: int, stream: int, events: numpy.typing.NDArray[numpy.float64]) -> None"))
      .def(
          "count",
          [](const fit::Sampler& self, std::uint64_t seed, std::uint32_t stream) {
            return self.count({.seed = seed, .number = stream});
          },
          nb::arg("seed"), nb::arg("stream"));
}

}  // namespace

void bind_fit(nb::module_& module) {
  bind_model(module);
  bind_more_shapes(module);
  bind_folded_shapes(module);
  bind_cost(module);
  bind_sampler(module);
  bind_joint_model(module);
  bind_joint_sampler(module);
}

}  // namespace ramet::bindings
